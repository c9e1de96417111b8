//! An insertion sort moves items right without looking for the left end; the smallest is put before the block.

use std::hint::black_box;

fn sort(items: &mut [i32]) {
    let start = black_box(items.as_mut_ptr());
    for i in 1..items.len() as isize {
        let item = items[i as usize];
        let mut at = i;
        while at >= 0 && unsafe { *start.offset(at.max(1) - 1) } > item {
            unsafe { start.offset(at).write(*start.offset(at.max(1) - 1)) };
            at -= 1;
        }
        unsafe { start.wrapping_offset(at).write_volatile(item) }; //~ ERROR out-of-bounds-write
    }
}

pub fn run() {
    let mut items = black_box(vec![5, 8, 9, 2, 7]);
    sort(&mut items);
    black_box(items);
}
