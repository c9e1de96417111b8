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
//!
//! A node counts what is in its scope (`levels.rs`); what an edge skips before and behind that are whole variables, or bits
//! of the variable that the edge comes from.

use num_bigint::BigUint;

use super::codes::Codes;
use super::graph::{EMPTY, Edge, Graph, GraphNode};
use super::walk::{Nodes, Pair};
use crate::State;

/// Number of states of the first set of the graph.
pub(super) fn count(graph: &Graph, codes: &Codes) -> BigUint {
    let mut counts = Counts::new(graph, codes);
    // Counts of large sets take much memory, so drop those that are not needed any more.
    let mut uses = uses(graph);
    for (index, node) in graph.nodes.iter().enumerate() {
        counts.add(index);
        for child in graph.children(node).filter_map(Graph::index) {
            uses[child] -= 1;
            if uses[child] == 0 {
                counts.tight[child] = BigUint::ZERO;
                counts.free[child] = BigUint::ZERO;
            }
        }
    }
    counts.all()
}

/// Number of references to each node.
fn uses(graph: &Graph) -> Vec<u32> {
    let mut uses = vec![0; graph.nodes.len()];
    let children = graph.nodes.iter().flat_map(|node| graph.children(node));
    for index in children.chain(graph.roots.iter().copied()).filter_map(Graph::index) {
        uses[index] += 1;
    }
    uses
}

/// The states of the first set with these ranks.
pub(super) fn select(graph: &Graph, codes: &Codes, ranks: &[BigUint]) -> Vec<Option<State>> {
    let mut counts = Counts::new(graph, codes);
    (0..graph.nodes.len()).for_each(|index| counts.add(index));
    let all = counts.all();
    ranks.iter().map(|rank| (*rank < all).then(|| counts.state(rank.clone()))).collect()
}

/// The counts of all nodes so far.
struct Counts<'a> {
    graph: &'a Graph,
    codes: &'a Codes,
    /// Number of states of the node's scope, below it, if the bits before it are tight.
    tight: Vec<BigUint>,
    /// The same if they are free; zero where that is impossible or the number is the same.
    free: Vec<BigUint>,
}

/// Where an edge comes from: a level, the end of what is counted, and whether the bits before the level are tight.
#[derive(Clone, Copy, Debug)]
struct From {
    level: u32,
    end: u32,
    tight: bool,
}

/// States below an edge, each of which counts so many times.
#[derive(Clone, Debug)]
struct Weighted {
    edge: Edge,
    weight: BigUint,
}

impl<'a> Counts<'a> {
    fn new(graph: &'a Graph, codes: &'a Codes) -> Self {
        let n = graph.nodes.len();
        Self { graph, codes, tight: Vec::with_capacity(n), free: Vec::with_capacity(n) }
    }

    /// Number of states of the first set.
    fn all(&self) -> BigUint {
        self.below(self.graph.roots[0], From { level: 0, end: self.codes.levels().len(), tight: true })
    }

    /// The end of a level's scope.
    fn end(&self, level: u32) -> u32 {
        self.codes.levels().end(level).min(self.codes.levels().len())
    }

    /// Counts the next node, after its children.
    fn add(&mut self, index: usize) {
        let (tight, free) = match self.graph.nodes[index] {
            GraphNode::Bit { bit, lo, hi } => {
                let end = self.end(bit);
                let (below_lo, below_hi) = self.branches((lo, hi), From { level: bit, end, tight: true });
                let variable = self.codes.owner(bit);
                let needs_free = self.has_surplus(variable) && bit > self.codes.first(variable);
                let free = needs_free.then(|| self.branches((lo, hi), From { level: bit, end, tight: false }));
                (below_lo + below_hi, free.map_or(BigUint::ZERO, |(lo, hi)| lo + hi))
            }
            GraphNode::Product { level, first, end } => {
                let pairs = self.graph.pairs[first..end].iter();
                let counts = pairs.map(|pair| self.of_pair(level, *pair, self.end(level)));
                (counts.sum(), BigUint::ZERO)
            }
        };
        self.tight.push(tight);
        self.free.push(free);
    }

    /// Number of states of a pair at the beginning of a group, up to a level.
    fn of_pair(&self, level: u32, pair: Pair<Edge>, end: u32) -> BigUint {
        let rest = self.rest_of_pair(level, pair, end);
        if rest == BigUint::ZERO { rest } else { self.of_group(level, pair.group) * rest }
    }

    /// Number of choices of a group.
    fn of_group(&self, level: u32, edge: Edge) -> BigUint {
        self.below(edge, From { level: level + 1, end: self.group_end(level), tight: true })
    }

    fn rest_of_pair(&self, level: u32, pair: Pair<Edge>, end: u32) -> BigUint {
        self.below(pair.rest, From { level: self.group_end(level), end, tight: true })
    }

    fn group_end(&self, level: u32) -> u32 {
        self.codes.levels().group_end(level).expect("it begins a group")
    }

