//! The state that all operators share: nodes, cached results and stacks.
//!
//! Operators keep their own stacks, because diagrams may be tens of thousands of levels deep: more than fits on the
//! stack of a thread.

use super::cache::Cache;
use super::table::{Edge, Table};

/// Nodes, cached results, and the stacks of the operators.
///
/// The operators are methods of it: `apply.rs`, `product.rs`, `intersect.rs`, `simplify.rs` and `take.rs` have one group each.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) table: Table,
    pub(super) cache: Cache,
    /// Stack of operators with two operands. Kept from call to call to save allocations, empty in between.
    pub(super) pairs: Vec<PairFrame>,
    /// Stack of operators with three operands.
    pub(super) triples: Vec<TripleFrame>,
}

/// Two operands whose result is not complete yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairFrame {
    pub(super) a: Edge,
    pub(super) b: Edge,
    pub(super) bit: u32,
    /// The result where the bit is clear, or [`OPEN`].
    pub(super) lo: Edge,
    /// The operands where the bit is set.
    pub(super) hi: (Edge, Edge),
}

/// Three operands whose result is not complete yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct TripleFrame {
    pub(super) operands: [Edge; 3],
    pub(super) bit: u32,
    /// The result where the bit is clear, or [`OPEN`].
    pub(super) lo: Edge,
    /// The operands where the bit is set.
    pub(super) hi: [Edge; 3],
}

/// A result that is not known yet. No node has this number.
pub(super) const OPEN: Edge = Edge::MAX;

impl Engine {
    /// An engine for at most `node_limit` nodes and `cache_limit` cached results.
    pub(super) fn new(node_limit: usize, cache_limit: usize) -> Self {
        Self { table: Table::new(node_limit), cache: Cache::new(cache_limit), pairs: Vec::new(), triples: Vec::new() }
    }
}
