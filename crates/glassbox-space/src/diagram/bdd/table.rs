//! The unique table: the nodes of all sets, each one once.
//!
//! A node is a number. The two leaves come first. Nodes with the same bit and the same children have the same number,
//! so equal sets are equal numbers.
//!
//! Nodes are in one vector, with a hash table whose chains run through the nodes themselves: a lookup takes one access
//! to the chain heads and about one to the nodes. Speed depends on how much of this fits into the processor's caches,
//! so the vector starts small, grows only when an operator needs it, and is swept often; see `gc_policy.rs`.

use super::super::levels::Levels;
use super::super::walk::{self, Pair};
use crate::memory_gate::may_take;

/// Number of a node or leaf. Equal numbers are equal sets.
pub(super) type Edge = u32;

/// The leaf of the empty set.
pub(super) const EMPTY: Edge = 0;
/// The leaf of all states.
pub(super) const FULL: Edge = 1;
/// Number of leaves.
const LEAVES: usize = 2;

/// The bit of a leaf, greater than all others, and less than the end of an open scope.
const LEAF_BIT: u32 = u32::MAX - 1;
/// The bit of a freed node.
const FREE_BIT: u32 = u32::MAX - 2;
/// The end of a chain. The number of a leaf can mean that, because leaves are in no chain.
const END: Edge = 0;

/// Number of bits of an [`Edge`]. The cache uses the other two for the operator.
pub(super) const EDGE_BITS: u32 = 30;

/// Error: there is no room for another node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Full;

/// A node: a bit and two children, or the beginning of a group and a list of pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The level of the bit or group that it depends on.
    pub(super) bit: u32,
    /// Child where the bit is clear; for a product the index of its first pair.
    pub(super) lo: Edge,
    /// Child where the bit is set; for a product the number of its pairs and [`IS_PRODUCT`].
    pub(super) hi: Edge,
    /// The next node of the same chain, or of the free list.
    next: Edge,
}

/// Marks the node of a product. Edges are smaller.
const IS_PRODUCT: u32 = 1 << 31;

impl Node {
    #[inline(always)]
    pub(super) fn is_product(&self) -> bool {
        self.hi & IS_PRODUCT != 0
    }

    /// The indices of a product's pairs.
    fn range(&self) -> std::ops::Range<usize> {
        let first = self.lo as usize;
        first..first + (self.hi & !IS_PRODUCT) as usize
    }
}

/// All nodes, each one once.
#[derive(Debug)]
pub(super) struct Table {
    nodes: Vec<Node>,
    /// The pairs of all products, one list behind the other.
    pairs: Vec<Pair<Edge>>,
    /// The order of levels.
    pub(super) levels: Levels,
    /// The first node of each chain. The length is a power of two.
    chains: Vec<Edge>,
    /// The first freed node.
    free: Edge,
    n_free: usize,
    /// Largest number of nodes.
    limit: usize,
}

impl Table {
    /// A table with the two leaves.
    pub(super) fn new(limit: usize) -> Self {
        let leaf = |leaf| Node { bit: LEAF_BIT, lo: leaf, hi: leaf, next: END };
        Self {
            nodes: vec![leaf(EMPTY), leaf(FULL)],
            pairs: Vec::new(),
            levels: Levels::default(),
            chains: vec![END; 1 << 10],
            free: END,
            n_free: 0,
            limit,
        }
    }

