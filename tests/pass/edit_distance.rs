//! Dynamic programming: edit distance with a script, longest common subsequence, knapsack, longest rising run.

use std::fmt::Write;

fn edit_script(a: &str, b: &str) -> (usize, String) {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut costs = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            costs[i][j] = match (i, j) {
                (0, n) | (n, 0) => n,
                _ => {
                    let replaced = costs[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    replaced.min(costs[i - 1][j] + 1).min(costs[i][j - 1] + 1)
                }
            };
        }
    }
    let (mut i, mut j, mut script) = (a.len(), b.len(), Vec::new());
    while i > 0 || j > 0 {
        if i > 0 && j > 0 && costs[i][j] == costs[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]) {
            (i, j) = (i - 1, j - 1);
            script.push(if a[i] == b[j] { '=' } else { b[j] });
        } else if i > 0 && costs[i][j] == costs[i - 1][j] + 1 {
            i -= 1;
            script.push('-');
        } else {
            j -= 1;
            script.extend([b[j], '+']);
        }
    }
    (costs[a.len()][b.len()], script.iter().rev().collect())
}

fn common_subsequence(a: &[u8], b: &[u8]) -> Vec<u8> {
    let width = b.len() + 1;
    let mut lengths = vec![0_u16; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            lengths[i * width + j] = if a[i] == b[j] {
                lengths[(i + 1) * width + j + 1] + 1
            } else {
                lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            found.push(a[i]);
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

fn knapsack(items: &[(usize, u32)], room: usize) -> u32 {
    let mut best = vec![0; room + 1];
    for (weight, value) in items {
        for left in (*weight..=room).rev() {
            best[left] = best[left].max(best[left - weight] + value);
        }
    }
    best[room]
}

fn rising(items: &[u32]) -> Vec<u32> {
    let (mut tails, mut previous): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (i, item) in items.iter().enumerate() {
        let at = tails.partition_point(|tail| items[*tail] < *item);
        previous.push(at.checked_sub(1).map(|before| tails[before]));
        if at == tails.len() { tails.push(i) } else { tails[at] = i }
    }
    let mut run: Vec<u32> =
        std::iter::successors(tails.last().copied(), |at| previous[*at]).map(|at| items[at]).collect();
    run.reverse();
    run
}

pub fn run() -> String {
    let mut out = String::new();
    for (a, b) in [("kitten", "sitting"), ("", "abc"), ("größe", "grosse"), ("model checking", "mode locking")] {
        writeln!(out, "{a} {b}: {:?}", edit_script(a, b)).unwrap();
    }
    let common =
        common_subsequence(b"the quick brown fox jumps over the dog", b"that thick crown off jumbo overalls dig");
    writeln!(out, "{:?}", String::from_utf8_lossy(&common)).unwrap();
    let items: Vec<(usize, u32)> = (1..25_usize).map(|i| (i * 7 % 19 + 1, (i * i * 5 % 31) as u32 + 3)).collect();
    writeln!(out, "{:?}", [10, 30, 60, 100].map(|room| knapsack(&items, room))).unwrap();
    let numbers: Vec<u32> = (0..100).map(|i| i * 61 % 101).collect();
    write!(out, "{:?}", rising(&numbers)).unwrap();
    out
}
