//! A lookup that found nothing gives a null pointer, which is read through.

use std::hint::black_box;

fn find(items: &[u32], wanted: u32) -> *const u32 {
    items.iter().find(|item| **item == wanted).map_or(std::ptr::null(), std::ptr::from_ref)
}

pub fn run() {
    let items = black_box(vec![1, 2, 3]);
    let found = black_box(find(&items, 4));
    let value = unsafe { found.read_volatile() }; //~ ERROR null
    black_box(value);
}
