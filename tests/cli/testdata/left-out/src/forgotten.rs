//! No `mod` declares this file.

#[glassbox::check]
fn in_a_file_without_mod(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}
