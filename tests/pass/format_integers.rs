//! Formatting of integers: every radix, width, fill, sign and precision given as arguments.

use std::fmt::Write;

pub fn run() -> String {
    let mut out = String::new();
    for n in [0_i64, 7, -7, 255, -256, 65_535, 1_000_000_007, i64::MAX, i64::MIN] {
        writeln!(out, "{n} {n:+} {n:x} {n:X} {n:#x} {n:o} {n:e}").unwrap();
    }
    for n in [0_u8, 1, 0x5a, 0xff] {
        writeln!(out, "{n:b} {n:08b} {n:#010b} {n:#o} {n:#04X} [{n:5}] [{n:<5}] [{n:^5}] [{n:*>5}] [{n:05}]").unwrap();
    }
    for width in [0, 3, 9, 14] {
        writeln!(out, "[{:width$}] [{:<width$}] [{:^width$}] [{:-^width$}] [{:0width$}]", -42, -42, -42, -42, -42)
            .unwrap();
    }
    writeln!(out, "{:>1$} {0:>2$} {name:#>+w$}", 5, 4, 6, name = 12, w = 7).unwrap();
    writeln!(out, "{} {} {} {}", i8::MIN, u16::MAX, i32::MIN, u64::MAX).unwrap();
    writeln!(out, "{} {:x} {}", i128::MIN, u128::MAX, u128::MAX / 3).unwrap();
    writeln!(out, "{:?} {:x?} {:#X?} {:03?}", [1, 20, 300], [10, 11], [255], (1, -2)).unwrap();
    writeln!(out, "{{}} {:5}|{:<5}|{:^5}|{:>5}", true, false, 'c', "str").unwrap();
    writeln!(out, "[{:.2}] [{:6.3}] [{:>6.1}] [{:é^7}]", "abcdef", "abcdef", "abcdef", "äöü").unwrap();
    let powers: String = (0..20).map(|i| format!("{:x}", 3_u64.pow(i))).collect::<Vec<_>>().join(",");
    write!(out, "{powers}").unwrap();
    out
}
