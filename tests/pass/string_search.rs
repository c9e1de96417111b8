//! String search: Knuth-Morris-Pratt, Horspool and Rabin-Karp against std's find, and a suffix array.

use std::fmt::Write;

fn knuth_morris_pratt(text: &[u8], pattern: &[u8]) -> Vec<usize> {
    let mut border = vec![0; pattern.len()];
    let mut len = 0;
    for i in 1..pattern.len() {
        while len > 0 && pattern[i] != pattern[len] {
            len = border[len - 1];
        }
        len += usize::from(pattern[i] == pattern[len]);
        border[i] = len;
    }
    let (mut found, mut matched) = (Vec::new(), 0);
    for (i, byte) in text.iter().enumerate() {
        while matched > 0 && *byte != pattern[matched] {
            matched = border[matched - 1];
        }
        matched += usize::from(*byte == pattern[matched]);
        if matched == pattern.len() {
            found.push(i + 1 - matched);
            matched = border[matched - 1];
        }
    }
    found
}

fn horspool(text: &[u8], pattern: &[u8]) -> Vec<usize> {
    let mut skip = [pattern.len(); 256];
    for (i, byte) in pattern[..pattern.len() - 1].iter().enumerate() {
        skip[usize::from(*byte)] = pattern.len() - 1 - i;
    }
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(window) = text.get(at..at + pattern.len()) {
        if window == pattern {
            found.push(at);
            at += 1;
        } else {
            at += skip[usize::from(window[window.len() - 1])];
        }
    }
    found
}

fn rabin_karp(text: &[u8], pattern: &[u8]) -> Vec<usize> {
    const BASE: u64 = 257;
    const MODULUS: u64 = 1_000_003;
    let hash = |bytes: &[u8]| bytes.iter().fold(0, |hash, byte| (hash * BASE + u64::from(*byte)) % MODULUS);
    let lead = (1..pattern.len()).fold(1, |lead, _| lead * BASE % MODULUS);
    let (wanted, mut rolling) = (hash(pattern), hash(&text[..pattern.len()]));
    let mut found = Vec::new();
    for (at, window) in text.windows(pattern.len()).enumerate() {
        if rolling == wanted && window == pattern {
            found.push(at);
        }
        if let Some(next) = text.get(at + pattern.len()) {
            let without = rolling + MODULUS - u64::from(window[0]) * lead % MODULUS;
            rolling = (without * BASE + u64::from(*next)) % MODULUS;
        }
    }
    found
}

fn with_find(text: &str, pattern: &str) -> Vec<usize> {
    let mut found = Vec::new();
    while let Some(at) = text[found.last().map_or(0, |last| last + 1)..].find(pattern) {
        found.push(at + found.last().map_or(0, |last| last + 1));
    }
    found
}

pub fn run() -> String {
    let mut out = String::new();
    let mut text = String::from("ab");
    while text.len() < 300 {
        text = format!("{text}a{}", &text[..text.len() / 2]);
    }
    for pattern in ["a", "aba", "abaa", "baab", "aabaaba", "abaabaab", "zzz"] {
        let expected = with_find(&text, pattern);
        for search in [knuth_morris_pratt, horspool, rabin_karp] {
            assert_eq!(search(text.as_bytes(), pattern.as_bytes()), expected);
        }
        writeln!(out, "{pattern}: {} from {:?}", expected.len(), expected.first()).unwrap();
    }
    let mut suffixes: Vec<usize> = (0..60).collect();
    suffixes.sort_by(|a, b| text[*a..].cmp(&text[*b..]));
    let low = suffixes.partition_point(|at| &text[*at..] < "baab");
    write!(out, "{:?} {:?}", &suffixes[..8], suffixes[low]).unwrap();
    out
}
