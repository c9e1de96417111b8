//! Vec: drain, retain, dedup, splice, extract_if, split_off, rotation and insertion, against plain arithmetic.

use std::fmt::Write;

pub fn run() -> String {
    let mut out = String::new();
    let mut numbers: Vec<u32> = (0..400).map(|i| i * 7 % 101).collect();

    let drained: Vec<u32> = numbers.drain(50..150).collect();
    writeln!(out, "drain: {} left, {} taken, sum {}", numbers.len(), drained.len(), drained.iter().sum::<u32>())
        .unwrap();

    numbers.retain(|n| n % 3 != 0);
    numbers.retain_mut(|n| {
        *n += 1;
        *n % 5 != 0
    });
    writeln!(out, "retain: {} left, first {:?}", numbers.len(), &numbers[..6]).unwrap();

    let mut runs: Vec<u32> = numbers.iter().map(|n| n / 20).collect();
    runs.dedup();
    let mut keyed = numbers.clone();
    keyed.dedup_by_key(|n| *n / 40);
    keyed.dedup_by(|a, b| *a % 2 == *b % 2);
    writeln!(out, "dedup: {} runs, {} keyed", runs.len(), keyed.len()).unwrap();

    let replaced: Vec<u32> = numbers.splice(10..14, [900, 901, 902, 903, 904, 905]).collect();
    writeln!(out, "splice: {replaced:?} gone, now {:?}", &numbers[8..18]).unwrap();
    let shorter: Vec<u32> = numbers.splice(2..8, std::iter::once(7000)).collect();
    writeln!(out, "splice: {shorter:?} gone, now {:?}", &numbers[..6]).unwrap();

    let even: Vec<u32> = numbers.extract_if(.., |n| *n % 2 == 0).collect();
    writeln!(out, "extract_if: {} even, {} odd", even.len(), numbers.len()).unwrap();

    let mut tail = numbers.split_off(numbers.len() / 2);
    tail.rotate_left(5);
    tail.reverse();
    tail.insert(3, 12_345);
    let removed = tail.remove(7);
    let swapped = tail.swap_remove(0);
    tail.truncate(30);
    numbers.append(&mut tail);
    numbers.extend_from_within(..4);
    numbers.resize(numbers.len() + 3, 1);
    writeln!(out, "removed {removed} and {swapped}, {} in the end, tail empty: {}", numbers.len(), tail.is_empty())
        .unwrap();

    let checksum = numbers.iter().fold(0_u64, |sum, &n| (sum * 31 + u64::from(n)) % 1_000_007);
    write!(out, "checksum {checksum}").unwrap();
    out
}
