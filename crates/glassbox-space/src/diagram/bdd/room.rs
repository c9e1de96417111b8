//! Room for nodes: when to collect garbage.
//!
//! OxiDD has room for a number of nodes that is fixed at creation. It collects garbage by itself from 95 % on, in
//! a thread of its own and while an operator runs, which then has no use of its cache. So we collect between
//! operators, when 70 % are in use. If most of that turns out to be alive, the next time is half-way to the end:
//! a collection also empties the cache of results, and one before each operator would be the end of all speed. An
//! operator that finds no room is tried once more after a collection.
//!
//! LIMIT (neither misses bugs nor raises false alarms): an operator that by itself fills the room succeeds or
//! not, depending on whether OxiDD's thread collects what it leaves behind in time. So close to the limit the
//! same run may say `OutOfMemory` or not. Sets are the same in any case. `a_set_that_does_not_fit_is_an_error`
//! keeps well away from it.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use oxidd::bdd::BDDManagerRef;
use oxidd::{Manager as _, ManagerRef as _};

use super::super::DiagramStatistics;

/// How full the diagram is, and was. Atomic, so that operators need no exclusive access.
#[derive(Debug)]
pub(super) struct Room {
    capacity: usize,
    /// Collect when there are more nodes than this.
    collect_at: AtomicUsize,
    peak: AtomicUsize,
    collections: AtomicU64,
}

impl Room {
    pub(super) fn new(capacity: usize) -> Self {
        let collect_at = AtomicUsize::new(Self::usual(capacity));
        Self { capacity, collect_at, peak: AtomicUsize::new(0), collections: AtomicU64::new(0) }
    }

    fn usual(capacity: usize) -> usize {
        capacity / 10 * 7
    }

    /// Collects garbage if it is time.
    pub(super) fn make(&self, manager: &BDDManagerRef) {
        if about(manager) > self.collect_at.load(Relaxed) {
            self.collect(manager);
        }
    }

    /// Collects garbage. With exclusive access, or it would return at once if OxiDD's own thread has begun to
    /// collect, before that one is done.
    pub(super) fn collect(&self, manager: &BDDManagerRef) {
        let alive = manager.with_manager_exclusive(|manager| {
            manager.gc();
            manager.num_inner_nodes()
        });
        self.collections.fetch_add(1, Relaxed);
        // What `about` says may lag behind, so the half of the room that is left counts from there.
        let half_way = about(manager) + self.capacity.saturating_sub(alive) / 2;
        self.collect_at.store(half_way.max(Self::usual(self.capacity)), Relaxed);
    }

    /// Notes how full it is after an operator.
    pub(super) fn measure(&self, manager: &BDDManagerRef) {
        self.peak.fetch_max(about(manager), Relaxed);
    }

    pub(super) fn statistics(&self, manager: &BDDManagerRef) -> DiagramStatistics {
        let nodes = manager.with_manager_shared(|manager| manager.num_inner_nodes());
        DiagramStatistics {
            nodes,
            peak: self.peak.load(Relaxed).max(nodes),
            capacity: self.capacity,
            collections: self.collections.load(Relaxed),
        }
    }
}

/// Nodes in use, in no time. Exact after an operator on the caller's thread; the thread with the large stack
/// reports 65,536 nodes at a time.
fn about(manager: &BDDManagerRef) -> usize {
    manager.with_manager_shared(|manager| manager.approx_num_inner_nodes())
}
