//! VecDeque: a ring that wraps, grows while wrapped, rotates and is made contiguous.

use std::collections::VecDeque;
use std::fmt::Write;

pub fn run() -> String {
    let mut out = String::new();
    let mut ring: VecDeque<u32> = VecDeque::with_capacity(8);
    let mut popped = 0_u64;
    // Pushing three and popping two at alternating ends moves the seam through the buffer while it grows.
    for step in 0..300_u32 {
        ring.push_back(step);
        ring.push_front(step + 1000);
        ring.push_back(step + 2000);
        let (front, back) = (ring.pop_front(), ring.pop_back());
        popped += u64::from(front.unwrap_or(0)) * 3 + u64::from(back.unwrap_or(0));
    }
    writeln!(out, "{} left, popped {popped}", ring.len()).unwrap();

    ring.rotate_left(123);
    ring.rotate_right(40);
    writeln!(out, "rotated: {:?} .. {:?}", ring.front(), ring.back()).unwrap();

    let (left, right) = ring.as_slices();
    assert_eq!(left.len() + right.len(), ring.len());
    ring.make_contiguous().sort_unstable_by(|a, b| b.cmp(a));
    writeln!(out, "sorted down: {:?}", ring.iter().take(5).collect::<Vec<_>>()).unwrap();

    ring.insert(45, 77_776);
    let gone = ring.remove(5);
    let swapped = ring.swap_remove_back(2);
    ring.retain(|n| n % 4 != 1);
    let middle: Vec<u32> = ring.drain(20..30).collect();
    writeln!(out, "{gone:?} {swapped:?} {middle:?} {}", ring.len()).unwrap();

    let mut other = ring.split_off(40);
    other.truncate(9);
    ring.extend(other.iter().rev());
    ring.append(&mut other);
    let at = ring.iter().position(|&n| n == 77_776);
    let sum: u32 = ring.range(10..30).sum();
    write!(out, "{} in the end, 77776 at {at:?}, range sum {sum}, found {}", ring.len(), ring.contains(&11)).unwrap();
    out
}
