//! A request that no allocator can serve is refused, and the vector stays as it was.

use std::hint::black_box;

pub fn run() -> String {
    let mut items = vec![1_u8, 2, 3];
    let refused = items.try_reserve(black_box(isize::MAX as usize - 100)).is_err();
    items.push(4);
    let caught = std::panic::catch_unwind(|| black_box(7)).ok();
    format!("{refused} {items:?} {caught:?}")
}
