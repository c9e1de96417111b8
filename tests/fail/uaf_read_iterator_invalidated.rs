//! A loop walks over a vector by pointers and pushes to it at the same time.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u32> = vec![6, 7, 8];
    let (mut at, end) = (items.as_ptr(), items.as_ptr().wrapping_add(3));
    while at != end {
        let item = unsafe { *black_box(at) }; //~ ERROR use-after-free-read
        if item % 2 == 0 {
            items.push(item / 2);
            black_box(&items);
        }
        at = at.wrapping_add(1);
    }
}
