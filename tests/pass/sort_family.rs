//! Sorting: stable, unstable, by key, cached; selection, partition and binary search; that stable means stable.

use std::fmt::Write;

fn shuffled(n: u32) -> Vec<u32> {
    let mut seed = 2463_534_242_u32;
    let mut items: Vec<u32> = (0..n).collect();
    for i in (1..items.len()).rev() {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        items.swap(i, seed as usize % (i + 1));
    }
    items
}

pub fn run() -> String {
    let mut out = String::new();
    // Lengths on both sides of the limits where the algorithms change.
    for n in [0, 1, 2, 15, 21, 33, 50, 150] {
        let items = shuffled(n);
        let expected: Vec<u32> = (0..n).collect();
        let mut sorted = items.clone();
        sorted.sort();
        assert_eq!(sorted, expected);
        sorted = items.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, expected);
        sorted = items.clone();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        assert!(sorted.iter().rev().eq(&expected));
    }

    let mut pairs: Vec<(u32, usize)> = shuffled(150).into_iter().map(|n| n % 13).zip(0..).collect();
    pairs.sort_by_key(|pair| pair.0);
    let stable = pairs.windows(2).all(|two| two[0].0 < two[1].0 || two[0].1 < two[1].1);
    writeln!(out, "stable: {stable}, starts {:?}", &pairs[..4]).unwrap();

    let mut words: Vec<String> = shuffled(60).into_iter().map(|n| format!("w{n}")).collect();
    words.sort_by_cached_key(|word| (word.len(), word.chars().rev().collect::<String>()));
    writeln!(out, "{}", words[..14].join(" ")).unwrap();

    let mut items = shuffled(201);
    let (low, median, high) = items.select_nth_unstable(100);
    let split = low.iter().all(|n| n < median) && high.iter().all(|n| n > median);
    writeln!(out, "median {median}, split {split}").unwrap();

    let table: Vec<u32> = (0..300).map(|n| n * 3).collect();
    let found: Vec<_> = [0, 1, 297, 450, 897, 2000].iter().map(|n| table.binary_search(n)).collect();
    let below = table.partition_point(|&n| n < 100);
    writeln!(out, "{found:?} {below} {:?}", table.binary_search_by(|n| (n / 10).cmp(&30)).is_ok()).unwrap();

    let mut floats = [2.5, -1.0, f64::INFINITY, 0.0, -0.0, 1e-9, f64::NEG_INFINITY];
    floats.sort_by(f64::total_cmp);
    write!(out, "{floats:?} {}", table.is_sorted_by_key(|n| std::cmp::Reverse(*n))).unwrap();
    out
}
