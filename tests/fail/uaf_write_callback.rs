//! A callback keeps a pointer to a counter that is gone when the callback runs.

use std::hint::black_box;

fn subscribe() -> Box<dyn Fn(u32)> {
    let mut counter = Box::new(0_u32);
    let pointer = black_box(&raw mut *counter);
    let callback = move |n| unsafe { pointer.write_volatile(n) }; //~ ERROR use-after-free-write
    callback(1);
    Box::new(callback)
}

pub fn run() {
    let callback = black_box(subscribe());
    callback(2);
}
