//! A byte that was never written is the index into a table.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

pub fn run() {
    let table: Box<[u8]> = black_box(vec![3; 256].into_boxed_slice());
    let layout = Layout::new::<u8>();
    let index = black_box(unsafe { alloc(layout) });
    let slot = table.as_ptr().wrapping_add(usize::from(unsafe { index.read_volatile() }));
    let entry = unsafe { slot.read_volatile() }; //~ ERROR undefined-address
    black_box(entry);
    unsafe { dealloc(index, layout) };
}
