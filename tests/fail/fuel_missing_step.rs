//! A loop forgets to advance in one of its branches.

use std::hint::black_box;

#[rustfmt::skip] // The mark has to stay in the line of the loop's head.
pub fn run() {
    let items: Vec<u32> = black_box(vec![1, 2, 0, 3]);
    let (mut i, mut sum) = (0, 0);
    while i < items.len() { //~ ERROR fuel
        let item = black_box(items[i]); //~ ERROR fuel
        let step = usize::from(item != 0); //~ ERROR fuel
        sum = black_box(sum ^ item); //~ ERROR fuel
        i = black_box(i + step); //~ ERROR fuel
    }
    black_box(sum);
}
