//! A field of a boxed struct is freed as if it were a box of its own.

use std::hint::black_box;

struct Pair {
    _first: u64,
    second: u64,
}

pub fn run() {
    let pair = black_box(Box::into_raw(Box::new(Pair { _first: 1, second: 2 })));
    let field = black_box(unsafe { &raw mut (*pair).second });
    drop(unsafe { Box::from_raw(field) }); //~ ERROR invalid-free
    drop(unsafe { Box::from_raw(pair) });
}
