//! Sets as decision diagrams: the operations, and the two engines that provide them.
//!
//! [`Bdd`] is the one to use: binary decision diagrams. [`Explicit`] lists the members; tests compare the two.
//!
//! | file | holds |
//! |---|---|
//! | `operations.rs` | the trait [`Diagram`]: what a set engine can do |
//! | `codes.rs` | which bits encode a variable, and why the surplus codes do no harm |
//! | `levels.rs` | the order of bits, and groups of variables |
//! | `walk.rs` | questions that take one walk down the diagram: contains, least, next |
//! | `graph.rs` | a diagram as a flat list of nodes, for what has to visit all of them |
//! | `count.rs`, `lightest.rs`, `file_format.rs` | three of those: counting, least weight, saving |

mod bdd;
mod codes;
mod count;
mod explicit;
mod file_format;
mod graph;
mod levels;
mod lightest;
mod operations;
mod walk;

pub use bdd::{Bdd, BddSet};
pub use explicit::{Explicit, ExplicitSet};
pub use lightest::Weights;
pub use operations::{Diagram, DiagramStatistics, States};
