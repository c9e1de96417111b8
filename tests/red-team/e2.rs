//! Statics over several pages of memory, states whose memories have different sizes, and memory that does not come from the
//! global allocator. All are wrong but for `own_memory`.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong if the bytes on both sides of some page's edge are set, which takes two calls.
#[glassbox::explore(operations = 3)]
pub mod wide_static {
    static mut TABLE: [u8; 5000] = [0; 5000];
    pub fn new() -> u8 {
        0
    }
    pub fn mark(_: &mut u8, #[glassbox(values = [0, 1023, 1024, 2047, 2048, 4999])] at: usize) {
        unsafe { TABLE[at] = 1 };
    }
    pub fn look(_: &mut u8) {
        unsafe { assert!(!TABLE.windows(2).any(|pair| pair == [1, 1])) };
    }
}

/// Wrong after a static was changed and changed back in part: only the last of many bytes stays.
#[glassbox::explore(operations = 4)]
pub mod changed_back {
    static mut TABLE: [u8; 3000] = [7; 3000];
    pub fn new() -> u8 {
        0
    }
    pub fn spoil(_: &mut u8) {
        unsafe { TABLE = [9; 3000] };
    }
    pub fn mend(_: &mut u8) {
        unsafe { TABLE[..2999].fill(7) };
    }
    pub fn look(_: &mut u8) {
        unsafe { assert!(TABLE[0] == 9 || TABLE[2999] == 7) };
    }
}

/// Wrong with a large block behind a small one.
#[glassbox::explore(operations = 4)]
pub mod large_behind_small {
    pub fn new() -> Vec<Vec<u8>> {
        Vec::new()
    }
    pub fn large(all: &mut Vec<Vec<u8>>) {
        all.push(vec![1; 400_000]);
    }
    pub fn small(all: &mut Vec<Vec<u8>>) {
        all.push(vec![2; 8]);
    }
    pub fn pop(all: &mut Vec<Vec<u8>>) {
        all.pop();
    }
    pub fn look(all: &mut Vec<Vec<u8>>) {
        let is_it = all.len() == 2 && all[0].len() == 8 && all[1].len() == 400_000;
        assert!(!(is_it && all[1][399_999] == 1 && all[0][7] == 2));
    }
}

/// Wrong: reads a large block that is gone, in a state with less memory than the one before.
#[glassbox::explore(operations = 4)]
pub mod large_and_gone {
    pub struct S {
        block: Option<Box<[u8]>>,
        old: *const u8,
    }
    pub fn new() -> S {
        S { block: None, old: std::ptr::null() }
    }
    pub fn make(s: &mut S) {
        let block = vec![3; 2_000_000].into_boxed_slice();
        s.old = &raw const block[1_999_999];
        s.block = Some(block);
    }
    pub fn free(s: &mut S) {
        s.block = None;
    }
    pub fn look(s: &mut S) -> u8 {
        if s.old.is_null() { 0 } else { unsafe { std::hint::black_box(s.old).read() } }
    }
}

/// A page of its own, past the global allocator. Tests on the host never call it.
fn page() -> *mut u8 {
    #[cfg(target_arch = "wasm32")]
    return (core::arch::wasm32::memory_grow(0, 1) << 16) as *mut u8;
    #[cfg(not(target_arch = "wasm32"))]
    unreachable!()
}

/// Right: writes to its own page, reads that and forgets it.
#[glassbox::explore(operations = 3)]
pub mod own_memory {
    pub fn new() -> Vec<u8> {
        Vec::new()
    }
    pub fn grow(kept: &mut Vec<u8>) {
        let first = super::page();
        unsafe {
            first.write(5);
            kept.push(first.read());
            first.write(0);
        }
    }
    pub fn all_are_five(kept: &Vec<u8>) -> bool {
        kept.iter().all(|byte| *byte == 5)
    }
}

/// Counts up to three in the byte at an address.
fn count_in(address: usize) {
    let byte = address as *mut u8;
    unsafe {
        assert!(byte.read() < 3);
        byte.write(byte.read() + 1);
    }
}

/// Wrong: counts in a page of its own, whose number is all that the value has.
#[glassbox::explore(operations = 80)]
pub mod own_counter {
    pub fn new() -> usize {
        super::page() as usize
    }
    pub fn count(page: &mut usize) {
        super::count_in(*page);
    }
}

/// Wrong: the same, with memory from std's own allocator.
#[glassbox::explore(operations = 80)]
pub mod system_counter {
    use std::alloc::{GlobalAlloc, Layout, System};
    pub fn new() -> usize {
        unsafe { System.alloc_zeroed(Layout::new::<u64>()) as usize }
    }
    pub fn count(block: &mut usize) {
        super::count_in(*block);
    }
}

/// Wrong: the size of the memory is what it counts with.
#[glassbox::explore(operations = 80)]
pub mod size_counts {
    pub fn new() -> u8 {
        0
    }
    pub fn grow(_: &mut u8) {
        super::page();
        #[cfg(target_arch = "wasm32")]
        assert!(core::arch::wasm32::memory_size(0) < 64);
    }
}

/// Wrong: a check that finds in a page of its own what an earlier run of the same check left there, were it not cleared.
#[glassbox::check]
pub fn page_in_check(#[glassbox(values = 0..3)] n: u8) {
    let page = page();
    unsafe {
        page.write(n);
        assert_ne!(page.read(), 2);
    }
}
