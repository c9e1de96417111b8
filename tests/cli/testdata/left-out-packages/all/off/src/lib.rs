//! Depends on glassbox for other targets only.

#[cfg(all(test, unix))]
#[glassbox::check]
fn natively(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}
