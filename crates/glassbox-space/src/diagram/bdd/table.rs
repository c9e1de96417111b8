//! The nodes of all sets: each one once.
//!
//! A node is a number. The two leaves come first; a node that is made has children with numbers already, and a node
//! with the same bit and the same children is the same number. So equal sets are equal numbers, which is all that
//! operators need.
//!
//! Nodes lie in one list, and are found by a hash through chains that run through the nodes themselves: to look one up
//! takes one access to the list of chains and about one to the nodes. Speed is a matter of how much of this stays in the
//! processor's caches, so the list begins small, grows only while an operator needs it, and is swept often; see
//! `room.rs`.

use super::super::walk;

/// A node or leaf. Equal numbers are equal sets.
pub(super) type Edge = u32;

/// No state.
pub(super) const EMPTY: Edge = 0;
/// All states.
pub(super) const FULL: Edge = 1;
/// Number of leaves.
const LEAVES: usize = 2;

/// The bit of a leaf: behind all others.
const LEAF_BIT: u32 = u32::MAX;
/// The bit of a node that is none any more.
const FREE_BIT: u32 = u32::MAX - 1;
/// The end of a chain. It is a leaf's number, and leaves are in no chain.
const END: Edge = 0;

/// Numbers of nodes have so many bits: the cache of results needs two for itself.
pub(super) const EDGE_BITS: u32 = 30;

/// There is no room for another node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Full;

/// A bit, and where to go on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The bit that it depends on.
    pub(super) bit: u32,
    /// Where the bit is clear.
    pub(super) lo: Edge,
    /// Where the bit is set.
    pub(super) hi: Edge,
    /// The next node of the chain.
    next: Edge,
}

/// All nodes.
#[derive(Debug)]
pub(super) struct Table {
    nodes: Vec<Node>,
    /// The first node of each chain. Their number is a power of two.
    chains: Vec<Edge>,
    /// The first of the places that can be used again.
    free: Edge,
    n_free: usize,
    /// Most nodes there may be.
    limit: usize,
}

impl Table {
    /// Only leaves.
    pub(super) fn new(limit: usize) -> Self {
        let leaf = |leaf| Node { bit: LEAF_BIT, lo: leaf, hi: leaf, next: END };
        Self { nodes: vec![leaf(EMPTY), leaf(FULL)], chains: vec![END; 1 << 10], free: END, n_free: 0, limit }
    }

    /// Number of nodes, without the leaves.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - LEAVES - self.n_free
    }

    #[inline(always)]
    pub(super) fn node(&self, edge: Edge) -> Node {
        self.nodes[edge as usize]
    }

    /// The node with this bit and these children. They are different sets over later bits, or else there is nothing to
    /// decide and the children are the answer.
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
        if self.len() >= self.limit {
            return Err(Full);
        }
        let edge = u32::try_from(self.nodes.len()).expect("the limit is less than 2^32");
        self.nodes.push(node);
        Ok(edge)
    }

    /// Puts all nodes into their chains, which are empty.
    fn chain_all(&mut self) {
        for edge in LEAVES..self.nodes.len() {
            let Node { bit, lo, hi, .. } = self.nodes[edge];
            if bit != FREE_BIT {
                let chain = self.chain(bit, lo, hi);
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

    /// Which nodes can be reached from these.
    pub(super) fn mark(&self, roots: impl Iterator<Item = Edge>) -> Marks {
        let mut marks = Marks(vec![0; self.nodes.len().div_ceil(64)]);
        marks.set(EMPTY);
        marks.set(FULL);
        let mut todo: Vec<Edge> = roots.filter(|&root| marks.set(root)).collect();
        while let Some(edge) = todo.pop() {
            let node = self.node(edge);
            todo.extend([node.lo, node.hi].into_iter().filter(|&child| marks.set(child)));
        }
        marks
    }

    /// Frees all nodes without a mark.
    pub(super) fn sweep(&mut self, marks: &Marks) {
        (self.free, self.n_free) = (END, 0);
        // From the end, so that places at the front are used again first.
        for edge in (LEAVES..self.nodes.len()).rev() {
            if !marks.has(edge as Edge) {
                self.nodes[edge] = Node { bit: FREE_BIT, lo: EMPTY, hi: EMPTY, next: self.free };
                self.free = edge as Edge;
                self.n_free += 1;
            }
        }
        self.chains.fill(END);
        self.chain_all();
    }
}

/// A mark for some of the nodes.
#[derive(Debug)]
pub(super) struct Marks(Vec<u64>);

impl Marks {
    /// Marks a node; whether it had no mark.
    fn set(&mut self, edge: Edge) -> bool {
        let (word, bit) = (&mut self.0[edge as usize / 64], 1 << (edge % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// How many nodes have one, without the leaves, which always do.
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

    fn node(&self, edge: Edge) -> walk::Node<Edge> {
        match edge {
            EMPTY => walk::Node::Empty,
            FULL => walk::Node::Full,
            _ => {
                let Node { bit, lo, hi, .. } = self.nodes[edge as usize];
                walk::Node::Inner { bit, lo, hi }
            }
        }
    }

    fn id(&self, edge: Edge) -> usize {
        edge as usize
    }
}
