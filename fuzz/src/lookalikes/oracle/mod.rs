//! The oracle: the path of a program on every assignment.
//!
//! The oracle uses no terms. It runs each assignment by itself and records everything that decides how the run
//! continues, as plain values. Two assignments have the same path if and only if their records are equal.
//!
//! One thing depends on all runs: a load from a data segment that no run writes to counts by the segment, not by its
//! address. So the oracle first records all runs and then computes the paths.

mod path;
mod recorder;
mod run;
mod segments;
#[cfg(test)]
mod tests;

pub use path::{End, Event, Paths, Run};
pub use run::{FUEL, paths, paths_in};
