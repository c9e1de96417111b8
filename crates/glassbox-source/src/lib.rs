//! Reads the Rust source of a user's crate and writes new source for it.
//!
//! | module | purpose |
//! |---|---|
//! | [`read`] | reads a crate with `syn`: its package, modules, types, `impl` blocks, generics, imports |
//! | [`emit`] | `check --emit-tests`: writes a test for each check or exploration that fails |
//! | [`scaffold`] | `init` and `init --explore`: writes the first checks of a type, or its exploration harness |
//!
//! `emit` and `scaffold` use `read` and do not know each other. What is read is source text before macro expansion, so items that a macro
//! generates are not seen. The crate prints nothing: functions return values, and errors that implement
//! [`std::error::Error`]; the command turns both into text for the user.

pub mod emit;
pub mod read;
pub mod scaffold;
