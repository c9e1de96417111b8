//! A drain is forgotten half-way: the items it had not given out yet are lost.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<String> = Vec::with_capacity(4);
    for i in 0..4 {
        items.push(black_box("x").repeat(i + 20)); //~ ERROR leak
    }
    let mut drain = items.drain(..);
    black_box(drain.next());
    std::mem::forget(drain);
    black_box(&items);
}
