//! Bytes that a removed element leaves behind.

/// Makes `len` bytes at `at` undefined, as if nothing had ever been written there.
///
/// In the machine, memory that was never written is undefined, and copying it makes the target undefined. Natively nothing
/// compares such bytes, and they stay as they are.
///
/// # Safety
///
/// There are so many bytes in one block at `at`, and they belong to no value.
#[cfg(all(glassbox, target_family = "wasm"))]
pub(super) unsafe fn forget(at: *const u8, len: usize) {
    let layout = std::alloc::Layout::array::<u8>(len.max(1)).expect("an element fits into memory");
    // SAFETY: the size is not 0. The compiler must not know that the memory is new, or it would leave out the copy.
    let new = std::hint::black_box(unsafe { std::alloc::alloc(layout) });
    // SAFETY: both have so many bytes, and the new ones are nobody else's.
    unsafe {
        std::ptr::copy_nonoverlapping(new, std::hint::black_box(at.cast_mut()), len);
        std::alloc::dealloc(new, layout);
    }
}

/// Natively nothing compares such bytes.
///
/// # Safety
///
/// As in the machine.
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(super) unsafe fn forget(_: *const u8, _: usize) {}
