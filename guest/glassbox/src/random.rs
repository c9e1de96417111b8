//! Random bytes for the crate `getrandom`, which has none for WebAssembly.
//!
//! They follow from the seed of std's hashers: the host knows when that is used, and a verdict says that one seed stands for all.
//! Every request gets the same bytes, so that the state of a program is all that its next step depends on. Version 0.3 and later ask
//! for them if `getrandom_backend` is `custom`, which the command sets; version 0.2 if its feature `custom` is on.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;

/// Writes `len` bytes from `dest` on.
///
/// # Safety
///
/// That memory must be valid for writes.
unsafe fn fill(dest: *mut u8, len: usize) {
    let seed = RandomState::new();
    for at in 0..len {
        // SAFETY: it is one of the bytes.
        unsafe { dest.add(at).write(seed.hash_one(at).to_le_bytes()[0]) };
    }
}

/// What `getrandom` 0.3 and 0.4 call. Their error type is a number that is not zero.
#[expect(clippy::unnecessary_wraps, reason = "the type that `getrandom` declares")]
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(dest: *mut u8, len: usize) -> Result<(), NonZeroU32> {
    // SAFETY: the caller has that many bytes.
    unsafe { fill(dest, len) };
    Ok(())
}

/// What `getrandom` 0.2 calls; it returns an error code.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_custom(dest: *mut u8, len: usize) -> u32 {
    // SAFETY: the caller has that many bytes.
    unsafe { fill(dest, len) };
    0
}
