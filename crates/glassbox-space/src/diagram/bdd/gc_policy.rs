//! When garbage is collected.
//!
//! Nodes that no set reaches are garbage. It is collected between operators, never during one, so operators need not
//! care. Collecting visits all nodes and all remembered results, so it pays when about as many nodes were made since the
//! last time as there are: then it costs a few nanoseconds for each node made, and what operators work on stays small
//! enough for the processor's caches, or nearly so. (Looking at new nodes alone, and more often, makes it smaller still,
//! but forgets too many results.)
//!
//! If the room is nearly used up by nodes that are alive, the next time is half-way to the end: a collection before
//! each operator would be the end of all speed.

use super::super::operations::DiagramStatistics;

/// Collecting for less garbage than this does not pay.
const FEW: usize = 1 << 17;

/// How full the diagram is, and was.
#[derive(Debug)]
pub(super) struct GcPolicy {
    capacity: usize,
    /// Collect when there are more nodes than this.
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

    /// Decides when to collect next; there are so many nodes alive.
    fn plan(&mut self, alive: usize) {
        let half_way = alive + self.capacity.saturating_sub(alive) / 2;
        let most = half_way.max(self.capacity / 10 * 7);
        self.collect_at = (alive * 2).max(alive + FEW).min(most);
    }

    /// Whether it is time, with so many nodes.
    pub(super) fn is_short(&self, n_nodes: usize) -> bool {
        n_nodes > self.collect_at
    }

    /// Garbage was collected, and so many nodes are left.
    pub(super) fn collected(&mut self, alive: usize) {
        self.collections += 1;
        self.plan(alive);
    }

    /// Notes how full it is after an operator.
    pub(super) fn measure(&mut self, n_nodes: usize) {
        self.peak = self.peak.max(n_nodes);
    }

    pub(super) fn statistics(&self, n_nodes: usize) -> DiagramStatistics {
        let Self { capacity, peak, collections, .. } = *self;
        DiagramStatistics { nodes: n_nodes, peak: peak.max(n_nodes), capacity, collections }
    }
}
