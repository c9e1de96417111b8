//! OxiDD's nodes as the rest of the crate sees them.

use oxidd::bdd::BDDFunction;
use oxidd::util::Ref;
use oxidd::{Function, HasLevel as _, InnerNode as _, Manager as _, Node as OxiddNode};

use super::super::walk::{Node, Nodes};

/// OxiDD's tables. The lifetime `'id` is a brand that keeps references of one manager from another.
pub(super) type Manager<'id> = <BDDFunction as Function>::Manager<'id>;

/// A reference to a node of such a table.
pub(super) type Edge<'a, 'id> = Ref<'a, <Manager<'id> as oxidd::Manager>::Edge>;

/// The nodes of a manager.
pub(super) struct View<'a, 'id: 'a> {
    manager: &'a Manager<'id>,
    /// Id of the leaf that is the empty set; the other leaf is the full one.
    empty: usize,
}

impl<'a, 'id> View<'a, 'id> {
    pub(super) fn new(manager: &'a Manager<'id>, empty: &BDDFunction) -> Self {
        Self { manager, empty: empty.as_edge(manager).node_id() }
    }

    /// The bit that the edge's node depends on, if it is no leaf.
    pub(super) fn bit(&self, edge: Edge<'a, 'id>) -> Option<u32> {
        match self.node(edge) {
            Node::Inner { bit, .. } => Some(bit),
            Node::Empty | Node::Full => None,
        }
    }
}

impl<'a, 'id> Nodes for View<'a, 'id> {
    type Edge = Edge<'a, 'id>;

    fn node(&self, edge: Self::Edge) -> Node<Self::Edge> {
        match self.manager.get_node(edge) {
            // Child 0 is where the bit is set.
            OxiddNode::Inner(node) => Node::Inner { bit: node.level(), lo: node.child(1), hi: node.child(0) },
            OxiddNode::Terminal(_) if edge.node_id() == self.empty => Node::Empty,
            OxiddNode::Terminal(_) => Node::Full,
        }
    }

    fn id(&self, edge: Self::Edge) -> usize {
        edge.node_id()
    }
}
