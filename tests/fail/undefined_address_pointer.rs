//! A pointer is followed that was never set.

use std::hint::black_box;
use std::mem::MaybeUninit;

pub fn run() {
    let slot: Box<MaybeUninit<*const u8>> = black_box(Box::new_uninit());
    let pointer = unsafe { slot.as_ptr().read_volatile() };
    let byte = unsafe { pointer.read_volatile() }; //~ ERROR undefined-address
    black_box(byte);
}
