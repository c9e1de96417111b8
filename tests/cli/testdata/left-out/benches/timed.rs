//! A benchmark.

#[cfg(glassbox)]
#[glassbox::check]
fn in_a_benchmark(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}

fn main() {}
