//! When garbage is collected.
//!
//! Nodes that no set reaches are garbage. Collections happen between operators, never during one. A collection visits
//! all nodes and all cached results, so it pays off when the number of nodes has about doubled since the last one: then
//! it costs a few nanoseconds per new node, and the tables stay about as small as the processor's caches. (Collecting
//! only new nodes, and more often, would keep them smaller, but would lose too many cached results.)
//!
//! If live nodes take up most of the capacity, the next collection is half-way to the limit, because a collection
//! before each operator would be far too slow.

use super::super::operations::DiagramStatistics;

/// Number of new nodes below which a collection does not pay off.
const FEW: usize = 1 << 17;

/// Decides when to collect garbage, and keeps statistics.
#[derive(Debug)]
pub(super) struct GcPolicy {
    capacity: usize,
    /// Number of nodes above which garbage is collected.
    collect_at: usize,
    peak: usize,
    collections: u64,
}

impl GcPolicy {
    pub(super) fn new(capacity: usize) -> Self {
        let mut policy = Self { capacity, collect_at: 0, peak: 0, collections: 0 };
        policy.plan(0);
        policy
    }

    /// Decides when to collect next, given the number of live nodes.
    fn plan(&mut self, alive: usize) {
        let half_way = alive + self.capacity.saturating_sub(alive) / 2;
        let most = half_way.max(self.capacity / 10 * 7);
        self.collect_at = (alive * 2).max(alive + FEW).min(most);
    }

    /// Whether to collect garbage now.
    pub(super) fn is_due(&self, n_nodes: usize) -> bool {
        n_nodes > self.collect_at
    }

    /// Called after a collection, with the number of live nodes.
    pub(super) fn collected(&mut self, alive: usize) {
        self.collections += 1;
        self.plan(alive);
    }

    /// Called after an operator, with the number of nodes.
    pub(super) fn measure(&mut self, n_nodes: usize) {
        self.peak = self.peak.max(n_nodes);
    }

    pub(super) fn statistics(&self, n_nodes: usize) -> DiagramStatistics {
        let Self { capacity, peak, collections, .. } = *self;
        DiagramStatistics { nodes: n_nodes, peak: peak.max(n_nodes), capacity, collections }
    }
}
