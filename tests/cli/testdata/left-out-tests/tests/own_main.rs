//! A test target with a `main` of its own.

#[glassbox::check]
fn without_harness(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}

fn main() {}
