//! An index is taken from memory that nobody has written; the bounds check decides.

use std::hint::black_box;

pub fn run() {
    let mut indices: Vec<usize> = Vec::with_capacity(4);
    let spare = black_box(indices.as_mut_ptr());
    let index = unsafe { spare.add(2).read_volatile() };
    let table = black_box([1_u8, 2, 3, 4]);
    let item = table[index]; //~ ERROR undefined-branch
    black_box((item, indices));
}
