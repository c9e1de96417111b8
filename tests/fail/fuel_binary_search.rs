//! A binary search whose lower bound does not move past the middle.

use std::hint::black_box;

#[rustfmt::skip] // The mark has to stay in the line of the loop's head.
pub fn run() {
    let items: Vec<u32> = black_box((0..10).map(|i| i * 2).collect());
    let (mut low, mut high, wanted) = (0, items.len(), black_box(17));
    while low < high { //~ ERROR fuel
        let middle = black_box(low.midpoint(high)); //~ ERROR fuel
        let below = items[middle] < wanted; //~ ERROR fuel
        (low, high) = black_box(if below { (middle, high) } else { (low, middle) }); //~ ERROR fuel
    }
    black_box(low);
}
