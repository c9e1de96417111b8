//! The payload of a `None` is read as if it were there.

use std::hint::black_box;

#[inline(never)]
fn large() -> bool {
    black_box(true)
}

pub fn run() {
    let values: Vec<Option<u32>> = black_box(vec![Some(1), None]);
    // The tag of an `Option<u32>` comes first, the payload in the second four bytes.
    let payload: *const u32 = black_box(&raw const values[1]).cast::<u32>().wrapping_add(1);
    let is_large = unsafe { payload.read_volatile() } > 1000 && large(); //~ ERROR undefined-branch
    black_box(is_large);
}
