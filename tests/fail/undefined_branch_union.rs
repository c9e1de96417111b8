//! One byte of a union is written, and all four are looked at.

use std::hint::black_box;

#[repr(C)]
union Bits {
    byte: u8,
    word: u32,
}

#[inline(never)]
fn small() -> bool {
    black_box(true)
}

pub fn run() {
    let mut bits: Box<std::mem::MaybeUninit<Bits>> = black_box(Box::new_uninit());
    let start = black_box(bits.as_mut_ptr());
    unsafe { (&raw mut (*start).byte).write_volatile(1) };
    let is_small = unsafe { (*black_box(start)).word } == 1 && small(); //~ ERROR undefined-branch
    black_box(is_small);
}
