//! Fuzzing: random modules with other engines as oracles, mutated modules, damaged texts, and random programs.
//!
//! Four binaries use this library:
//!
//! - `fuzz-vm` runs random valid modules in the machine and in another engine and compares everything observable:
//!   [`generate`] makes the modules, [`engine`] gives all engines one interface, [`differential`] compares them.
//! - `fuzz-loader` mutates modules with [`mutate`] and checks with [`loader`] that the machine rejects or runs them
//!   without a panic, in bounded time ([`watchdog`]) and memory ([`allocator`]).
//! - `fuzz-texts` damages replay texts, locks, settings, entries of the cache and saved sets, and checks that their readers refuse them, or
//!   write them again as they are; see [`texts`].
//! - `lookalikes` compares the lookalikes of random programs with a run of every state; see [`lookalikes`].
//!
//! Everything follows from a seed and a number, so that any finding can be reproduced alone.

// The code truncates random numbers to the width that it needs.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "see above")]

pub mod allocator;
pub mod arguments;
pub mod differential;
pub mod engine;
pub mod findings;
pub mod generate;
pub mod loader;
pub mod lookalikes;
pub mod module_limits;
pub mod mutate;
pub mod panics;
pub mod random;
pub mod texts;
pub mod watchdog;
