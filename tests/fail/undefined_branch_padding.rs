//! A search through the bytes of a struct looks at its padding.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

#[repr(C)]
struct Record {
    kind: u8,
    size: u32,
}

#[inline(never)]
fn differ(at: usize) -> bool {
    black_box(at < 100)
}

pub fn run() {
    let layout = Layout::new::<Record>();
    let record: *mut Record = black_box(unsafe { alloc(layout) }.cast());
    unsafe {
        (&raw mut (*record).kind).write_volatile(1);
        (&raw mut (*record).size).write_volatile(2);
    }
    let bytes: *const u8 = black_box(record).cast();
    for i in 0..size_of::<Record>() {
        let odd = unsafe { bytes.add(i).read_volatile() } == 99 && differ(i); //~ ERROR undefined-branch
        black_box(odd);
    }
    unsafe { dealloc(record.cast(), layout) };
}
