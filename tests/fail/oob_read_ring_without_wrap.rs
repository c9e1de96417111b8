//! A ring buffer forgets to wrap the position of the item it takes out.

use std::hint::black_box;

struct Ring {
    slots: Box<[u32]>,
    head: usize,
}

impl Ring {
    fn nth(&self, n: usize) -> u32 {
        let at = self.head + n;
        unsafe { black_box(self.slots.as_ptr()).add(at).read_volatile() } //~ ERROR out-of-bounds-read
    }
}

pub fn run() {
    let ring = black_box(Ring { slots: Box::new([10, 20, 30, 40]), head: 2 });
    for n in 0..4 {
        black_box(ring.nth(n));
    }
}
