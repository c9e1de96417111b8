//! i128 and u128: products, quotients, shifts across the halves, modular powers, square roots, gcd.

use std::fmt::Write;

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn pow_mod(mut base: u128, mut exponent: u128, modulus: u128) -> u128 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    result
}

/// Miller-Rabin; seven bases are enough for the numbers below.
fn is_prime(n: u64) -> bool {
    let n = u128::from(n);
    if n < 2 || [2, 3, 5, 7, 11, 13].iter().any(|p| n % p == 0) {
        return [2, 3, 5, 7, 11, 13].contains(&n);
    }
    let twos = (n - 1).trailing_zeros();
    [2, 3, 5, 7, 11, 13, 17].into_iter().all(|base| {
        let x = pow_mod(base, (n - 1) >> twos, n);
        let mut squares = std::iter::successors(Some(x), |x| Some(x * x % n)).take(twos as usize);
        x == 1 || squares.any(|x| x == n - 1)
    })
}

pub fn run() -> String {
    let mut out = String::new();
    let (mut a, mut b) = (0_u128, 1_u128);
    for _ in 0..185 {
        (a, b) = (b, a + b);
    }
    writeln!(out, "{b} {:?}", b.checked_add(a)).unwrap();
    writeln!(out, "{} {}", gcd(b, 3_u128.pow(60)), gcd(2_u128.pow(100) * 81, 6_u128.pow(40))).unwrap();
    for shift in [0, 1, 31, 32, 63, 64, 65, 100, 127] {
        let bits = 0x1234_5678_9abc_def0_0fed_cba9_8765_4321_u128;
        let signed = (bits as i128).wrapping_neg();
        writeln!(out, "{:x} {:x} {} {:x}", bits << shift, bits >> shift, signed >> shift, bits.rotate_left(shift))
            .unwrap();
    }
    let dividend = -170_141_183_460_469_231_731_687_303_715_884_105_727_i128;
    for divisor in [1, -3, 1 << 40, -(1 << 90), 10_i128.pow(20) + 39, dividend] {
        writeln!(out, "{} {} {}", dividend / divisor, dividend % divisor, dividend.rem_euclid(divisor)).unwrap();
    }
    let factorial = (1..=33_u128).product::<u128>();
    writeln!(out, "{factorial} {} {}", factorial.isqrt(), factorial.leading_zeros()).unwrap();
    let primes: Vec<u64> = (0..24).map(|i| (1 << 61) - 1 - 2 * i).filter(|n| is_prime(*n)).collect();
    write!(out, "{primes:?} {:e} {}", factorial as f64, -1.5e30_f64 as i128).unwrap();
    out
}
