//! An example.

#[cfg(glassbox)]
#[glassbox::check]
fn in_an_example(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}

fn main() {}
