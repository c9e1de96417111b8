//! Invariants: which states are valid.
//!
//! An invariant is checked node by node: `check` sees one node, its tree children and what the children's own checks
//! summarised. So the set of valid states is computed from the leaves to the root (`initial.rs`), with the same
//! pick, run, remove loop that decides checks: at each position one run for each path through `check`, not one for
//! each subtree. What a check says about a node, its summary, becomes a derived variable for the node above.

mod initial;
mod reads;
mod summary;

pub use initial::{Initial, NodeResult, initial};
pub use reads::MayRead;
pub use summary::Summary;
