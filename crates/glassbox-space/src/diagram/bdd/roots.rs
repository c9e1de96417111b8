//! Which nodes somebody holds on to.
//!
//! A set is a counted reference to a node's number. The diagram has a weak one to each, and so knows at any time which
//! are left. No lock is needed to clone or drop a set.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};

use super::table::{Edge, FULL};

/// A set of states in a [`Bdd`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BddSet(pub(super) Arc<Root>);

impl fmt::Debug for BddSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BddSet({})", self.0.edge)
    }
}

/// Where a set begins.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Root {
    pub(super) edge: Edge,
    /// Number of the diagram that has the node: the same number of a node means something else in another one.
    pub(super) diagram: u32,
}

/// References to all sets that were handed out, and some that are gone.
#[derive(Debug)]
pub(super) struct Roots {
    diagram: u32,
    handed_out: Vec<Weak<Root>>,
    /// Look for those that are gone when there are more than this.
    prune_at: usize,
}

/// Below this many there is nothing to gain.
const FEW: usize = 1 << 12;

impl Roots {
    /// Of a new diagram.
    pub(super) fn new() -> Self {
        /// Numbers of diagrams are compared with each other and nothing else.
        static DIAGRAMS: AtomicU32 = AtomicU32::new(0);
        Self { diagram: DIAGRAMS.fetch_add(1, Ordering::Relaxed), handed_out: Vec::new(), prune_at: FEW }
    }

    /// Number of the diagram.
    pub(super) fn diagram(&self) -> u32 {
        self.diagram
    }

    /// A set that begins at this node.
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

    /// The nodes at which sets begin.
    pub(super) fn alive(&mut self) -> impl Iterator<Item = Edge> {
        self.prune();
        self.handed_out.iter().filter_map(|set| set.upgrade().map(|root| root.edge))
    }

    fn prune(&mut self) {
        self.handed_out.retain(|set| set.strong_count() > 0);
        self.prune_at = (self.handed_out.len() * 2).max(FEW);
    }
}
