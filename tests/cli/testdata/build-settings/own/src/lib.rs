//! Bugs that only overflow checks and debug assertions show.

#[cfg(glassbox)]
mod checks {
    use std::hint::black_box;

    #[glassbox::check]
    fn own_assertion(#[glassbox(values = [1, 200])] number: u8) {
        debug_assert!(number < 2);
    }

    #[glassbox::check]
    fn own_overflow(#[glassbox(values = [1, 200])] number: u8) {
        black_box(number + 100);
    }

    #[glassbox::check]
    fn assertion_of_a_dependency(#[glassbox(values = [1, 200])] number: u8) {
        other::assert_small(number);
    }

    #[glassbox::check]
    fn overflow_of_a_dependency(#[glassbox(values = [1, 200])] number: u8) {
        black_box(other::add(number));
    }

    #[glassbox::check]
    fn precondition_of_std(#[glassbox(values = [1, 200])] number: u8) {
        // SAFETY: wrong on purpose.
        black_box(unsafe { number.unchecked_add(100) });
    }
}
