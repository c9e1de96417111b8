//! A diagram as a flat list of nodes, children before parents.
//!
//! What has to look at every node, such as counting, becomes a loop over a list: no recursion that could overflow
//! the stack, no table of the engine that changes meanwhile. The order depends on the sets only, not on how they
//! were made, and so do the bytes that `file_format.rs` makes of it.

use rustc_hash::FxHashMap;

use super::codes::Codes;
use super::walk::{Node, Nodes};

/// A reference to nothing, to everything, or to `nodes[edge - 2]`.
pub(super) type Edge = u32;

pub(super) const EMPTY: Edge = 0;
pub(super) const FULL: Edge = 1;
/// Number of leaves: what is added to an index to make a reference.
pub(super) const LEAVES: usize = 2;

/// A node: see [`Node::Inner`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct GraphNode {
    pub(super) bit: u32,
    pub(super) lo: Edge,
    pub(super) hi: Edge,
}

/// The nodes of some sets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Graph {
    /// Each refers to those before it only.
    pub(super) nodes: Vec<GraphNode>,
    /// Where each set begins.
    pub(super) roots: Vec<Edge>,
}

/// The reference to the node at `index`.
pub(super) fn edge_to(index: usize) -> Edge {
    u32::try_from(index + LEAVES).expect("fewer than 2^32 nodes")
}

impl Graph {
    /// The nodes of the sets that begin at `roots`.
    pub(super) fn of<N: Nodes>(nodes: &N, roots: &[N::Edge]) -> Self {
        let mut copy = Copy { nodes, edges: FxHashMap::default(), graph: Self::default() };
        for &root in roots {
            copy.visit(root);
            let root = copy.known(root).expect("just visited");
            copy.graph.roots.push(root);
        }
        copy.graph
    }

    /// The index of the node that an edge leads to, unless it leads to a leaf.
    pub(super) fn index(edge: Edge) -> Option<usize> {
        (edge as usize).checked_sub(LEAVES)
    }

    /// For each node, whether it is where a set or the part below another variable begins. The other nodes are
    /// reached only within the bits of their own variable.
    pub(super) fn entries(&self, codes: &Codes) -> Vec<bool> {
        let mut entries = vec![false; self.nodes.len()];
        for root in self.roots.iter().filter_map(|&root| Self::index(root)) {
            entries[root] = true;
        }
        for node in &self.nodes {
            for child in [node.lo, node.hi].into_iter().filter_map(Self::index) {
                entries[child] |= codes.owner(self.nodes[child].bit) != codes.owner(node.bit);
            }
        }
        entries
    }

    /// A node from which not all codes of a last choice lead to the same place, if there is one: then its set is not
    /// closed. No two nodes may be equal.
    pub(super) fn open_node(&self, codes: &Codes) -> Option<usize> {
        let entries = self.entries(codes).into_iter().enumerate().filter(|&(_, is_entry)| is_entry);
        entries.map(|(index, _)| index).find(|&index| {
            let variable = codes.owner(self.nodes[index].bit);
            let last = codes.last(variable);
            let place = self.step(codes, edge_to(index), variable, last);
            let mut edge = edge_to(index);
            (codes.first(variable)..codes.end(variable)).any(|bit| {
                let (lo, hi) = self.branches(edge, bit);
                edge = if codes.is_set(last, bit) { hi } else { lo };
                !codes.is_set(last, bit) && hi != place
            })
        })
    }

    /// Where `edge` leads with this choice of the variable. The edge must not lead to a node of an earlier
    /// variable.
    pub(super) fn step(&self, codes: &Codes, mut edge: Edge, variable: usize, choice: u32) -> Edge {
        while let Node::Inner { bit, lo, hi } = self.node(edge) {
            if codes.owner(bit) != variable {
                break;
            }
            edge = if codes.is_set(choice, bit) { hi } else { lo };
        }
        edge
    }
}

impl Nodes for Graph {
    type Edge = Edge;

    fn node(&self, edge: Edge) -> Node<Edge> {
        match Self::index(edge) {
            None if edge == EMPTY => Node::Empty,
            None => Node::Full,
            Some(index) => {
                let GraphNode { bit, lo, hi } = self.nodes[index];
                Node::Inner { bit, lo, hi }
            }
        }
    }

    fn id(&self, edge: Edge) -> usize {
        edge as usize
    }
}

/// A copy in the making.
struct Copy<'a, N: Nodes> {
    nodes: &'a N,
    /// By id of the original. Looked up only; its order plays no role.
    edges: FxHashMap<usize, Edge>,
    graph: Graph,
}

impl<N: Nodes> Copy<'_, N> {
    /// The copy of what `edge` leads to, if there is one by now.
    fn known(&self, edge: N::Edge) -> Option<Edge> {
        match self.nodes.node(edge) {
            Node::Empty => Some(EMPTY),
            Node::Full => Some(FULL),
            Node::Inner { .. } => self.edges.get(&self.nodes.id(edge)).copied(),
        }
    }

    /// Copies everything below `root`: a node when both its children are there.
    fn visit(&mut self, root: N::Edge) {
        let mut todo = vec![root];
        while let Some(&edge) = todo.last() {
            let Node::Inner { bit, lo, hi } = self.nodes.node(edge) else {
                todo.pop();
                continue;
            };
            match (self.known(lo), self.known(hi)) {
                (None, _) => todo.push(lo),
                (_, None) => todo.push(hi),
                (Some(lo), Some(hi)) => {
                    let next = edge_to(self.graph.nodes.len());
                    if *self.edges.entry(self.nodes.id(edge)).or_insert(next) == next {
                        self.graph.nodes.push(GraphNode { bit, lo, hi });
                    }
                    todo.pop();
                }
            }
        }
    }
}
