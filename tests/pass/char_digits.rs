//! char::to_digit and from_digit in every radix, Roman numerals, checksums of digits, spelling, Base64.

use std::fmt::Write;

fn in_radix(mut n: u32, radix: u32) -> String {
    let mut digits = Vec::new();
    while n > 0 || digits.is_empty() {
        digits.push(char::from_digit(n % radix, radix).unwrap_or('?'));
        n /= radix;
    }
    digits.iter().rev().collect()
}

fn from_radix(text: &str, radix: u32) -> Option<u32> {
    text.chars().try_fold(0_u32, |n, c| n.checked_mul(radix)?.checked_add(c.to_digit(radix)?))
}

const ROMAN: [(u32, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

fn to_roman(mut n: u32) -> String {
    let mut roman = String::new();
    for (value, text) in ROMAN {
        while n >= value {
            roman += text;
            n -= value;
        }
    }
    roman
}

fn from_roman(mut roman: &str) -> u32 {
    ROMAN.iter().fold(0, |mut sum, (value, text)| {
        while let Some(rest) = roman.strip_prefix(text) {
            roman = rest;
            sum += value;
        }
        sum
    })
}

fn luhn(number: &str) -> Option<bool> {
    let mut sum = 0;
    for (i, c) in number.chars().filter(|c| !c.is_whitespace()).rev().enumerate() {
        let digit = c.to_digit(10)?;
        sum += if i % 2 == 0 { digit } else { digit * 2 / 10 + digit * 2 % 10 };
    }
    Some(sum % 10 == 0)
}

fn base64(bytes: &[u8]) -> String {
    let letter = |n: u8| match n & 63 {
        n @ 0..26 => char::from(b'A' + n),
        n @ 26..52 => char::from(b'a' + n - 26),
        n @ 52..62 => char::from(b'0' + n - 52),
        62 => '+',
        _ => '/',
    };
    let encode = |chunk: &[u8]| {
        let byte = |i| chunk.get(i).copied().unwrap_or(0);
        let all = [byte(0) >> 2, byte(0) << 4 | byte(1) >> 4, byte(1) << 2 | byte(2) >> 6, byte(2)].map(letter);
        all.into_iter().take(chunk.len() + 1).chain(std::iter::repeat_n('=', 3 - chunk.len())).collect::<String>()
    };
    bytes.chunks(3).map(encode).collect()
}

pub fn run() -> String {
    let mut out = String::new();
    for radix in [2, 3, 8, 16, 29, 36] {
        assert!((0..40).all(|n| from_radix(&in_radix(n * n * 7, radix), radix) == Some(n * n * 7)));
        writeln!(out, "{radix}: {} {:?}", in_radix(1_234_567_890, radix), from_radix("zz9", radix)).unwrap();
    }
    assert!((1..100).all(|n| from_roman(&to_roman(n)) == n));
    writeln!(out, "{} {} {}", to_roman(1994), to_roman(3888), from_roman("MMXXVI")).unwrap();
    writeln!(out, "{:?} {:?} {:?}", luhn("4539 1488 0343 6467"), luhn("8273 1232 7352 0569"), luhn("12x")).unwrap();
    let kind = |c: char| (c.is_numeric(), c.to_digit(10), c.is_ascii_hexdigit());
    let kinds: Vec<_> = "aZ9 é٣Ⅷ½".chars().map(kind).collect();
    writeln!(out, "{kinds:?}").unwrap();
    writeln!(out, "{} {} {}", base64(b"Many hands make light work."), base64(b"a"), base64(&[0xff, 0xfe])).unwrap();
    let look = (0..9).fold("1".to_owned(), |text, _| {
        text.as_bytes().chunk_by(|a, b| a == b).map(|run| format!("{}{}", run.len(), char::from(run[0]))).collect()
    });
    write!(out, "{look}").unwrap();
    out
}
