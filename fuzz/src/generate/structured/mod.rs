//! Modules of structured control flow, made to find bugs of a translator that keeps operands in locals.
//!
//! A module has a few functions of few locals: what one instruction pushes, another soon overwrites. Blocks, loops and
//! branches carry values; conditions are mostly comparisons; dead code is common.
//!
//! Every function has an entry of the same type that sets the fuel and calls it, so that each call from outside
//! starts with the same fuel. Loops and functions count it down and return when there is none left.
//!
//! | file | holds |
//! |---|---|
//! | `shape.rs` | types, functions and globals of a module |
//! | `body` | function bodies |
//! | `ops.rs` | instructions by the types of their operands |
//! | `encode.rs` | the module: its function bodies, memory, table, globals, segments and names |

mod body;
mod encode;
mod ops;
mod shape;

pub use encode::{guest, module};
