//! Binary decision diagrams.
//!
//! | file | holds |
//! |---|---|
//! | `sets.rs` | the diagram in terms of variables and choices |
//! | `storage.rs` | nodes with automatic garbage collection |
//! | `engine.rs` | the state that all operators share |
//! | `apply.rs` | operators on two sets |
//! | `intersect.rs` | the intersection of many sets |
//! | `take.rs` | difference that checks that the subtrahend is there |
//! | `simplify.rs` | smaller sets that agree on the states that matter |
//! | `table.rs` | the unique table: all nodes, each one once |
//! | `cache.rs` | cached results of operators |
//! | `roots.rs` | the nodes that callers hold |
//! | `gc_policy.rs` | when garbage is collected |
//!
//! Levels are the bits of `codes.rs`, in that order, for ever: nothing reorders. What is done depends on the calls only:
//! there are no threads, and no addresses in any hash.
//!
//! Why our own: the sets of one search are small, but there are many of them, and most of each is in the one before. That
//! asks for tables that stay in the processor's caches, for operators that need no stack, and for questions that make no
//! nodes. With OxiDD, which was here first, the same searches took five times as long.
//! `crates/glassbox-space/tests/oxidd.rs` compares with it.

#![expect(clippy::inline_always, reason = "these loops are where a search spends most of its time; measured")]
#![expect(clippy::cast_possible_truncation, reason = "the table has fewer than 2^30 nodes")]

mod apply;
mod cache;
mod engine;
mod gc_policy;
mod intersect;
mod roots;
mod sets;
mod simplify;
mod storage;
mod table;
mod take;

pub use roots::BddSet;
pub use sets::Bdd;
