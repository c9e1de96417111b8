//! Binary decision diagrams.
//!
//! | file | holds |
//! |---|---|
//! | `sets.rs` | the diagram in terms of variables and choices |
//! | `storage.rs` | nodes with automatic garbage collection |
//! | `engine.rs` | the state that all operators share |
//! | `apply.rs` | operators on two sets |
//! | `product.rs` | their step at the beginning of a group |
//! | `intersect.rs` | the intersection of many sets |
//! | `take.rs` | difference that fails if part of the second set is missing in the first |
//! | `simplify.rs` | smaller sets that agree on the states that matter |
//! | `table.rs` | the unique table: all nodes, each one once |
//! | `cache.rs` | cached results of operators |
//! | `roots.rs` | the nodes that callers hold |
//! | `gc_policy.rs` | when garbage is collected |
//!
//! The order of levels is that of `levels.rs`; there is no reordering. Without groups these are binary decision diagrams
//! (Bryant 1986). At groups they are sentential decision diagrams (Darwiche 2011), compressed and trimmed, so that equal
//! sets are equal nodes: `product.rs` has the rules. The engine is deterministic: it has no
//! threads, and no hash depends on an address.
//!
//! Why we wrote our own: a search makes many small sets, each of which shares most nodes with the one before. So the
//! tables should stay in the processor's caches, operators should not use the thread's stack, and queries should make
//! no nodes. With OxiDD, the first engine, the same searches took five times as long.
//! `crates/glassbox-space/tests/oxidd.rs` compares the results of both.

#![expect(clippy::inline_always, reason = "these loops are where a search spends most of its time; measured")]
#![expect(clippy::cast_possible_truncation, reason = "the table has fewer than 2^30 nodes")]

mod apply;
mod cache;
mod engine;
mod gc_policy;
mod intersect;
mod product;
mod roots;
mod sets;
mod simplify;
mod storage;
mod table;
mod take;

pub use roots::BddSet;
pub use sets::Bdd;
