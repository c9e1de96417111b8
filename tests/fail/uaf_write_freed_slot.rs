//! A pool hands out a slot whose block was freed when the pool was reset.

use std::hint::black_box;

struct Pool {
    free: Vec<*mut [u64; 2]>,
    owned: Vec<Box<[u64; 2]>>,
}

impl Pool {
    fn fill(&mut self) {
        for _ in 0..3 {
            let mut slot = Box::new([0; 2]);
            self.free.push(&raw mut *slot);
            self.owned.push(slot);
        }
    }

    /// Forgets that `free` points into `owned`.
    fn reset(&mut self) {
        self.owned.clear();
    }
}

pub fn run() {
    let mut pool = black_box(Pool { free: Vec::new(), owned: Vec::new() });
    pool.fill();
    pool.reset();
    let slot = black_box(pool.free.pop().unwrap());
    unsafe { (*slot)[1] = 7 }; //~ ERROR use-after-free-write
    black_box(&pool.owned);
}
