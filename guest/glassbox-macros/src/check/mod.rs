//! `#[glassbox::check]`: a function, and the exports that make it a check.
//!
//! `parse`, with `bounds`, turns tokens into a `model` and rejects what cannot be checked; `expand` writes the
//! code.

mod bounds;
mod parse;

mod model;

mod expand;

pub(crate) use expand::check as expand;
pub(crate) use parse::{check as parse, plain};
