//! A hash table with open addressing is full, and a key that is not in it is looked for.

use std::hint::black_box;

#[rustfmt::skip] // The mark has to stay in the line of the loop's head.
pub fn run() {
    let slots: Vec<u32> = black_box((100..108).collect());
    let wanted = black_box(7_u32);
    let mut at = wanted as usize % slots.len();
    let mut stop = false;
    while !stop { //~ ERROR fuel
        let slot = black_box(slots[at]); //~ ERROR fuel
        stop = black_box(slot == wanted || slot == 0); //~ ERROR fuel
        at = black_box((at + 1) % slots.len()); //~ ERROR fuel
    }
    black_box(at);
}
