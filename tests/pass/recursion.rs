//! Recursion: Ackermann, mutual recursion, Hanoi, flood fill, deep but bounded, and memoised.

use std::collections::BTreeMap;
use std::fmt::Write;

fn ackermann(m: u32, n: u32) -> u32 {
    match (m, n) {
        (0, n) => n + 1,
        (m, 0) => ackermann(m - 1, 1),
        (m, n) => ackermann(m - 1, ackermann(m, n - 1)),
    }
}

fn is_even(n: u32) -> bool {
    n == 0 || is_odd(n - 1)
}

fn is_odd(n: u32) -> bool {
    n != 0 && is_even(n - 1)
}

fn hanoi(n: u8, pegs: &mut [Vec<u8>; 3], from: usize, to: usize) -> u32 {
    if n == 0 {
        return 0;
    }
    let via = 3 - from - to;
    let before = hanoi(n - 1, pegs, from, via);
    let disc = pegs[from].pop().expect("the disc is there");
    assert!(pegs[to].last().is_none_or(|top| *top > disc));
    pegs[to].push(disc);
    before + 1 + hanoi(n - 1, pegs, via, to)
}

fn fill(picture: &mut [[u8; 20]; 12], x: usize, y: usize) -> u32 {
    if picture.get(y).and_then(|row| row.get(x)) != Some(&0) {
        return 0;
    }
    picture[y][x] = 2;
    let around = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
    1 + around.into_iter().map(|(x, y)| fill(picture, x, y)).sum::<u32>()
}

fn ways(amount: u32, coins: &[u32], known: &mut BTreeMap<(u32, usize), u64>) -> u64 {
    if amount == 0 {
        return 1;
    }
    let Some((coin, rest)) = coins.split_last() else { return 0 };
    if let Some(ways) = known.get(&(amount, coins.len())) {
        return *ways;
    }
    let without = ways(amount, rest, known);
    let with = amount.checked_sub(*coin).map_or(0, |left| ways(left, coins, known));
    known.insert((amount, coins.len()), with + without);
    with + without
}

/// A large frame per level, so that the stack is really used.
fn sum_of_frames(depth: u64) -> u64 {
    let frame: [u64; 32] = std::array::from_fn(|i| depth * 31 + i as u64);
    let below = if depth == 0 { 0 } else { sum_of_frames(depth - 1) };
    std::hint::black_box(&frame).iter().sum::<u64>() + below
}

pub fn run() -> String {
    let mut out = String::new();
    writeln!(out, "{} {} {}", ackermann(2, 9), ackermann(3, 3), is_even(501)).unwrap();
    let mut pegs = [(1..=8).rev().collect(), Vec::new(), Vec::new()];
    let moves = hanoi(8, &mut pegs, 0, 2);
    writeln!(out, "{moves} moves, {:?}", pegs[2]).unwrap();
    let mut picture = [[0; 20]; 12];
    for i in 0..60 {
        picture[i * 7 % 12][i * 11 % 20] = 1;
    }
    let areas: Vec<u32> = (0..6).map(|i| fill(&mut picture, i * 3, i * 2)).collect();
    writeln!(out, "{areas:?}").unwrap();
    let mut known = BTreeMap::new();
    writeln!(out, "{} ways, {} known", ways(120, &[1, 2, 5, 10, 20, 50], &mut known), known.len()).unwrap();
    write!(out, "{}", sum_of_frames(200)).unwrap();
    out
}
