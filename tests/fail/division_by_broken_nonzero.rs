//! A NonZero that is zero: the division relies on the type and checks nothing.

use std::hint::black_box;
use std::num::NonZero;

pub fn run() {
    let bytes = black_box([0_u32]);
    let divisor = unsafe { black_box(bytes.as_ptr()).cast::<NonZero<u32>>().read_volatile() };
    let share = black_box(100_u32) / divisor; //~ ERROR division
    black_box(share);
}
