//! Sieves: Eratosthenes on bools and on bits, smallest factors, totients; they have to agree.

use std::fmt::Write;

fn on_bools(limit: usize) -> Vec<usize> {
    let mut composite = vec![false; limit + 1];
    let mut primes = Vec::new();
    for n in 2..=limit {
        if !composite[n] {
            primes.push(n);
            for multiple in (n * n..=limit).step_by(n) {
                composite[multiple] = true;
            }
        }
    }
    primes
}

/// One bit per odd number.
fn on_bits(limit: usize) -> usize {
    let mut composite = vec![0_u8; limit / 16 + 1];
    let mut n = 3;
    while n * n <= limit {
        if composite[n / 16] & 1 << (n / 2 % 8) == 0 {
            let mut multiple = n * n;
            while multiple <= limit {
                composite[multiple / 16] |= 1 << (multiple / 2 % 8);
                multiple += 2 * n;
            }
        }
        n += 2;
    }
    1 + (3..=limit).step_by(2).filter(|n| composite[n / 16] >> (n / 2 % 8) & 1 == 0).count()
}

fn smallest_factors(limit: usize) -> Vec<usize> {
    let mut factors: Vec<usize> = (0..=limit).collect();
    for n in (2..).take_while(|n| n * n <= limit) {
        for multiple in (n * n..=limit).step_by(n) {
            factors[multiple] = factors[multiple].min(factors[n]);
        }
    }
    factors
}

fn factorize(mut n: usize, factors: &[usize]) -> Vec<usize> {
    let mut parts = Vec::new();
    while n > 1 {
        parts.push(factors[n]);
        n /= factors[n];
    }
    parts
}

pub fn run() -> String {
    let mut out = String::new();
    let primes = on_bools(1500);
    writeln!(out, "{} primes, {} on bits, last {:?}", primes.len(), on_bits(1500), primes.last()).unwrap();
    let twins = primes.windows(2).filter(|two| two[1] - two[0] == 2).count();
    let gap = primes.windows(2).map(|two| (two[1] - two[0], two[0])).max();
    writeln!(out, "{twins} twins, largest gap {gap:?}").unwrap();
    let factors = smallest_factors(800);
    writeln!(out, "{:?} {:?} {:?}", factorize(792, &factors), factorize(797, &factors), factorize(512, &factors))
        .unwrap();
    let rich = (2..=800).max_by_key(|&n| factorize(n, &factors).len());
    let totients: Vec<usize> = (1..=30)
        .map(|n| {
            let mut parts = factorize(n, &factors);
            parts.dedup();
            parts.iter().fold(n, |totient, p| totient / p * (p - 1))
        })
        .collect();
    write!(out, "{rich:?} {totients:?}").unwrap();
    out
}
