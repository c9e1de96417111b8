//! Settings of targets that leave checks out.

#[cfg(test)]
#[glassbox::check]
fn with_test_off(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}
