//! Cached results of operators.
//!
//! Operators meet the same pair of nodes again and again; without a cache they would take exponential time. The cache
//! is direct-mapped: each pair has one slot, and a newer result replaces an older one. A lost result costs time, never
//! an answer.

use super::table::{EDGE_BITS, EMPTY, Edge, Marks};
use crate::memory_gate::may_take;

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// Intersection.
    And = 0,
    /// Union.
    Or = 1,
    /// Difference.
    Minus = 2,
    /// See `simplify.rs`.
    Simplify = 3,
}

/// An operator, its operands and its result.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The operator in the upper bits, the first operand in the others.
    key: u32,
    second: Edge,
    result: Edge,
}

/// An empty slot. No operator has key 0, because operands are never leaves.
const NO_ENTRY: Entry = Entry { key: 0, second: 0, result: 0 };

/// Number of slots of a new cache.
const FEWEST: usize = 1 << 12;

/// Operands and result of `take`.
#[derive(Clone, Copy, Debug)]
struct Triple {
    operands: [Edge; 3],
    result: Edge,
}

/// An empty slot: `take` never looks up the empty set.
const NO_TRIPLE: Triple = Triple { operands: [EMPTY; 3], result: EMPTY };

/// Results of operators, by operator and operands.
#[derive(Debug)]
pub(super) struct Cache {
    /// Results of operators with two operands. The length is a power of two.
    entries: Vec<Entry>,
    /// Results of `take`. Few of them help the next `take`, whose first operand has changed. So there are only as many
    /// slots as one `take` needs. The length is a power of two.
    taken: Vec<Triple>,
    /// Largest length of each.
    most: usize,
}

impl Cache {
    /// An empty cache for up to `most` results, rounded up to a power of two.
    pub(super) fn new(most: usize) -> Self {
        let most = most.clamp(1, 1 << EDGE_BITS).next_power_of_two();
        Self { entries: vec![NO_ENTRY; FEWEST.min(most)], taken: vec![NO_TRIPLE; FEWEST.min(most)], most }
    }

    #[inline(always)]
    pub(super) fn get(&self, operator: Operator, a: Edge, b: Edge) -> Option<Edge> {
        let key = key(operator, a);
        let entry = self.entries[self.slot(key, b)];
        (entry.key == key && entry.second == b).then_some(entry.result)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, operator: Operator, a: Edge, b: Edge, result: Edge) {
        let key = key(operator, a);
        let slot = self.slot(key, b);
        self.entries[slot] = Entry { key, second: b, result };
    }

    #[inline(always)]
    pub(super) fn get_taken(&self, operands: [Edge; 3]) -> Option<Edge> {
        let triple = self.taken[self.slot_of_take(operands)];
        (triple.operands == operands).then_some(triple.result)
    }

    #[inline(always)]
    pub(super) fn put_taken(&mut self, operands: [Edge; 3], result: Edge) {
        let slot = self.slot_of_take(operands);
        self.taken[slot] = Triple { operands, result };
    }

    /// Grows the cache of `take` for an operation with this many results.
    pub(super) fn grow_taken(&mut self, n_results: usize) {
        let wanted = n_results.next_power_of_two().min(self.most);
        if self.taken.len() < wanted && may_take(wanted * size_of::<Triple>()) {
            self.taken = vec![NO_TRIPLE; wanted];
        }
    }

    #[inline(always)]
    fn slot_of_take(&self, [a, b, c]: [Edge; 3]) -> usize {
        let mixed = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32 ^ u64::from(c)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.taken.len() - 1)
    }

    #[inline(always)]
    fn slot(&self, key: u32, b: Edge) -> usize {
        let mixed = (u64::from(key) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed >> 29) >> 16) as usize & (self.entries.len() - 1)
    }

    /// Grows the cache to about one slot for each node: with fewer, results would be lost too soon.
    pub(super) fn grow(&mut self, n_nodes: usize) {
        let wanted = n_nodes.next_power_of_two().min(self.most);
        if wanted > self.entries.len() && may_take(wanted * size_of::<Entry>()) {
            let old = std::mem::replace(&mut self.entries, vec![NO_ENTRY; wanted]);
            for entry in old {
                let slot = self.slot(entry.key, entry.second);
                self.entries[slot] = entry;
            }
        }
    }

    /// Removes results about nodes without a mark. The other results stay valid.
    pub(super) fn sweep(&mut self, marks: &Marks) {
        for entry in &mut self.entries {
            // Most slots are empty.
            if entry.key != 0 && !entry.edges().into_iter().all(|edge| marks.has(edge)) {
                *entry = NO_ENTRY;
            }
        }
        self.taken.fill(NO_TRIPLE);
    }
}

impl Entry {
    fn edges(&self) -> [Edge; 3] {
        [self.key & ((1 << EDGE_BITS) - 1), self.second, self.result]
    }
}

#[inline(always)]
fn key(operator: Operator, a: Edge) -> u32 {
    (operator as u32) << EDGE_BITS | a
}
