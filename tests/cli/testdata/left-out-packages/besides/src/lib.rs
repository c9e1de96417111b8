//! A dependency with a check.

/// A number.
pub fn number() -> u8 {
    1
}

#[cfg(glassbox)]
mod checks {
    #[glassbox::check]
    fn built(#[glassbox(values = [1, 2])] number: u8) {
        assert!(number < 9);
    }
}
