//! A drop finds its own invariant broken.

use std::hint::black_box;

struct Counter {
    n_open: u32,
}

impl Drop for Counter {
    fn drop(&mut self) {
        assert!(black_box(self.n_open) == 0, "{} are still open", self.n_open); //~ ERROR panic
    }
}

pub fn run() {
    drop(black_box(Counter { n_open: 2 }));
}
