//! A dependency with the same bugs.

/// Overflows.
pub fn add(number: u8) -> u8 {
    number + 100
}

/// Asserts that the number is small.
pub fn assert_small(number: u8) {
    debug_assert!(number < 2);
}
