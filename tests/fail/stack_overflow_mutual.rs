//! Two small functions call each other without end.

use std::hint::black_box;

#[inline(never)]
fn is_even(n: i32) -> bool //~ ERROR stack-overflow
{
    let odd = n == 0 || is_odd(black_box(n) - 1); //~ ERROR stack-overflow
    black_box(odd)
}

#[inline(never)]
fn is_odd(n: i32) -> bool //~ ERROR stack-overflow
{
    let even = n != 0 && is_even(black_box(n) - 1); //~ ERROR stack-overflow
    black_box(even)
}

pub fn run() {
    black_box(is_even(black_box(-1)));
}
