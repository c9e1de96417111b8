//! The memory is grown by a number of pages that was never written.

use std::hint::black_box;
use std::mem::MaybeUninit;

#[cfg(target_arch = "wasm32")]
fn grow(n_pages: usize) -> usize {
    std::arch::wasm32::memory_grow::<0>(n_pages) //~ ERROR undefined-size
}

#[cfg(not(target_arch = "wasm32"))]
fn grow(n_pages: usize) -> usize {
    n_pages
}

pub fn run() {
    let n_pages: Box<MaybeUninit<usize>> = black_box(Box::new_uninit());
    let n_pages = unsafe { n_pages.as_ptr().read_volatile() };
    black_box(grow(n_pages));
}
