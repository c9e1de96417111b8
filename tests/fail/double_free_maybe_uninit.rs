//! assume_init_read leaves the slot as it is, and assume_init_drop drops it once more.

use std::hint::black_box;
use std::mem::MaybeUninit;

pub fn run() {
    let mut slot = MaybeUninit::new(black_box(vec![0_u8; 5]));
    let taken = unsafe { black_box(&mut slot).assume_init_read() };
    drop(black_box(taken));
    unsafe { black_box(&mut slot).assume_init_drop() }; //~ ERROR double-free
}
