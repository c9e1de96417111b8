//! An own vector checks its room with `>` instead of `>=` and writes behind its block.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

struct MyVec {
    start: *mut u32,
    capacity: usize,
    len: usize,
}

impl MyVec {
    fn with_capacity(capacity: usize) -> Self {
        let start = unsafe { alloc(Layout::array::<u32>(capacity).unwrap()) };
        Self { start: black_box(start.cast()), capacity, len: 0 }
    }

    fn push(&mut self, item: u32) {
        if self.len > self.capacity {
            unimplemented!("growing");
        }
        unsafe { self.start.add(self.len).write_volatile(item) }; //~ ERROR out-of-bounds-write
        self.len += 1;
    }
}

impl Drop for MyVec {
    fn drop(&mut self) {
        unsafe { dealloc(self.start.cast(), Layout::array::<u32>(self.capacity).unwrap()) };
    }
}

pub fn run() {
    let mut items = MyVec::with_capacity(black_box(4));
    for i in 0..5 {
        items.push(i);
    }
    black_box(items.len);
}
