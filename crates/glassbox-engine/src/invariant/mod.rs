//! Invariants: which states are valid.
//!
//! An invariant is checked node by node: `check` reads one node, its tree children and the summaries of the children.
//! So the set of valid states is computed from the leaves to the root (`initial.rs`), with the same pick, run, remove
//! loop that decides checks: at each position one run for each path through `check`, not one for each subtree. The
//! summary that a check returns for a node becomes a derived variable for the node above.

mod initial;
mod reads;
mod summary;

pub use initial::{Initial, NodeResult, initial};
pub use reads::MayRead;
pub use summary::Summary;
