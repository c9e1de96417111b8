//! Tables in static data and const fn: CRC-32, a Caesar alphabet, day names, a state table, lookups of strings.

use std::fmt::Write;

const fn crc_table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut crc = i as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[i] = crc;
        i += 1;
    }
    table
}

const fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

const fn starts_with(text: &str, prefix: &str) -> bool {
    let (text, prefix) = (text.as_bytes(), prefix.as_bytes());
    let mut i = 0;
    while i < prefix.len() {
        if i >= text.len() || text[i] != prefix[i] {
            return false;
        }
        i += 1;
    }
    true
}

static CRC: [u32; 256] = crc_table();
static DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
static UNITS: &[(&str, &[(&str, f64)])] =
    &[("length", &[("mm", 0.001), ("m", 1.0), ("km", 1000.0)]), ("time", &[("s", 1.0), ("h", 3600.0)])];
const RATIO: u32 = gcd(1071, 462);
const _: () = assert!(starts_with("glassbox", "glass") && !starts_with("g", "glass"));

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Start,
    Number,
    Word,
    Space,
}

/// What follows on a digit, a letter and anything else.
static NEXT: [[State; 3]; 4] = {
    use State::{Number, Space, Word};
    [[Number, Word, Space], [Number, Word, Space], [Word, Word, Space], [Number, Word, Space]]
};

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| crc >> 8 ^ CRC[(crc as u8 ^ byte) as usize])
}

/// Zeller's congruence.
fn weekday(year: u32, month: u32, day: u32) -> &'static str {
    let (year, month) = if month < 3 { (year - 1, month + 12) } else { (year, month) };
    let century = year / 100;
    DAYS[((day + 13 * (month + 1) / 5 + year % 100 + year % 100 / 4 + century / 4 + 5 * century + 5) % 7) as usize]
}

pub fn run() -> String {
    let mut out = String::new();
    let data: Vec<u8> = (0..300_u32).map(|i| (i * i) as u8).collect();
    writeln!(out, "{:08x} {:08x} {:08x} {RATIO}", crc(b"123456789"), crc(b""), crc(&data)).unwrap();
    writeln!(out, "{} {} {}", weekday(2024, 2, 29), weekday(1815, 12, 10), weekday(2000, 1, 1)).unwrap();
    for (kind, units) in UNITS {
        let names: Vec<String> = units.iter().map(|(name, factor)| format!("{name}={factor}")).collect();
        writeln!(out, "{kind}: {}", names.join(" ")).unwrap();
    }
    let mut state = State::Start;
    let mut changes = Vec::new();
    for byte in "x9 42 abc, 7up 100".bytes() {
        let class = if byte.is_ascii_digit() {
            0
        } else if byte.is_ascii_alphabetic() {
            1
        } else {
            2
        };
        let next = NEXT[state as usize][class];
        if next != state {
            changes.push(next);
        }
        state = next;
    }
    write!(out, "{changes:?}").unwrap();
    out
}
