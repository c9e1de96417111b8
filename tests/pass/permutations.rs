//! Permutations: Heap's algorithm, the lexicographic successor, ranks, subsets, partitions, an 8-puzzle parity.

use std::fmt::Write;

fn heaps(n: usize, items: &mut [u8], visit: &mut impl FnMut(&[u8])) {
    if n <= 1 {
        return visit(items);
    }
    for i in 0..n {
        heaps(n - 1, items, visit);
        items.swap(if n % 2 == 0 { i } else { 0 }, n - 1);
    }
}

fn next_permutation<T: Ord>(items: &mut [T]) -> bool {
    let Some(pivot) = items.windows(2).rposition(|two| two[0] < two[1]) else { return false };
    let swap = items.iter().rposition(|item| *item > items[pivot]).unwrap_or(pivot);
    items.swap(pivot, swap);
    items[pivot + 1..].reverse();
    true
}

fn rank(items: &[u8]) -> usize {
    items.iter().enumerate().fold(0, |rank, (i, item)| {
        rank * (items.len() - i) + items[i + 1..].iter().filter(|later| *later < item).count()
    })
}

fn partitions(n: u32, largest: u32, parts: &mut Vec<u32>, visit: &mut dyn FnMut(&[u32])) {
    if n == 0 {
        return visit(parts);
    }
    for part in (1..=largest.min(n)).rev() {
        parts.push(part);
        partitions(n - part, part, parts, visit);
        parts.pop();
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let mut seen = vec![false; 120];
    let mut odd = 0;
    heaps(5, &mut [0, 1, 2, 3, 4], &mut |items| {
        assert!(!std::mem::replace(&mut seen[rank(items)], true));
        let inversions = (0..5).map(|i| items[i..].iter().filter(|item| **item < items[i]).count()).sum::<usize>();
        odd += inversions % 2;
    });
    writeln!(out, "{} seen, {odd} odd", seen.iter().filter(|seen| **seen).count()).unwrap();

    let mut letters: Vec<char> = "aabbcd".chars().collect();
    let mut words = vec![letters.iter().collect::<String>()];
    while next_permutation(&mut letters) {
        words.push(letters.iter().collect());
    }
    writeln!(out, "{} words, {} {} {}", words.len(), words[50], words[100], words[179]).unwrap();
    assert!(words.is_sorted());

    let items = [3, 9, 14, 20, 27, 31, 8];
    let sums: Vec<u32> = (0_u32..128)
        .filter(|mask| (0..7).filter(|i| mask >> i & 1 == 1).map(|i| items[i as usize]).sum::<u32>() == 51)
        .collect();
    writeln!(out, "subsets of sum 51: {}", sums.iter().map(|mask| format!("{mask:07b}")).collect::<Vec<_>>().join(" "))
        .unwrap();
    let (mut count, mut last) = (0, Vec::new());
    partitions(15, 15, &mut Vec::new(), &mut |parts| {
        count += 1;
        if parts.is_sorted_by(|a, b| a > b) {
            last = parts.to_vec();
        }
    });
    write!(out, "{count} partitions, last distinct {last:?}").unwrap();
    out
}
