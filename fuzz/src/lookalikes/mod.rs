//! Random programs whose paths are known: what one run claims about all states can be compared with all runs.
//!
//! A [`Program`](program::Program) is a function with a few variables of a few choices each. [`wasm`] makes
//! programs out of instructions, [`rust`] has rustc make them out of Rust.
//! [`oracle`] runs a program on every assignment of its variables and records which path each run takes: the
//! assignments with the same path are each other's lookalikes.

pub mod compare;
mod domain;
pub mod fault;
pub mod oracle;
pub mod program;
pub mod rust;
pub mod wasm;
