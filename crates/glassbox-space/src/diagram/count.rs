//! Counting the states of a set, and finding the state with a given rank.
//!
//! Only canonical codes count; see `codes.rs`. On the way down the bits of a variable whose last choice is l, the bits
//! so far are either *tight*, equal to the first bits of l, or *free*, less than those. After free bits every code is
//! canonical; after tight bits only codes up to the rest of l are; no code above l is. So a node has up to two counts,
//! and skipped bits multiply them:
//!
//! | skipped | factor |
//! |---|---|
//! | r bits, free | 2^r |
//! | r bits, tight | 1 tight way, and as many free ones as the r bits of l say |
//! | the last r bits of a variable, free | 2^r |
//! | the last r bits of a variable, tight | the r bits of l, plus 1 |
//! | whole variables | their numbers of choices |

use num_bigint::BigUint;

use super::codes::Codes;
use super::graph::{EMPTY, Edge, Graph};
use super::walk::Nodes;
use crate::State;

/// Number of states of the first set of the graph.
pub(super) fn count(graph: &Graph, codes: &Codes) -> BigUint {
    let mut counts = Counts::new(graph, codes);
    // Counts of large sets take much memory, so drop those that are not needed any more.
    let mut uses = uses(graph);
    for (index, node) in graph.nodes.iter().enumerate() {
        counts.add(index);
        for child in [node.lo, node.hi].into_iter().filter_map(Graph::index) {
            uses[child] -= 1;
            if uses[child] == 0 {
                counts.tight[child] = BigUint::ZERO;
                counts.free[child] = BigUint::ZERO;
            }
        }
    }
    counts.below(graph.roots[0], 0, true)
}

/// Number of references to each node.
fn uses(graph: &Graph) -> Vec<u32> {
    let mut uses = vec![0; graph.nodes.len()];
    let children = graph.nodes.iter().flat_map(|node| [node.lo, node.hi]);
    for index in children.chain(graph.roots.iter().copied()).filter_map(Graph::index) {
        uses[index] += 1;
    }
    uses
}

/// The states of the first set with these ranks.
pub(super) fn select(graph: &Graph, codes: &Codes, ranks: &[BigUint]) -> Vec<Option<State>> {
    let mut counts = Counts::new(graph, codes);
    (0..graph.nodes.len()).for_each(|index| counts.add(index));
    let all = counts.below(graph.roots[0], 0, true);
    ranks.iter().map(|rank| (*rank < all).then(|| counts.state(rank.clone()))).collect()
}

/// The counts of all nodes so far.
struct Counts<'a> {
    graph: &'a Graph,
    codes: &'a Codes,
    /// Number of states below the node if the bits before it are tight.
    tight: Vec<BigUint>,
    /// The same if they are free; zero where that is impossible or the number is the same.
    free: Vec<BigUint>,
}

impl<'a> Counts<'a> {
    fn new(graph: &'a Graph, codes: &'a Codes) -> Self {
        let n = graph.nodes.len();
        Self { graph, codes, tight: Vec::with_capacity(n), free: Vec::with_capacity(n) }
    }

    /// Counts the next node, after its children.
    fn add(&mut self, index: usize) {
        let node = self.graph.nodes[index];
        let variable = self.codes.owner(node.bit);
        let (lo, hi) = self.branches((node.lo, node.hi), node.bit, true);
        self.tight.push(lo + hi);
        let needs_free = self.has_surplus(variable) && node.bit > self.codes.first(variable);
        self.free.push(if needs_free {
            let (lo, hi) = self.branches((node.lo, node.hi), node.bit, false);
            lo + hi
        } else {
            BigUint::ZERO
        });
    }

    /// Number of states over the two edges that leave `bit`, clear and set.
    fn branches(&self, (lo, hi): (Edge, Edge), bit: u32, tight: bool) -> (BigUint, BigUint) {
        let set = self.codes.is_set(self.codes.last(self.codes.owner(bit)), bit);
        // Below a set bit of the last choice everything is free; above a clear bit there is nothing.
        let lo = self.below(lo, bit + 1, tight && !set);
        let hi = if tight && !set { BigUint::ZERO } else { self.below(hi, bit + 1, tight) };
        (lo, hi)
    }

    /// Number of states over an edge that comes from before `bit`. The first bit of a variable is always tight, because
    /// there are no bits before it.
    fn below(&self, edge: Edge, bit: u32, tight: bool) -> BigUint {
        if edge == EMPTY || bit == self.codes.n_bits() {
            return BigUint::from(u32::from(edge != EMPTY));
        }
        let variable = self.codes.owner(bit);
        let tight = tight || bit == self.codes.first(variable);
        let (target, until) = match Graph::index(edge) {
            None => (None, self.codes.choices().len()),
            Some(index) => (Some(index), self.codes.owner(self.graph.nodes[index].bit)),
        };
        if let Some(index) = target.filter(|_| until == variable) {
            return self.within(index, bit, tight);
        }
        let skipped = self.rest(variable, bit, tight) * self.product(variable + 1, until);
        target.map_or_else(|| skipped.clone(), |index| self.within(index, self.codes.first(until), true) * &skipped)
    }

    /// Number of states below a node whose variable has `bit`, for an edge that comes from before `bit`.
    fn within(&self, index: usize, bit: u32, tight: bool) -> BigUint {
        let at = self.graph.nodes[index].bit;
        let variable = self.codes.owner(at);
        let free = if self.has_surplus(variable) { &self.free[index] } else { &self.tight[index] };
        let skipped = at - bit;
        if skipped == 0 || !tight {
            return if tight { self.tight[index].clone() } else { free << skipped };
        }
        let bits = u64::from(self.codes.last(variable)) >> (self.codes.end(variable) - at);
        &self.tight[index] + free * (bits & ((1 << skipped) - 1))
    }

    /// Number of canonical codes from `bit` to the end of its variable.
    fn rest(&self, variable: usize, bit: u32, tight: bool) -> BigUint {
        let all = 1_u64 << (self.codes.end(variable) - bit);
        let last = u64::from(self.codes.last(variable)) & (all - 1);
        BigUint::from(if tight { last + 1 } else { all })
    }

    /// Product of the numbers of choices of the variables `begin..end`.
    fn product(&self, begin: usize, end: usize) -> BigUint {
        let mut product = BigUint::from(1_u32);
        let mut small = 1_u64;
        for &n in &self.codes.choices()[begin..end] {
            small = small.checked_mul(u64::from(n)).unwrap_or_else(|| {
                product *= small;
                u64::from(n)
            });
        }
        product * small
    }

    fn has_surplus(&self, variable: usize) -> bool {
        !self.codes.choices()[variable].is_power_of_two()
    }

    /// The state with this rank, which must exist.
    fn state(&self, mut rank: BigUint) -> State {
        let mut choices = vec![0; self.codes.choices().len()];
        let (mut edge, mut tight) = (self.graph.roots[0], true);
        for bit in 0..self.codes.n_bits() {
            let variable = self.codes.owner(bit);
            tight |= bit == self.codes.first(variable);
            let (lo, hi) = self.graph.branches(edge, bit);
            let (below_lo, _) = self.branches((lo, hi), bit, tight);
            let set = self.codes.is_set(self.codes.last(variable), bit);
            if rank < below_lo {
                edge = lo;
                tight &= !set;
            } else {
                rank -= below_lo;
                choices[variable] |= 1 << self.codes.bits_after(bit);
                edge = hi;
            }
        }
        State::from(choices)
    }
}
