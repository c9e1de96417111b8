//! A test target that requires a feature.

#[glassbox::check]
fn with_required_features(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}
