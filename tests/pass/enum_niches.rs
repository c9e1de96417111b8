//! Enums whose tag hides in a payload: Option of Box, NonZero, bool, char, references; nested and mixed.

use std::cmp::Ordering;
use std::fmt::Write;
use std::num::NonZero;

#[derive(Clone, Debug, PartialEq)]
enum Inner {
    Flag(bool),
    Letter(char),
    Empty,
}

#[derive(Clone, Debug, PartialEq)]
enum Outer {
    Inner(Inner),
    Text(String),
    Count(Option<NonZero<u32>>),
    Tree(Option<Box<Outer>>),
    None,
}

fn make(i: u32) -> Outer {
    match i % 8 {
        0 => Outer::Inner(Inner::Flag(i % 3 == 0)),
        1 => Outer::Inner(Inner::Letter(char::from_u32(0x3b1 + i % 20).unwrap_or('?'))),
        2 => Outer::Inner(Inner::Empty),
        3 => Outer::Text(format!("t{i}")),
        4 => Outer::Count(NonZero::new(i % 12)),
        5 => Outer::Tree(Some(Box::new(make(i / 2)))),
        6 => Outer::Tree(None),
        _ => Outer::None,
    }
}

fn weight(value: &Outer) -> u32 {
    match value {
        Outer::Inner(Inner::Flag(true)) => 1,
        Outer::Inner(Inner::Flag(false) | Inner::Empty) | Outer::None => 0,
        Outer::Inner(Inner::Letter(c)) => *c as u32 % 100,
        Outer::Text(text) => text.len() as u32,
        Outer::Count(count) => count.map_or(7, NonZero::get),
        Outer::Tree(Some(child)) => 10 + weight(child),
        Outer::Tree(None) => 5,
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let values: Vec<Outer> = (0..64).map(make).collect();
    let copies = values.clone();
    assert_eq!(values, copies);
    writeln!(out, "{} {:?}", values.iter().map(weight).sum::<u32>(), &values[40..48]).unwrap();
    let same = values.iter().flat_map(|a| copies.iter().map(move |b| a == b)).filter(|same| *same).count();
    writeln!(out, "{same} equal pairs").unwrap();

    // Three levels of Option around a bool fit into one byte.
    let mut levels: Vec<Option<Option<Option<bool>>>> = Vec::new();
    for i in 0..50 {
        levels.push([None, Some(None), Some(Some(None)), Some(Some(Some(true))), Some(Some(Some(false)))][i * 3 % 5]);
    }
    let counts = levels.iter().fold([0; 5], |mut counts, level| {
        let at = match level {
            None => 0,
            Some(None) => 1,
            Some(Some(None)) => 2,
            Some(Some(Some(false))) => 3,
            Some(Some(Some(true))) => 4,
        };
        counts[at] += 1;
        counts
    });
    levels.sort();
    writeln!(out, "{counts:?} {:?} {:?}", levels[0], levels[49]).unwrap();

    let boxes: Vec<Option<Box<u64>>> = (0..40).map(|i| (i % 3 == 1).then(|| Box::new(i * i))).collect();
    let total: u64 = boxes.iter().flatten().map(|boxed| **boxed).sum();
    let orders: Vec<Option<Ordering>> = boxes.windows(2).map(|two| two[0].partial_cmp(&two[1])).collect();
    let less = orders.iter().filter(|order| **order == Some(Ordering::Less)).count();
    let results: Vec<Result<NonZero<u8>, ()>> =
        (0..=255_u8).map(|n| NonZero::new(n.wrapping_mul(37)).ok_or(())).collect();
    write!(out, "{total} {less} {} {:?}", results.iter().filter(|r| r.is_err()).count(), results[3]).unwrap();
    out
}
