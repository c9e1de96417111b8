//! A pointer into an arena is used after the arena was cleared and gave its memory back.

use std::hint::black_box;

struct Arena {
    items: Vec<[u32; 4]>,
}

impl Arena {
    fn place(&mut self, item: [u32; 4]) -> *const [u32; 4] {
        self.items.push(item);
        &raw const self.items[self.items.len() - 1]
    }

    fn clear(&mut self) {
        self.items.clear();
        self.items.shrink_to_fit();
    }
}

pub fn run() {
    let mut arena = Arena { items: Vec::with_capacity(10) };
    let item = black_box(arena.place([1, 2, 3, 4]));
    arena.clear();
    black_box(&arena.items);
    let third = unsafe { (*item)[2] }; //~ ERROR use-after-free-read
    black_box(third);
}
