//! Roots of the garbage collection: the sets that callers hold.
//!
//! A set is an `Arc` of a node's number. The diagram keeps a `Weak` for each, so it knows which sets are still alive.
//! Cloning and dropping a set needs no lock.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};

use super::table::{Edge, FULL};

/// A set of states in a [`Bdd`](super::Bdd).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BddSet(pub(super) Arc<Root>);

impl fmt::Debug for BddSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BddSet({})", self.0.edge)
    }
}

/// The root node of a set.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Root {
    pub(super) edge: Edge,
    /// Number of the diagram: the same edge is another set in another diagram.
    pub(super) diagram: u32,
}

/// References to all sets that callers got, including some that were dropped since.
#[derive(Debug)]
pub(super) struct Roots {
    diagram: u32,
    handed_out: Vec<Weak<Root>>,
    /// Remove references to dropped sets when there are more references than this.
    prune_at: usize,
}

/// Number of references below which removing some does not pay off.
const FEW: usize = 1 << 12;

impl Roots {
    /// The roots of a new diagram, with a number of its own.
    pub(super) fn new() -> Self {
        /// Only used to tell diagrams apart, so results do not depend on it.
        static DIAGRAMS: AtomicU32 = AtomicU32::new(0);
        Self { diagram: DIAGRAMS.fetch_add(1, Ordering::Relaxed), handed_out: Vec::new(), prune_at: FEW }
    }

    /// Number of the diagram.
    pub(super) fn diagram(&self) -> u32 {
        self.diagram
    }

    /// Makes a set with this root node.
    pub(super) fn hold(&mut self, edge: Edge) -> BddSet {
        let set = Arc::new(Root { edge, diagram: self.diagram });
        // Leaves are never garbage.
        if edge > FULL {
            if self.handed_out.len() >= self.prune_at {
                self.prune();
            }
            self.handed_out.push(Arc::downgrade(&set));
        }
        BddSet(set)
    }

    /// The root nodes of all live sets.
    pub(super) fn alive(&mut self) -> impl Iterator<Item = Edge> {
        self.prune();
        self.handed_out.iter().filter_map(|set| set.upgrade().map(|root| root.edge))
    }

    fn prune(&mut self) {
        self.handed_out.retain(|set| set.strong_count() > 0);
        self.prune_at = (self.handed_out.len() * 2).max(FEW);
    }
}
