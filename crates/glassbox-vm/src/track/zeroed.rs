//! Shadows whose default is zeros: the system hands out such memory, and a stack of them need not be written.

/// A type whose default has zeros in all bytes.
///
/// # Safety
///
/// A value of zeros is valid, and it is the default.
pub unsafe trait Zeroed: Copy + Default {
    /// So many defaults.
    fn many(n: usize) -> Vec<Self> {
        // SAFETY: the trait says that zeros are valid.
        unsafe { Box::<[Self]>::new_zeroed_slice(n).assume_init() }.into_vec()
    }
}

// SAFETY: it has no bytes.
unsafe impl Zeroed for () {}

// SAFETY: an integer of zeros is 0, which is the default.
unsafe impl Zeroed for u32 {}

// SAFETY: as for `u32`.
unsafe impl Zeroed for u64 {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::track::{Kind, Shadow};

    #[test]
    fn zeros_are_the_default() {
        assert!(u64::many(3).iter().all(|zero| *zero == u64::default()));
        assert!(Kind::many(3).iter().all(|zero| *zero == Kind::default()));
        assert!(Shadow::many(3).iter().all(|zero| *zero == Shadow::default()));
        assert_eq!(<()>::many(3).len(), 3);
    }
}
