//! Clearing an empty list writes to the constant header that all empty lists share.

use std::hint::black_box;

struct Header {
    len: usize,
}

static EMPTY: Header = Header { len: 0 };

fn clear(list: *mut Header) {
    unsafe { (*list).len = 0 }; //~ ERROR read-only
}

pub fn run() {
    clear(black_box((&raw const EMPTY).cast_mut()));
}
