//! Real Rust programs in the machine.
//!
//! `tests/pass` holds correct programs: what they return must be what they return natively, and the sanitizer
//! must have nothing to say. `tests/fail` holds programs with one bug each: the machine must stop with the kind
//! that a comment `//~ ERROR kind` names, on that line. Both are compiled by cargo and rustc for WebAssembly, with
//! std, at several levels of optimisation, all programs of a level in one module.

mod build;
mod marks;
mod run;

pub use build::build;
pub use marks::Mark;
pub use run::{Outcome, Programs, fail_names};

/// The correct programs, compiled natively.
#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    reason = "the programs are written to be compiled, not to be read by clippy"
)]
#[allow(dead_code, missing_docs, unreachable_pub, reason = "as above")]
pub mod native {
    include!(concat!(env!("OUT_DIR"), "/native.rs"));
}
