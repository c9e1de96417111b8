//! Structures with fields of the standard library's cells and collections.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

mod cells;
mod hashed;
mod ordered;
mod sequences;

pub use cells::Counted;
pub use hashed::Index;
pub use ordered::Ranking;
pub use sequences::{Queue, Schedule, Text, Zeros};
