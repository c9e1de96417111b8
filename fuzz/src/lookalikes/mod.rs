//! Checks the lookalikes of random programs.
//!
//! A [`Program`](program::Program) is a function with a few variables of a few choices each. [`wasm`] generates
//! programs as instructions, [`rust`] as Rust source. [`oracle`] runs a program on every assignment of its variables
//! and records the path of each run: assignments with the same path are lookalikes. [`compare`] compares them with the
//! lookalikes that the engine computes from a single run, and [`fault`] has deliberate faults that the comparison must
//! detect.

pub mod compare;
mod domain;
pub mod fault;
pub mod oracle;
pub mod program;
pub mod rust;
pub mod wasm;
