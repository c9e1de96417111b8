//! A test target.
#![cfg(glassbox)]

#[glassbox::check]
fn in_tests(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}
