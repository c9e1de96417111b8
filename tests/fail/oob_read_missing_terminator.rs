//! A C-like string length looks for a zero byte that the buffer does not have.

use std::hint::black_box;

fn length(text: *const u8) -> usize {
    let mut len = 0;
    loop {
        let byte = unsafe { text.add(len).read_volatile() }; //~ ERROR out-of-bounds-read
        if byte == 0 {
            return len;
        }
        len += 1;
    }
}

pub fn run() {
    let text: Box<[u8]> = black_box(Box::from(*b"unterminated"));
    black_box(length(text.as_ptr()));
}
