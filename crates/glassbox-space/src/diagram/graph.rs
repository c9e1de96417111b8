//! A diagram as a flat list of nodes, children before parents.
//!
//! An operation that visits every node, such as counting, is a loop over this list: no recursion that could overflow
//! the stack, no engine table that changes meanwhile. The order depends on the sets only, not on their history, and so
//! do the bytes of `file_format.rs`.

use rustc_hash::FxHashMap;

use super::codes::Codes;
use super::levels::Levels;
use super::walk::{self, Node, Nodes, Pair};

/// A reference to a leaf ([`EMPTY`], [`FULL`]) or to `nodes[edge - 2]`.
pub(super) type Edge = u32;

pub(super) const EMPTY: Edge = 0;
pub(super) const FULL: Edge = 1;
/// Number of leaves, which is also the distance between a node's index and references to it.
pub(super) const LEAVES: usize = 2;

/// A node that is no leaf: see [`Node`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum GraphNode {
    Bit {
        bit: u32,
        lo: Edge,
        hi: Edge,
    },
    Product {
        level: u32,
        /// Index of the first pair.
        first: usize,
        /// Index behind the last pair.
        end: usize,
    },
}

impl GraphNode {
    /// Its bit, or the beginning of its group.
    pub(super) fn level(&self) -> u32 {
        match *self {
            Self::Bit { bit: level, .. } | Self::Product { level, .. } => level,
        }
    }
}

/// The nodes of some sets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Graph {
    /// A node refers only to nodes before it.
    pub(super) nodes: Vec<GraphNode>,
    /// The pairs of all products.
    pub(super) pairs: Vec<Pair<Edge>>,
    /// The root of each set.
    pub(super) roots: Vec<Edge>,
}

/// The reference to the node at `index`.
pub(super) fn edge_to(index: usize) -> Edge {
    u32::try_from(index + LEAVES).expect("fewer than 2^32 nodes")
}

impl Graph {
    /// Copies the nodes of the sets with these roots.
    pub(super) fn of<N: Nodes>(nodes: &N, levels: &Levels, roots: &[N::Edge]) -> Self {
        let mut copy = Copy { nodes, levels, edges: FxHashMap::default(), graph: Self::default() };
        for &root in roots {
            copy.visit(root);
            let root = copy.known(root).expect("just visited");
            copy.graph.roots.push(root);
        }
        copy.graph
    }

    /// Index of the node that an edge leads to; none for a leaf.
    pub(super) fn index(edge: Edge) -> Option<usize> {
        (edge as usize).checked_sub(LEAVES)
    }

    /// For each node, whether it is a root or the child of a node of another variable. The other nodes are reached only
    /// within the bits of their own variable.
    pub(super) fn entries(&self, codes: &Codes) -> Vec<bool> {
        let mut entries = vec![false; self.nodes.len()];
        for root in self.roots.iter().filter_map(|&root| Self::index(root)) {
            entries[root] = true;
        }
        for node in &self.nodes {
            for child in self.children(node).filter_map(Self::index) {
                entries[child] |= match (node, &self.nodes[child]) {
                    (GraphNode::Bit { bit, .. }, GraphNode::Bit { bit: below, .. }) => {
                        codes.owner(*below) != codes.owner(*bit)
                    }
                    _ => true,
                };
            }
        }
        entries
    }

    /// The children of a node.
    pub(super) fn children(&self, node: &GraphNode) -> impl Iterator<Item = Edge> {
        let (bit, pairs) = match *node {
            GraphNode::Bit { lo, hi, .. } => (Some([lo, hi]), &[][..]),
            GraphNode::Product { first, end, .. } => (None, &self.pairs[first..end]),
        };
        bit.into_iter().flatten().chain(pairs.iter().flat_map(|pair| [pair.group, pair.rest]))
    }

    /// Finds a node from which the codes of a last choice lead to different nodes, so that its set is not closed. No
    /// two nodes may be equal.
    pub(super) fn open_node(&self, codes: &Codes) -> Option<usize> {
        let entries = self.entries(codes).into_iter().enumerate().filter(|&(_, is_entry)| is_entry);
        entries.map(|(index, _)| index).find(|&index| {
            let GraphNode::Bit { bit, .. } = self.nodes[index] else { return false };
            let variable = codes.owner(bit);
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

    /// Follows `edge` with this choice of the variable. The edge must not lead to a node of an earlier variable.
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

    fn node(&self, edge: Edge) -> Node<'_, Edge> {
        match Self::index(edge) {
            None if edge == EMPTY => Node::Empty,
            None => Node::Full,
            Some(index) => match self.nodes[index] {
                GraphNode::Bit { bit, lo, hi } => Node::Inner { bit, lo, hi },
                GraphNode::Product { level, first, end } => Node::Product { level, pairs: &self.pairs[first..end] },
            },
        }
    }

    fn id(&self, edge: Edge) -> usize {
        edge as usize
    }

    fn full(&self) -> Edge {
        FULL
    }
}

/// Copies nodes into a graph.
struct Copy<'a, N: Nodes> {
    nodes: &'a N,
    levels: &'a Levels,
    /// Edges to the copies, by id of the original. Only looked up, so its order does not matter.
    edges: FxHashMap<usize, Edge>,
    graph: Graph,
}

impl<N: Nodes> Copy<'_, N> {
    /// Edge to the copy, if the node was copied already.
    fn known(&self, edge: N::Edge) -> Option<Edge> {
        match self.nodes.node(edge) {
            Node::Empty => Some(EMPTY),
            Node::Full => Some(FULL),
            Node::Inner { .. } | Node::Product { .. } => self.edges.get(&self.nodes.id(edge)).copied(),
        }
    }

    /// Copies all nodes below `root`, children before parents.
    fn visit(&mut self, root: N::Edge) {
        let mut todo = vec![root];
        while let Some(&edge) = todo.last() {
            if self.known(edge).is_some() {
                todo.pop();
                continue;
            }
            let before = todo.len();
            match self.nodes.node(edge) {
                Node::Empty | Node::Full => unreachable!("leaves are known"),
                Node::Inner { bit, lo, hi } => match (self.known(lo), self.known(hi)) {
                    (None, _) => todo.push(lo),
                    (_, None) => todo.push(hi),
                    (Some(lo), Some(hi)) => self.add(edge, GraphNode::Bit { bit, lo, hi }),
                },
                Node::Product { level, pairs } => {
                    // In an order that does not depend on how the set was made.
                    let mut pairs = pairs.to_vec();
                    pairs.sort_by(|a, b| walk::compare_least(self.nodes, self.levels, a.group, b.group));
                    let children = pairs.iter().rev().flat_map(|pair| [pair.rest, pair.group]);
                    todo.extend(children.filter(|&child| self.known(child).is_none()));
                    let copies = pairs
                        .iter()
                        .filter_map(|pair| Some(Pair { group: self.known(pair.group)?, rest: self.known(pair.rest)? }));
                    if todo.len() == before {
                        let first = self.graph.pairs.len();
                        let copies: Vec<Pair<Edge>> = copies.collect();
                        self.graph.pairs.extend(copies);
                        let end = self.graph.pairs.len();
                        self.add(edge, GraphNode::Product { level, first, end });
                    }
                }
            }
            if todo.len() == before {
                todo.pop();
            }
        }
    }

    fn add(&mut self, edge: N::Edge, node: GraphNode) {
        self.edges.insert(self.nodes.id(edge), edge_to(self.graph.nodes.len()));
        self.graph.nodes.push(node);
    }
}
