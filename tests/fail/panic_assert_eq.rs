//! A check in the code under test fails.

use std::hint::black_box;

fn rotate(items: &mut [u32]) {
    let first = items[0];
    for i in 1..items.len() {
        items[i - 1] = items[i];
    }
    // Wrong: `first` should go to the end.
    black_box(first);
}

pub fn run() {
    let mut items = black_box(vec![1, 2, 3]);
    rotate(&mut items);
    assert_eq!(items, [2, 3, 1]); //~ ERROR panic
}
