//! Has a check, and a dependency with one.

#[cfg(glassbox)]
mod checks {
    #[glassbox::check]
    fn built(#[glassbox(values = [1, 2])] number: u8) {
        assert!(number < 9);
    }
}

/// Links the dependency.
pub fn number() -> u8 {
    besides::number()
}
