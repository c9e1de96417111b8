//! `#[glassbox::explore]`: a module of plain functions, and the exports that make it an exploration.
//!
//! `parse` turns the module into a `model` and rejects modules that cannot be explored; `unseen` finds
//! items that may be functions. `shape` says where subjects are
//! in a result. `expand` writes the code: `arguments` the code that picks arguments, `results` the code that uses results,
//! `others` the function that makes other subjects.

mod arguments;
mod expand;
mod model;
mod others;
mod parse;
mod results;
mod shape;
mod unseen;

pub(crate) use expand::exploration as expand;
pub(crate) use parse::{exploration as parse, plain};
