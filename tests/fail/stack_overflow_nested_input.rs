//! A parser recurses once per bracket, and the input has very many.

use std::hint::black_box;

#[inline(never)]
fn depth(text: &[u8]) -> usize //~ ERROR stack-overflow
{
    let [first, rest @ ..] = text else { return 0 }; //~ ERROR stack-overflow
    let inner = if *first == b'[' { depth(black_box(rest)) + 1 } else { 0 }; //~ ERROR stack-overflow
    black_box(inner)
}

pub fn run() {
    let text = black_box(vec![b'['; 60_000]);
    black_box(depth(&text));
}
