//! A struct keeps a field in ManuallyDrop and has no Drop that would drop it.

use std::hint::black_box;
use std::mem::ManuallyDrop;

struct Session {
    buffer: ManuallyDrop<Vec<u8>>,
}

pub fn run() {
    let buffer = black_box(vec![7_u8; 100]); //~ ERROR leak
    let session = Session { buffer: ManuallyDrop::new(buffer) };
    black_box(session.buffer.len());
}
