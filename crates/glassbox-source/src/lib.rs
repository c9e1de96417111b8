//! Reads the Rust source of a user's crate and writes new source for it.
//!
//! | folder | purpose |
//! |---|---|
//! | [`read`] | reads a crate with `syn`: its package, modules, types, `impl` blocks, generics, imports |
//! | [`scaffold`] | `init` and `init --explore`: writes the first checks of a type, or its exploration harness |
//! | [`emit`] | `check --emit-tests`: writes a test for each check or exploration that fails |
//!
//! `scaffold` and `emit` use `read` and do not know each other. Source is read before macro expansion, so items that a macro
//! generates are not seen. The crate prints nothing: functions return values and errors, and the command turns both into
//! text for the user.

pub mod emit;
pub mod read;
pub mod scaffold;
