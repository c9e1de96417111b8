//! `#[glassbox::check]`: a function, and the exports that make it a check.
//!
//! `parse`, with `settings` and `effects`, turns tokens into a `model` and rejects functions that cannot be checked;
//! `expand` writes the code.

mod effects;
mod parse;
mod settings;

mod model;

mod expand;

pub(crate) use expand::{check as expand, replay_name};
pub(crate) use parse::{check as parse, plain};
