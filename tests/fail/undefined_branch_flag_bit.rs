//! Two bits of a byte are set in fresh memory, and a third one is tested.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

fn set(flags: *mut u8, bit: u8, value: u8) {
    let others = black_box(unsafe { flags.read_volatile() } & !(1 << bit));
    unsafe { flags.write_volatile(others | value << bit) };
}

fn get(flags: *const u8, bit: u8) -> bool {
    let masked = black_box(unsafe { flags.read_volatile() } & 1 << bit);
    masked != 0 && is_set() //~ ERROR undefined-branch
}

#[inline(never)]
fn is_set() -> bool {
    black_box(true)
}

pub fn run() {
    let layout = Layout::new::<u8>();
    let flags = black_box(unsafe { alloc(layout) });
    set(flags, 0, 1);
    set(flags, 5, 0);
    black_box(get(flags, 0));
    black_box(get(flags, 5));
    black_box(get(flags, 3));
    unsafe { dealloc(flags, layout) };
}
