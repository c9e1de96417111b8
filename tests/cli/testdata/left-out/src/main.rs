//! A binary.

#[cfg(glassbox)]
#[glassbox::check]
fn in_a_binary(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}

fn main() {}
