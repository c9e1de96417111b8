//! The oracle: which path a program takes on every assignment.
//!
//! It knows nothing of terms. It runs each assignment by itself and writes down all that decided how the run
//! went on, as plain values. Two assignments have the same path exactly if their lists are equal.
//!
//! One thing depends on all runs: a load from a data segment that no run writes to does not count by its
//! address, only by the segment. So runs are recorded first, and lists are made from the records afterwards.

mod path;
mod recorder;
mod run;
mod segments;
#[cfg(test)]
mod tests;

pub use path::{End, Event, Paths, Run};
pub use run::{FUEL, paths, paths_in};
