//! Items are removed by positions that were collected before the first removal.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u32> = black_box(vec![1, 2, 3, 4]);
    for at in black_box([0, 3]) {
        let removed = items.remove(at); //~ ERROR panic
        black_box(removed);
    }
}
