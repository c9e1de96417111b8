//! Procedural macros.

#[cfg(test)]
#[glassbox::check]
fn on_the_host(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}
