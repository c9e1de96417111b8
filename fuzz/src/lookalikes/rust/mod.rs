//! Random Rust functions, compiled like a user's crate.
//!
//! rustc turns a `match` or a comparison of structs into more kinds of code than [`super::wasm`] can generate. All
//! functions of a batch share a module. The struct of each lies at the start of an arena, and the nodes it points to
//! behind it.
//!
//! | file | holds |
//! |---|---|
//! | `batch.rs` | batches: functions that are compiled together |
//! | `function.rs` | a function on a struct |
//! | `shape.rs`, `fields.rs` | a struct with a known layout |
//! | `writer.rs`, `expression.rs`, `special.rs`, `statement.rs` | the code of a function |
//! | `scalar.rs` | Rust's numbers and `bool` |
//! | `compile.rs` | rustc |

mod batch;
mod compile;
mod expression;
mod fields;
mod function;
mod scalar;
mod shape;
mod special;
mod statement;
mod writer;

pub use batch::{BATCH, programs};
