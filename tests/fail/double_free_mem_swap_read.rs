//! A swap made of two `ptr::read`s and one `ptr::write`: one value is lost, the other is owned twice.

use std::hint::black_box;

fn swap(a: &mut Box<u32>, b: &mut Box<u32>) {
    unsafe {
        let saved = std::ptr::read(a);
        std::ptr::write(a, std::ptr::read(b));
        // Wrong: `b` should get `saved`.
        drop(black_box(saved));
    }
}

pub fn run() {
    let (mut a, mut b) = black_box((Box::new(1), Box::new(2)));
    swap(&mut a, &mut b);
    drop(black_box(a));
    drop(black_box(b)); //~ ERROR double-free
}
