//! Fuzzing of the machine: random modules, other engines as oracles, and broken modules.
//!
//! Two programs use this library. `fuzz-vm` runs random valid modules in the machine and in another engine
//! and compares all that can be seen of them: [`generate`] makes the modules, [`engine`] gives every engine
//! the same face, [`compare`] holds them against each other. `fuzz-loader` breaks modules with [`mutate`] and
//! makes sure with [`loader`] that the machine refuses or runs them without a panic, in bounded time and
//! memory; [`watch`] is who looks at the clock.
//!
//! Everything follows from a seed and a module's number, so that any finding can be made again alone.

// Random numbers are cut to the width that is needed, on purpose.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "see above")]

pub mod arguments;
pub mod compare;
pub mod engine;
pub mod findings;
pub mod generate;
pub mod loader;
pub mod lookalikes;
pub mod module_limits;
pub mod mutate;
pub mod random;
pub mod watch;
