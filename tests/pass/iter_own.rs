//! Own iterators, double ended and fused by hand; from_fn, successors, try_fold, and dyn Iterator.

use std::fmt::Write;
use std::ops::ControlFlow;

struct Countdown {
    low: u32,
    high: u32,
}

impl Iterator for Countdown {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        (self.low < self.high).then(|| {
            self.high -= 1;
            self.high
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.high - self.low) as usize;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Countdown {
    fn next_back(&mut self) -> Option<u32> {
        (self.low < self.high).then(|| {
            self.low += 1;
            self.low - 1
        })
    }
}

impl ExactSizeIterator for Countdown {}

struct Pairs<'a, T>(&'a [T]);

impl<'a, T> Iterator for Pairs<'a, T> {
    type Item = (&'a T, &'a T);

    fn next(&mut self) -> Option<Self::Item> {
        let [a, b, rest @ ..] = self.0 else { return None };
        self.0 = rest;
        Some((a, b))
    }
}

fn stages(choice: u8) -> Box<dyn Iterator<Item = u64>> {
    match choice {
        0 => Box::new(std::iter::successors(Some(1_u64), |n| n.checked_mul(10))),
        1 => Box::new((0..6).map(|n| n * n)),
        _ => Box::new(std::iter::empty()),
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let mut count = Countdown { low: 0, high: 12 };
    let ends: Vec<u32> = std::iter::from_fn(|| count.next().zip(count.next_back()).map(|(a, b)| a * 100 + b)).collect();
    writeln!(
        out,
        "{ends:?} {}",
        Countdown { low: 3, high: 90 }.rev().skip(5).step_by(20).map(|n| n.to_string() + ";").collect::<String>()
    )
    .unwrap();

    let letters: Vec<char> = "abcdefg".chars().collect();
    writeln!(out, "{:?}", Pairs(&letters).map(|(a, b)| format!("{b}{a}")).collect::<Vec<_>>()).unwrap();

    let (mut a, mut b) = (0_u32, 1_u32);
    let fibonacci = std::iter::from_fn(|| {
        let next = a.checked_add(b)?;
        (a, b) = (b, next);
        Some(a)
    });
    writeln!(out, "{:?}", fibonacci.filter(|n| n % 2 == 0).collect::<Vec<_>>()).unwrap();

    let collatz: Vec<u64> = std::iter::successors(Some(27_u64), |&n| match n {
        1 => None,
        n if n % 2 == 0 => Some(n / 2),
        n => Some(3 * n + 1),
    })
    .collect();
    writeln!(out, "{} steps, peak {:?}", collatz.len() - 1, collatz.iter().max()).unwrap();

    let checked = (1..40_i32).try_fold(1_i32, |product, n| product.checked_mul(n));
    let stopped = (1..40_i32).try_fold(1_i32, |product, n| match product.checked_mul(n) {
        Some(product) => ControlFlow::Continue(product),
        None => ControlFlow::Break((n, product)),
    });
    writeln!(out, "{checked:?} {stopped:?}").unwrap();
    let sums: Vec<u64> = (0..3).map(|choice| stages(choice).fold(0, u64::wrapping_add)).collect();
    let mut mixed = stages(0).zip(stages(1)).skip(2);
    write!(out, "{sums:?} {:?} {}", mixed.next(), mixed.len_hint()).unwrap();
    out
}

trait LenHint {
    fn len_hint(&self) -> String;
}

impl<I: Iterator> LenHint for I {
    fn len_hint(&self) -> String {
        format!("{:?}", self.size_hint().1.map(|n| n.min(1000)))
    }
}
