//! An own vector drops its items but not its block.

use std::alloc::{Layout, alloc};
use std::hint::black_box;

struct MyVec {
    start: *mut String,
    len: usize,
}

impl MyVec {
    fn new(capacity: usize) -> Self {
        let block = unsafe { alloc(Layout::array::<String>(capacity).unwrap()) }; //~ ERROR leak
        Self { start: black_box(block.cast()), len: 0 }
    }

    fn push(&mut self, item: String) {
        unsafe { self.start.add(self.len).write(item) };
        self.len += 1;
    }
}

impl Drop for MyVec {
    fn drop(&mut self) {
        unsafe { std::ptr::slice_from_raw_parts_mut(self.start, self.len).drop_in_place() };
    }
}

pub fn run() {
    let mut items = MyVec::new(black_box(4));
    items.push(black_box("one").to_owned());
    items.push(black_box("two").to_owned());
}
