//! A hash table with open addressing is full, and a key that is not in it is looked for.

use std::hint::black_box;

pub fn run() {
    let slots: Vec<u32> = black_box((100..108).collect());
    let wanted = black_box(7_u32);
    let mut at = wanted as usize % slots.len();
    loop {
        let slot = black_box(slots[at]); //~ ERROR fuel
        let stop = slot == wanted || slot == 0; //~ ERROR fuel
        at = black_box((at + 1) % slots.len()); //~ ERROR fuel
        if black_box(stop) //~ ERROR fuel
        {
            break;
        }
    }
    black_box(at);
}
