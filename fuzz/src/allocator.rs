//! An allocator that counts bytes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Number of allocated bytes.
static LIVE: AtomicUsize = AtomicUsize::new(0);
/// Largest value of [`LIVE`] since [`reset_peak`].
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// Number of the module that runs, for the message if memory runs out.
static CURRENT: AtomicU64 = AtomicU64::new(0);

/// Allocations above this limit fail, to protect the computer that runs the fuzzer.
const HARD_LIMIT: usize = 4 << 30;

/// The system's allocator with counters. A program that wants the counters declares it as its global allocator.
#[derive(Clone, Copy, Debug)]
pub struct CountingAllocator;

impl CountingAllocator {
    /// Counts an allocation; false if it exceeds the limit.
    fn take(size: usize) -> bool {
        let live = LIVE.fetch_add(size, Ordering::Relaxed) + size;
        PEAK.fetch_max(live, Ordering::Relaxed);
        if live > HARD_LIMIT {
            LIVE.fetch_sub(size, Ordering::Relaxed);
            eprintln!("module {} requests {size} bytes on top of {}", CURRENT.load(Ordering::Relaxed), live - size);
        }
        live <= HARD_LIMIT
    }
}

// SAFETY: all memory comes from the system's allocator and goes back to it, with the layout of the request. A null
// pointer means that the allocation failed.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !Self::take(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps `alloc`'s contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !Self::take(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: as for `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !Self::take(size) {
            return std::ptr::null_mut();
        }
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: `at` came from the system's allocator with this layout.
        unsafe { System.realloc(at, layout, size) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: `at` came from the system's allocator with this layout.
        unsafe { System.dealloc(at, layout) }
    }
}

/// Resets [`peak`] to the bytes that are allocated now. `number` is the module to name if memory runs out.
pub fn reset_peak(number: u64) {
    CURRENT.store(number, Ordering::Relaxed);
    PEAK.store(LIVE.load(Ordering::Relaxed), Ordering::Relaxed);
}

/// Largest number of bytes that were allocated at once since [`reset_peak`]; 0 without [`CountingAllocator`].
pub fn peak() -> usize {
    PEAK.load(Ordering::Relaxed)
}
