//! Two buffers are compared, and the tail of one was never written.

use std::hint::black_box;

pub fn run() {
    let mut received: Vec<u8> = Vec::with_capacity(black_box(24));
    unsafe {
        std::ptr::copy_nonoverlapping(b"header".as_ptr(), black_box(received.as_mut_ptr()), 6);
        received.set_len(24);
    }
    let mut expected = vec![0_u8; 24];
    expected[..6].copy_from_slice(b"header");
    let same = black_box(&received).as_slice().cmp(black_box(&expected)); //~ ERROR undefined-branch
    black_box(same.is_eq());
}
