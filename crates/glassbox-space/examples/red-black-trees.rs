//! Prints the number of red-black trees up to each height, the size of their diagram, and the time.
//!
//!     cargo run --release -p glassbox-space --example red-black-trees

#[path = "support/red_black.rs"]
mod red_black;

use std::time::Instant;

use glassbox_space::{Bdd, Diagram as _, OutOfMemory, Space};
use red_black::{BLACK, RedBlackTrees};

fn main() -> Result<(), OutOfMemory> {
    println!("height  positions   nodes  peak nodes      ms  {:40}  with a black root", "trees");
    for height in 1..=10 {
        let mut space = Space::new(Bdd::default());
        #[expect(clippy::disallowed_methods, reason = "the point is to show how long it takes")]
        let start = Instant::now();
        let trees = RedBlackTrees::new(&mut space, height)?;
        let n_trees = space.count(&trees.non_empty);
        let ms = start.elapsed().as_millis();
        let n_black = space.count(&space.and(&trees.non_empty, &space.guard(trees.root, BLACK))?);
        assert_eq!(space.n_choices(trees.black_height), height + 1, "black heights from 0 on");
        let (positions, nodes) = ((1 << height) - 1, space.n_nodes(&trees.non_empty));
        let peak = space.diagram().statistics().peak;
        let [n_trees, n_black] = [n_trees, n_black].map(|n| short(&n.to_string()));
        println!("{height:>6}  {positions:>9}  {nodes:>6}  {peak:>10}  {ms:>6}  {n_trees:40}  {n_black}");
    }
    Ok(())
}

/// Shortens long numbers to their first digits.
fn short(digits: &str) -> String {
    if digits.len() <= 26 {
        digits.to_owned()
    } else {
        format!("{}.{}e{}", &digits[..1], &digits[1..12], digits.len() - 1)
    }
}
