//! A binary search starts with `high = len` although it treats `high` as a valid index.

use std::hint::black_box;

fn find(items: &[i32], wanted: i32) -> Option<usize> {
    let start = black_box(items.as_ptr());
    let (mut low, mut high) = (0, items.len());
    while low <= high {
        let middle = low.midpoint(high);
        let item = unsafe { start.add(middle).read_volatile() }; //~ ERROR out-of-bounds-read
        match item.cmp(&wanted) {
            std::cmp::Ordering::Equal => return Some(middle),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle.checked_sub(1)?,
        }
    }
    None
}

pub fn run() {
    let items: Vec<i32> = black_box((0..16).map(|i| i * 10).collect());
    black_box(find(&items, black_box(1000)));
}