    /// Number of nodes, without the leaves, and of pairs.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - LEAVES - self.n_free + self.pairs.len()
    }

    #[inline(always)]
    pub(super) fn node(&self, edge: Edge) -> Node {
        self.nodes[edge as usize]
    }

    /// The node with this bit and these children, which have later bits. If the children are equal, the bit does not
    /// matter, and the result is the child.
    #[inline(always)]
    pub(super) fn make(&mut self, bit: u32, lo: Edge, hi: Edge) -> Result<Edge, Full> {
        if lo == hi {
            return Ok(lo);
        }
        debug_assert!(bit < self.node(lo).bit && bit < self.node(hi).bit, "bits are in order");
        let chain = self.chain(bit, lo, hi);
        let mut edge = self.chains[chain];
        while edge != END {
            let node = self.nodes[edge as usize];
            if (node.lo, node.hi, node.bit) == (lo, hi, bit) {
                return Ok(edge);
            }
            edge = node.next;
        }
        self.add(Node { bit, lo, hi, next: self.chains[chain] }, chain)
    }

    /// The pairs of a product.
    #[inline(always)]
    pub(super) fn pairs(&self, node: Node) -> &[Pair<Edge>] {
        &self.pairs[node.range()]
    }

    /// The pairs of a set at a group.
    pub(super) fn pairs_at(&self, edge: Edge, level: u32) -> Vec<Pair<Edge>> {
        walk::Nodes::pairs(self, &self.levels, edge, level)
    }

    /// The node at the beginning of a group with these pairs: their groups share nothing, and their rests are different, not
    /// empty, and in order.
    pub(super) fn make_product(&mut self, level: u32, pairs: &[Pair<Edge>]) -> Result<Edge, Full> {
        debug_assert!(pairs.windows(2).all(|pair| pair[0].rest < pair[1].rest), "rests are different and in order");
        match *pairs {
            [] => return Ok(EMPTY),
            // The group does not matter.
            [Pair { group: FULL, rest }] => return Ok(rest),
            // Nothing but the group matters.
            [Pair { group, rest: FULL }] => return Ok(group),
            _ => {}
        }
        let chain = self.chain_of_pairs(level, pairs);
        let mut edge = self.chains[chain];
        while edge != END {
            let node = self.nodes[edge as usize];
            if node.bit == level && node.is_product() && self.pairs[node.range()] == *pairs {
                return Ok(edge);
            }
            edge = node.next;
        }
        let growth = 2 * self.pairs.len() * size_of::<Pair<Edge>>();
        let grows = self.pairs.len() + pairs.len() > self.pairs.capacity();
        if self.pairs.len() + pairs.len() > self.limit || grows && !may_take(growth) {
            return Err(Full);
        }
        let (lo, hi) = (self.pairs.len() as u32, pairs.len() as u32 | IS_PRODUCT);
        self.pairs.extend_from_slice(pairs);
        self.add(Node { bit: level, lo, hi, next: self.chains[chain] }, chain)
    }

    fn chain_of_pairs(&self, level: u32, pairs: &[Pair<Edge>]) -> usize {
        let mut mixed = u64::from(level);
        for Pair { group, rest } in pairs {
            mixed = (mixed ^ u64::from(*group) << 32 ^ u64::from(*rest)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^= mixed >> 32;
        }
        (mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as usize & (self.chains.len() - 1)
    }

    fn chain_of(&self, node: Node) -> usize {
        if node.is_product() {
            self.chain_of_pairs(node.bit, self.pairs(node))
        } else {
            self.chain(node.bit, node.lo, node.hi)
        }
    }

    fn add(&mut self, node: Node, chain: usize) -> Result<Edge, Full> {
        let edge = if self.free == END {
            self.append(node)?
        } else {
            let edge = self.free;
            self.free = self.nodes[edge as usize].next;
            self.n_free -= 1;
            self.nodes[edge as usize] = node;
            edge
        };
        self.chains[chain] = edge;
        if self.nodes.len() > self.chains.len() {
            self.chains = vec![END; self.chains.len() * 2];
            self.chain_all();
        }
        Ok(edge)
    }

    fn append(&mut self, node: Node) -> Result<Edge, Full> {
        if self.nodes.len() - LEAVES >= self.limit {
            return Err(Full);
        }
        // The new array, and the chains that follow it.
        let growth = 2 * self.nodes.len() * (size_of::<Node>() + size_of::<Edge>());
        if self.nodes.len() == self.nodes.capacity() && !may_take(growth) {
            return Err(Full);
        }
        let edge = u32::try_from(self.nodes.len()).expect("the limit is less than 2^32");
        self.nodes.push(node);
        Ok(edge)
    }

    /// Puts all nodes into their chains, which must be empty.
    fn chain_all(&mut self) {
        for edge in LEAVES..self.nodes.len() {
            let node = self.nodes[edge];
            if node.bit != FREE_BIT {
                let chain = self.chain_of(node);
                self.nodes[edge].next = self.chains[chain];
                self.chains[chain] = edge as Edge;
            }
        }
    }

    #[inline(always)]
    fn chain(&self, bit: u32, lo: Edge, hi: Edge) -> usize {
        let children = (u64::from(lo) << 32 | u64::from(hi)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (children ^ children >> 32 ^ u64::from(bit)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.chains.len() - 1)
    }

    /// Marks all nodes that can be reached from the roots.
    pub(super) fn mark(&self, roots: impl Iterator<Item = Edge>) -> Marks {
        let mut marks = Marks(vec![0; self.nodes.len().div_ceil(64)]);
        marks.set(EMPTY);
        marks.set(FULL);
        let mut todo: Vec<Edge> = roots.filter(|&root| marks.set(root)).collect();
        while let Some(edge) = todo.pop() {
            let node = self.node(edge);
            if node.is_product() {
                let children = self.pairs(node).iter().flat_map(|pair| [pair.group, pair.rest]);
                todo.extend(children.filter(|&child| marks.set(child)));
            } else {
                todo.extend([node.lo, node.hi].into_iter().filter(|&child| marks.set(child)));
            }
        }
        marks
    }

    /// Frees all nodes without a mark.
    pub(super) fn sweep(&mut self, marks: &Marks) {
        (self.free, self.n_free) = (END, 0);
        // From the end, so that nodes at the front are reused first.
        for edge in (LEAVES..self.nodes.len()).rev() {
            if !marks.has(edge as Edge) {
                self.nodes[edge] = Node { bit: FREE_BIT, lo: EMPTY, hi: EMPTY, next: self.free };
                self.free = edge as Edge;
                self.n_free += 1;
            }
        }
        self.sweep_pairs();
        self.chains.fill(END);
        self.chain_all();
    }

    /// Removes the pairs of freed products.
    fn sweep_pairs(&mut self) {
        let old = std::mem::take(&mut self.pairs);
        for node in self.nodes.iter_mut().filter(|node| node.bit != FREE_BIT && node.is_product()) {
            let pairs = &old[node.range()];
            node.lo = self.pairs.len() as u32;
            self.pairs.extend_from_slice(pairs);
        }
    }
}

/// A set of marked nodes: one bit for each.
#[derive(Debug)]
pub(super) struct Marks(Vec<u64>);

impl Marks {
    /// Marks a node, and returns whether it was unmarked.
    fn set(&mut self, edge: Edge) -> bool {
        let (word, bit) = (&mut self.0[edge as usize / 64], 1 << (edge % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Number of marked nodes, without the leaves, which are always marked.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum::<usize>() - LEAVES
    }

    #[inline(always)]
    pub(super) fn has(&self, edge: Edge) -> bool {
        self.0[edge as usize / 64] >> (edge % 64) & 1 == 1
    }
}

impl walk::Nodes for Table {
    type Edge = Edge;

    fn node(&self, edge: Edge) -> walk::Node<'_, Edge> {
        match edge {
            EMPTY => walk::Node::Empty,
            FULL => walk::Node::Full,
            _ => {
                let node = self.nodes[edge as usize];
                if node.is_product() {
                    return walk::Node::Product { level: node.bit, pairs: self.pairs(node) };
                }
                walk::Node::Inner { bit: node.bit, lo: node.lo, hi: node.hi }
            }
        }
    }

    fn id(&self, edge: Edge) -> usize {
        edge as usize
    }

    fn full(&self) -> Edge {
        FULL
    }
}
