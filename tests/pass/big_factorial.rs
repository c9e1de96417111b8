//! Big integers in base 10^9: factorials, Fibonacci numbers, powers, division by a small number, comparison.

use std::cmp::Ordering;
use std::fmt::{self, Write};
use std::ops::{Add, Mul};

const BASE: u64 = 1_000_000_000;

/// Digits in base 10^9, the lowest first, without leading zeros.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Big(Vec<u32>);

impl Big {
    fn small(n: u32) -> Self {
        Self(if n == 0 { Vec::new() } else { vec![n] }).carried()
    }

    fn carried(mut self) -> Self {
        let mut carry = 0;
        for digit in &mut self.0 {
            carry += u64::from(*digit);
            *digit = (carry % BASE) as u32;
            carry /= BASE;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    fn times(mut self, factor: u32) -> Self {
        let mut carry = 0;
        for digit in &mut self.0 {
            carry += u64::from(*digit) * u64::from(factor);
            *digit = (carry % BASE) as u32;
            carry /= BASE;
        }
        self.0.push(carry as u32);
        self.carried()
    }

    fn divided(&self, divisor: u32) -> (Self, u32) {
        let (mut quotient, mut rest) = (vec![0; self.0.len()], 0);
        for (i, digit) in self.0.iter().enumerate().rev() {
            let part = rest * BASE + u64::from(*digit);
            quotient[i] = (part / u64::from(divisor)) as u32;
            rest = part % u64::from(divisor);
        }
        (Self(quotient).carried(), rest as u32)
    }
}

impl Add for &Big {
    type Output = Big;

    fn add(self, other: &Big) -> Big {
        let len = self.0.len().max(other.0.len());
        let digit = |big: &Big, i| big.0.get(i).copied().unwrap_or(0);
        Big((0..len).map(|i| digit(self, i) + digit(other, i)).collect()).carried()
    }
}

impl Mul for &Big {
    type Output = Big;

    fn mul(self, other: &Big) -> Big {
        let mut product = vec![0_u32; self.0.len() + other.0.len() + 1];
        for (i, a) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (j, b) in other.0.iter().enumerate() {
                carry += u64::from(product[i + j]) + u64::from(*a) * u64::from(*b);
                product[i + j] = (carry % BASE) as u32;
                carry /= BASE;
            }
            product[i + other.0.len()] += carry as u32;
        }
        Big(product).carried()
    }
}

impl Ord for Big {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Big {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.last().unwrap_or(&0))?;
        self.0.iter().rev().skip(1).try_for_each(|digit| write!(f, "{digit:09}"))
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let factorial = (1..=60).fold(Big::small(1), Big::times);
    writeln!(out, "60! = {factorial}").unwrap();
    let (mut a, mut b) = (Big::small(0), Big::small(1));
    for _ in 0..300 {
        (a, b) = (b.clone(), &a + &b);
    }
    writeln!(out, "F300 = {a}").unwrap();
    let power = (0..7).fold(Big::small(3), |power, _| &power * &power);
    writeln!(out, "3^128 = {power}, larger than 60!: {}", power > factorial).unwrap();
    let undone =
        (1..=60).try_fold(factorial.clone(), |rest, n| Some(rest.divided(n)).filter(|r| r.1 == 0).map(|r| r.0));
    let digits: u32 = power.to_string().chars().filter_map(|c| c.to_digit(10)).sum();
    write!(out, "{undone:?} {:?} digits {digits} {}", a.divided(997).1, Big::small(u32::MAX)).unwrap();
    out
}
