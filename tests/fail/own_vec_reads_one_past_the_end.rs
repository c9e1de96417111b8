//! An own vector whose loop runs one element too far.

use std::hint::black_box;

struct OwnVec {
    items: *mut u32,
    len: usize,
}

impl OwnVec {
    fn sum(&self) -> u32 {
        let mut sum = 0_u32;
        let mut i = 0;
        while i <= self.len {
            let item = unsafe { self.items.add(i).read_volatile() }; //~ ERROR out-of-bounds-read
            sum = sum.wrapping_add(item);
            i += 1;
        }
        sum
    }
}

pub fn run() {
    let mut items = vec![1_u32, 2, 3, 4].into_boxed_slice();
    let own = OwnVec { items: black_box(items.as_mut_ptr()), len: black_box(4) };
    black_box(own.sum());
    black_box(items);
}
