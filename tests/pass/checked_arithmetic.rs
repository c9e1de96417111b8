//! Wrapping, checked, saturating and overflowing arithmetic of every width, and Euclidean division.

use std::fmt::Write;
use std::num::{Saturating, Wrapping};

macro_rules! all_kinds {
    ($out:ident, $($int:ty),*) => {$({
        let values: [$int; 7] = [<$int>::MIN, <$int>::MIN + 1, 0, 1, 7, <$int>::MAX / 2, <$int>::MAX];
        let (mut overflows, mut sum) = (0, 0_u32);
        for a in values {
            for b in values {
                let sums = [a.checked_add(b), a.checked_sub(b)];
                let checked = [sums[0], sums[1], a.checked_mul(b), a.checked_div(b), a.checked_rem(b)];
                overflows += checked.iter().filter(|result| result.is_none()).count();
                let saturated = [a.saturating_add(b), a.saturating_sub(b), a.saturating_mul(b)];
                let wrapped = [a.wrapping_add(b), a.wrapping_sub(b), a.wrapping_mul(b)];
                let flags = [a.overflowing_add(b).1, a.overflowing_sub(b).1, a.overflowing_mul(b).1];
                for i in 0..3 {
                    assert_eq!(checked[i], (!flags[i]).then_some(wrapped[i]));
                    assert_eq!(flags[i] || saturated[i] == wrapped[i], true);
                    sum = sum.wrapping_mul(31).wrapping_add((wrapped[i] ^ saturated[i]) as u32);
                }
                if let (Some(quotient), Some(rest)) = (a.checked_div_euclid(b), a.checked_rem_euclid(b)) {
                    assert_eq!(quotient.wrapping_mul(b).wrapping_add(rest), a);
                }
            }
        }
        writeln!($out, "{}: {overflows} overflows, {sum:08x}", stringify!($int)).unwrap();
    })*};
}

pub fn run() -> String {
    let mut out = String::new();
    all_kinds!(out, u8, i8, u16, i16, u32, i32, u64, i64, u128, i128);
    let hash = "wrapping on purpose"
        .bytes()
        .fold(Wrapping(5381_u32), |hash, byte| hash * Wrapping(33) + Wrapping(u32::from(byte)));
    let level = (1..30)
        .fold(Saturating(100_i8), |level, i| if i % 4 == 0 { level - Saturating(90) } else { level + Saturating(40) });
    writeln!(out, "{hash} {level}").unwrap();
    let powers: Vec<Option<u32>> = (18..24).map(|n| 3_u32.checked_pow(n)).collect();
    writeln!(out, "{powers:?} {:?} {}", 10_i32.overflowing_pow(12), (-3_i64).saturating_pow(41)).unwrap();
    let shifts = [1_u8.checked_shl(7), 1_u8.checked_shl(8), Some(1_u8.wrapping_shl(9)), Some(0x81_u8.unbounded_shr(9))];
    writeln!(out, "{shifts:?} {:?} {:?}", i16::MIN.checked_abs(), i16::MIN.checked_neg()).unwrap();
    let halves = [(-7_i32).div_euclid(2), -7 / 2, (-7_i32).rem_euclid(2), -7 % 2];
    write!(out, "{halves:?} {} {} {}", 7_u32.div_ceil(2), 200_u8.abs_diff(3), 250_u8.midpoint(100)).unwrap();
    out
}
