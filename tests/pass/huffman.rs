//! Huffman coding: a heap of boxed trees, codes as bit strings, packing into bytes, decoding.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt::Write;

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Tree {
    Leaf(char),
    Fork(Box<Tree>, Box<Tree>),
}

fn build(text: &str) -> Tree {
    let mut counts: BTreeMap<char, u32> = BTreeMap::new();
    text.chars().for_each(|c| *counts.entry(c).or_default() += 1);
    // The counter breaks ties, so that the tree is the same everywhere.
    let mut heap: BinaryHeap<Reverse<(u32, u32, Tree)>> =
        counts.iter().zip(0..).map(|((c, n), i)| Reverse((*n, i, Tree::Leaf(*c)))).collect();
    let mut next = heap.len() as u32;
    loop {
        let Some(Reverse((n, _, low))) = heap.pop() else { unreachable!("the text is not empty") };
        let Some(Reverse((m, _, high))) = heap.pop() else { return low };
        heap.push(Reverse((n + m, next, Tree::Fork(Box::new(low), Box::new(high)))));
        next += 1;
    }
}

fn codes(tree: &Tree, path: &mut Vec<bool>, found: &mut BTreeMap<char, Vec<bool>>) {
    match tree {
        Tree::Leaf(c) => drop(found.insert(*c, path.clone())),
        Tree::Fork(low, high) => {
            for (child, bit) in [(low, false), (high, true)] {
                path.push(bit);
                codes(child, path, found);
                path.pop();
            }
        }
    }
}

fn pack(bits: impl Iterator<Item = bool>) -> (Vec<u8>, usize) {
    let (mut bytes, mut len) = (Vec::new(), 0);
    for bit in bits {
        if len % 8 == 0 {
            bytes.push(0);
        }
        bytes[len / 8] |= u8::from(bit) << (len % 8);
        len += 1;
    }
    (bytes, len)
}

fn unpack(tree: &Tree, bytes: &[u8], len: usize) -> String {
    let mut text = String::new();
    let mut at = tree;
    for i in 0..len {
        if let Tree::Fork(low, high) = at {
            at = if bytes[i / 8] >> (i % 8) & 1 == 0 { low } else { high };
        }
        if let Tree::Leaf(c) = at {
            text.push(*c);
            at = tree;
        }
    }
    text
}

pub fn run() -> String {
    let mut out = String::new();
    let text = "she sells sea shells by the sea shore, the shells she sells are sea shells for sure; süß";
    let tree = build(text);
    let mut table = BTreeMap::new();
    codes(&tree, &mut Vec::new(), &mut table);
    for (c, code) in &table {
        let code: String = code.iter().map(|bit| if *bit { '1' } else { '0' }).collect();
        writeln!(out, "{c:?} {code}").unwrap();
    }
    let (bytes, len) = pack(text.chars().flat_map(|c| table[&c].iter().copied()));
    let kraft: f64 = table.values().map(|code| 0.5_f64.powi(code.len() as i32)).sum();
    assert_eq!(unpack(&tree, &bytes, len), text);
    write!(out, "{} bytes in {} bits, {kraft}, {:02x?}", text.len(), len, &bytes[..12]).unwrap();
    out
}
