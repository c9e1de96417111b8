//! Random modules: one function with a few helpers, on the fields of a random layout.
//!
//! The code is made so that a run is short and always ends, and so that it has several paths: conditions mostly compare
//! a field with a value that it may have.
//!
//! | file | holds |
//! |---|---|
//! | `layout.rs` | what lies where in memory |
//! | `shape.rs` | functions and globals of a module |
//! | `program.rs` | the program: parameters and functions |
//! | `body.rs`, `expression.rs`, `special.rs`, `statement.rs` | the code of a function |
//! | `ops.rs` | instructions by the types of their operands |
//! | `encode.rs` | the module as bytes and as text |

mod body;
mod encode;
mod expression;
mod layout;
mod ops;
mod program;
mod shape;
mod special;
mod statement;

pub use program::program;
