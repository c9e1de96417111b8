//! `#[glassbox::explore]`: a module of plain functions, and the exports that make it an exploration.
//!
//! `parse` turns the module into a `model` and rejects modules that cannot be explored; `expand` writes the code.

mod expand;
mod model;
mod parse;

pub(crate) use expand::exploration as expand;
pub(crate) use parse::{exploration as parse, plain};
