//! How far `cargo glassbox init` gets, alone: with published crates (`cargo xtask survey`), and with the families of structures in
//! `subjects/` (`cargo xtask families`).
//!
//! | file | holds |
//! |---|---|
//! | `limited.rs` | runs a command for a limited time |
//! | `harness.rs` | the result of `init --explore` |
//! | `verdict.rs` | the result of `cargo glassbox` |
//! | `bin/survey` | published crates |
//! | `bin/families` | families of structures, and bugs in them |

mod harness;
mod limited;
mod verdict;

pub use harness::{Harness, Init, LeftOut, write_harness};
pub use limited::{Ended, run_limited};
pub use verdict::{Explored, Verdict, explore};
