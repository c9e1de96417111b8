//! A search backwards does not stop at the first item and reads before the block.

use std::hint::black_box;

pub fn run() {
    let bytes: Vec<u8> = black_box(b"no slash here".to_vec());
    let mut at = black_box(bytes.as_ptr()).wrapping_add(bytes.len());
    loop {
        at = at.wrapping_sub(1);
        let byte = unsafe { at.read_volatile() }; //~ ERROR out-of-bounds-read
        if black_box(byte) == b'/' {
            break;
        }
    }
}
