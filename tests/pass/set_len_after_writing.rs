//! Vec::with_capacity, writes through pointers and spare_capacity_mut, then set_len; own extend and concat.

use std::fmt::Write;

fn squares(n: usize) -> Vec<u64> {
    let mut items: Vec<u64> = Vec::with_capacity(n);
    let start = items.as_mut_ptr();
    for i in 0..n {
        // SAFETY: `i` is below the capacity.
        unsafe { start.add(i).write((i * i) as u64) };
    }
    // SAFETY: the first `n` items are written.
    unsafe { items.set_len(n) };
    items
}

fn interleave<T: Clone>(a: &[T], b: &[T]) -> Vec<T> {
    let len = a.len().min(b.len());
    let mut mixed = Vec::with_capacity(2 * len);
    let spare = mixed.spare_capacity_mut();
    for i in 0..len {
        spare[2 * i].write(a[i].clone());
        spare[2 * i + 1].write(b[i].clone());
    }
    // SAFETY: the first `2 * len` items are written.
    unsafe { mixed.set_len(2 * len) };
    mixed
}

fn concat(parts: &[&[u8]]) -> Vec<u8> {
    let total: usize = parts.iter().map(|part| part.len()).sum();
    let mut joined: Vec<u8> = Vec::with_capacity(total + 13);
    let mut at = 0;
    for part in parts {
        // SAFETY: the parts fit into the capacity together, and the new buffer overlaps none of them.
        unsafe { std::ptr::copy_nonoverlapping(part.as_ptr(), joined.as_mut_ptr().add(at), part.len()) };
        at += part.len();
    }
    // SAFETY: `at` bytes are written. The thirteen behind them stay undefined and unread.
    unsafe { joined.set_len(at) };
    joined
}

/// Moves the items that pass to the front, and counts them out of the Vec first: if `keep` panicked, items would
/// leak but never be dropped twice.
fn keep_if(items: &mut Vec<String>, mut keep: impl FnMut(&str) -> bool) {
    let len = items.len();
    // SAFETY: shorter than before.
    unsafe { items.set_len(0) };
    let start = items.as_mut_ptr();
    let mut kept = 0;
    for i in 0..len {
        // SAFETY: item `i` is written and still where it was; `kept <= i`.
        unsafe {
            if keep(&*start.add(i)) {
                std::ptr::copy(start.add(i), start.add(kept), 1);
                kept += 1;
            } else {
                start.add(i).drop_in_place();
            }
        }
    }
    // SAFETY: the first `kept` items were moved there.
    unsafe { items.set_len(kept) };
}

pub fn run() -> String {
    let mut out = String::new();
    let squares = squares(150);
    writeln!(out, "{} {:?}", squares.iter().sum::<u64>(), squares.last()).unwrap();
    let words: Vec<String> = (0..30).map(|i| format!("w{i}")).collect();
    let others: Vec<String> = (0..25).map(|i| "o".repeat(i % 4 + 1)).collect();
    let mut mixed = interleave(&words, &others);
    writeln!(out, "{} {:?}", mixed.len(), &mixed[40..46]).unwrap();
    keep_if(&mut mixed, |word| word.len() % 2 == 1);
    mixed.push("end".to_owned());
    writeln!(out, "{} {}", mixed.len(), mixed.concat()).unwrap();
    let joined = concat(&[b"one ", b"", b"two ", &[b'x'; 100], b" three"]);
    writeln!(out, "{} {}", joined.len(), String::from_utf8_lossy(&joined[joined.len() - 10..])).unwrap();
    let mut text = String::with_capacity(64);
    // SAFETY: ASCII only, and the length is set to what was written.
    unsafe {
        let buffer = text.as_mut_vec();
        for (i, slot) in buffer.spare_capacity_mut()[..26].iter_mut().enumerate() {
            slot.write(b'z' - i as u8);
        }
        buffer.set_len(26);
    }
    write!(out, "{text}").unwrap();
    out
}
