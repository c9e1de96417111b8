//! An exploration with an operation that is configured away.

#![allow(dead_code, unused, static_mut_refs)]

/// Right: one of the operations is configured away.
#[glassbox::explore(operations = 3)]
pub mod conditional {
    pub fn new() -> u8 {
        0
    }
    pub fn flip(s: &mut u8) {
        *s ^= 1;
    }
    #[cfg(any())]
    pub fn other(s: &mut u8) {
        *s += 1;
    }
}