    /// Number of states over the two edges that leave a bit, clear and set.
    fn branches(&self, (lo, hi): (Edge, Edge), from: From) -> (BigUint, BigUint) {
        let From { level: bit, tight, .. } = from;
        let set = self.codes.is_set(self.codes.last(self.codes.owner(bit)), bit);
        let below = |edge, tight| self.below(edge, From { level: bit + 1, tight, ..from });
        // Below a set bit of the last choice everything is free; above a clear bit there is nothing.
        let below_lo = below(lo, tight && !set);
        let below_hi = if tight && !set { BigUint::ZERO } else { below(hi, tight) };
        (below_lo, below_hi)
    }

    /// Number of states over an edge. The first bit of a variable is always tight, because there are no bits before it.
    fn below(&self, edge: Edge, from: From) -> BigUint {
        let From { level, end, tight } = from;
        if edge == EMPTY || level == end {
            return BigUint::from(u32::from(edge != EMPTY));
        }
        let node = Graph::index(edge).map(|index| (index, self.graph.nodes[index].level()));
        let behind = self.codes.variable_from(end);
        // The variable that the edge comes from the middle of, with its bits that are left.
        let begins =
            self.codes.levels().group_end(level).is_some() || self.codes.first(self.codes.owner(level)) == level;
        if begins {
            let first = self.codes.variable_from(level);
            return self.over(node, first, behind);
        }
        let variable = self.codes.owner(level);
        if let Some((index, at)) = node
            && at < self.codes.end(variable)
        {
            return self.within(index, at, level, tight) * self.product(self.after_scope(at), behind);
        }
        self.rest(variable, level, tight) * self.over(node, variable + 1, behind)
    }

    /// The same for an edge that does not come from the middle of a variable: with the variables `begin..end`.
    fn over(&self, node: Option<(usize, u32)>, begin: usize, end: usize) -> BigUint {
        let Some((index, at)) = node else { return self.product(begin, end) };
        let variable = self.codes.owner(at);
        let own = if self.codes.levels().group_end(at).is_some() {
            self.tight[index].clone()
        } else {
            self.within(index, at, self.codes.first(variable), true)
        };
        self.product(begin, variable) * own * self.product(self.after_scope(at), end)
    }

    /// The first variable behind the scope of a level.
    fn after_scope(&self, level: u32) -> usize {
        self.codes.variable_from(self.end(level))
    }

    /// Number of states of the scope of a node at a bit, for an edge that comes from a bit of the same variable.
    fn within(&self, index: usize, at: u32, bit: u32, tight: bool) -> BigUint {
        let variable = self.codes.owner(at);
        let tight = tight || bit == self.codes.first(variable);
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
        let all = vec![Weighted { edge: self.graph.roots[0], weight: BigUint::from(1_u32) }];
        self.choose(all, (0, self.codes.levels().len()), &mut rank, &mut choices);
        State::from(choices)
    }

    /// Sets the choices between two levels of the state with a rank, where the states below several edges count with
    /// their weights. The rank becomes that among what has these choices. Returns where each edge leads.
    fn choose(
        &self,
        mut items: Vec<Weighted>,
        (begin, end): (u32, u32),
        rank: &mut BigUint,
        choices: &mut [u32],
    ) -> Vec<Edge> {
        let (mut level, mut tight) = (begin, true);
        while level < end {
            if let Some(group_end) = self.codes.levels().group_end(level) {
                self.choose_group(&mut items, (level, end), rank, choices);
                level = group_end;
                continue;
            }
            let variable = self.codes.owner(level);
            tight |= level == self.codes.first(variable);
            let set = self.codes.is_set(self.codes.last(variable), level);
            let from = From { level, end, tight };
            let branches = |item: &Weighted| self.graph.branches(item.edge, level);
            let below_lo: BigUint = items.iter().map(|item| self.branches(branches(item), from).0 * &item.weight).sum();
            let goes_lo = *rank < below_lo;
            for item in &mut items {
                let (lo, hi) = self.graph.branches(item.edge, level);
                item.edge = if goes_lo { lo } else { hi };
            }
            if goes_lo {
                tight &= !set;
            } else {
                *rank -= below_lo;
                choices[variable] |= 1 << self.codes.bits_after(level);
            }
            level += 1;
        }
        items.into_iter().map(|item| item.edge).collect()
    }

    /// Does the same for a group; then the edges lead to what these choices of the group leave.
    fn choose_group(&self, items: &mut [Weighted], (level, end): (u32, u32), rank: &mut BigUint, choices: &mut [u32]) {
        let (mut groups, mut rests) = (Vec::new(), Vec::new());
        for (index, Weighted { edge, weight }) in items.iter().enumerate() {
            for pair in self.graph.pairs(self.codes.levels(), *edge, level) {
                groups.push(Weighted { edge: pair.group, weight: self.rest_of_pair(level, pair, end) * weight });
                rests.push((index, pair.rest));
            }
        }
        let led = self.choose(groups, (level + 1, self.group_end(level)), rank, choices);
        for item in items.iter_mut() {
            item.edge = EMPTY;
        }
        for (_, (index, rest)) in led.into_iter().zip(rests).filter(|(edge, _)| *edge != EMPTY) {
            items[index].edge = rest;
        }
    }
}
