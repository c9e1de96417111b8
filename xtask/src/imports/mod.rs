//! The import graph of each package: which file names items of which other file, and where that goes in circles.
//!
//! The nodes are the `.rs` files that the compiler reaches from `src/lib.rs`, `src/main.rs` and `src/bin` through
//! `mod` items. There is an edge from file A to file B if code of A names an item that B defines:
//!
//! - by a `use` item, also one inside a function;
//! - by a path in code, such as `crate::a::f()`, `super::g()` or `module::Type`, also in the arguments of a macro
//!   call, in the body of a `macro_rules!` macro and in the arguments of an attribute.
//!
//! A path leads to the file that *defines* the item, through any number of re-exports, renames and globs: after
//! `pub use b::Thing` in the parent, `use super::Thing` in a sibling is an edge to `b.rs`, not to the parent.
//!
//! These are no edges:
//!
//! - `mod x;`, and naming a module without an item in it (`use crate::a;`): only what is used of the module counts;
//! - a re-export (`pub use`, `pub(crate) use`, ..) of an item that is defined below the re-exporting module: that is
//!   a table of contents. If the same file also uses the item in its own code, that is an edge;
//! - anything under `#[cfg(test)]`, and test files;
//! - names of other packages, links in documentation, and the code templates in `quote!`.
//!
//! `cargo xtask imports --as-written` shows the graph in which a path leads to the module that it names instead.
//!
//! Resolution works on syntax, without types and macro expansion. So a method call is no edge, however the method's
//! type got here; an item that a macro defines counts as defined in the module that calls the macro; and a local
//! variable can be taken for an item of the same name, if the file re-exports that item or imports it by a glob.

mod circles;
mod graph;
mod module_tree;
mod packages;
mod references;
mod report;
mod resolve;
mod use_tree;

pub(crate) use circles::{Circle, Kind};
pub(crate) use graph::{Edge, ImportGraph, Target};
pub(crate) use module_tree::FileId;
pub(crate) use packages::{Package, packages};
pub(crate) use report::run;
