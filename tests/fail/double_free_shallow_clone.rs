//! A type that owns a block derives Clone: both copies free it.

use std::hint::black_box;

#[derive(Clone)]
struct Owner {
    block: *mut u64,
}

impl Drop for Owner {
    fn drop(&mut self) {
        drop(unsafe { Box::from_raw(self.block) }); //~ ERROR double-free
    }
}

pub fn run() {
    let owner = black_box(Owner { block: Box::into_raw(Box::new(3)) });
    let copy = black_box(owner.clone());
    drop(owner);
    drop(copy);
}
