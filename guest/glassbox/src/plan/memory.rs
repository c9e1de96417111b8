//! Memory of a plan.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ptr;

/// Pieces of memory that the plan owns. In the machine they outlive the plan, because the states lie in them.
#[derive(Default)]
pub(crate) struct Memory {
    pieces: Vec<(*mut u8, Layout)>,
}

impl Memory {
    /// Allocates undefined memory. For a size of 0 it only returns an aligned address.
    pub(crate) fn allocate(&mut self, layout: Layout) -> *mut u8 {
        if layout.size() == 0 {
            return ptr::without_provenance_mut(layout.align());
        }
        // SAFETY: the size is not 0.
        let start = unsafe { alloc(layout) };
        if start.is_null() {
            handle_alloc_error(layout);
        }
        self.pieces.push((start, layout));
        start
    }

    /// Gives up the piece at this address: a structure owns it from now on.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) fn release(&mut self, start: *mut u8) {
        self.pieces.retain(|(piece, _)| *piece != start);
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        for (start, layout) in self.pieces.drain(..) {
            // SAFETY: allocated above with this layout, and freed only here.
            unsafe { dealloc(start, layout) }
        }
    }
}
