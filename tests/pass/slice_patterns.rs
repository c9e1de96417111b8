//! Slice patterns, bindings, ranges, let-else, if-let chains and matching on tuples and references.

use std::fmt::Write;

fn shape(items: &[i32]) -> String {
    match items {
        [] => "empty".to_owned(),
        [one] => format!("one {one}"),
        [first, last] if first == last => format!("twice {first}"),
        [0, rest @ ..] => format!("zero then {}", shape(rest)),
        [first, .., last] if first == last => format!("framed by {first}"),
        [first @ 1..=9, middle @ .., last @ (..=-1 | 100..)] => format!("{first} ({}) {last}", middle.len()),
        [.., a, b, _] if a > b => format!("falls from {a} to {b}"),
        all => format!("{} of sum {}", all.len(), all.iter().sum::<i32>()),
    }
}

/// Merge sort without a single index.
fn sort(items: &[i32]) -> Vec<i32> {
    let ([_, _, ..], (mut left, mut right)) = (items, items.split_at(items.len() / 2)) else { return items.to_vec() };
    let (low, high) = (sort(left), sort(right));
    (left, right) = (&low, &high);
    let mut merged = Vec::with_capacity(items.len());
    loop {
        match (left, right) {
            ([a, rest @ ..], [b, ..]) if a <= b => {
                merged.push(*a);
                left = rest;
            }
            ([] | [_, ..], [b, rest @ ..]) => {
                merged.push(*b);
                right = rest;
            }
            (rest, []) => {
                merged.extend(rest);
                return merged;
            }
        }
    }
}

fn header(bytes: &[u8]) -> Option<(u8, u16, &[u8])> {
    let [b'G', b'B', version, low, high, body @ ..] = bytes else { return None };
    let len = u16::from(*low) | u16::from(*high) << 8;
    if let Some(body) = body.get(..len as usize)
        && let [.., 0] = body
    {
        Some((*version, len, body))
    } else {
        None
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let cases: [&[i32]; 9] =
        [&[], &[4], &[6, 6], &[0, 0, 7], &[5, 1, 2, 5], &[3, 1, 4, -2], &[20, 9, 8, 1], &[10, 20, 30], &[2, 9, 100]];
    for case in cases {
        writeln!(out, "{case:?}: {}", shape(case)).unwrap();
    }
    let items: Vec<i32> = (0..200).map(|i| i * 77 % 199 - 90).collect();
    let sorted = sort(&items);
    writeln!(out, "{} {:?}", sorted.is_sorted(), &sorted[..6]).unwrap();
    for bytes in [&b"GB\x02\x03\x00ab\0rest"[..], b"GB\x01\x09\x00ab", b"XB\x02\x01\x00\0", b"GB\x01\x02\x00ab"] {
        writeln!(out, "{:?}", header(bytes)).unwrap();
    }
    let mut pair = [[1, 2, 3], [4, 5, 6]];
    let [[a, .., b], [c, rest @ ..]] = &mut pair;
    std::mem::swap(a, c);
    *b += rest.iter().sum::<i32>();
    let ((x @ 1.., _) | (_, x)) = (0_i32, 8);
    write!(out, "{pair:?} {x}").unwrap();
    out
}
