//! Results of operators.
//!
//! Operators meet the same pair of nodes over and over; without remembering what came of it they would take exponential
//! time. Each pair has one place, and a newer result takes the place of an older one: losing a result costs time, never
//! an answer.

use super::table::{EDGE_BITS, EMPTY, Edge, Marks};

/// What was done to a pair of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// What is in both.
    And = 0,
    /// What is in one of them.
    Or = 1,
    /// What is in the first but not in the second.
    Minus = 2,
    /// The first, as far as the second is concerned.
    Simplify = 3,
}

/// The operator, the operands and the result.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The operator in the upper bits, the first operand in the others.
    key: u32,
    second: Edge,
    result: Edge,
}

/// No operator has this key: operands are never leaves.
const NOTHING: Entry = Entry { key: 0, second: 0, result: 0 };

const FEWEST: usize = 1 << 12;

/// Three operands and the result.
#[derive(Clone, Copy, Debug)]
struct Triple {
    operands: [Edge; 3],
    result: Edge,
}

/// Nothing is ever taken from nothing.
const NO_TRIPLE: Triple = Triple { operands: [EMPTY; 3], result: EMPTY };

/// The results that are remembered.
#[derive(Debug)]
pub(super) struct Cache {
    /// Their number is a power of two.
    entries: Vec<Entry>,
    /// What `take` gave. Hardly any of it is of use to the next `take`, since what is taken from has changed. So there are
    /// only as many places as one of them needs.
    taken: Vec<Triple>,
    most: usize,
}

impl Cache {
    /// Will remember up to `most` results, rounded up to a power of two.
    pub(super) fn new(most: usize) -> Self {
        let most = most.clamp(1, 1 << EDGE_BITS).next_power_of_two();
        Self { entries: vec![NOTHING; FEWEST.min(most)], taken: vec![NO_TRIPLE; FEWEST.min(most)], most }
    }

    #[inline(always)]
    pub(super) fn get(&self, operator: Operator, a: Edge, b: Edge) -> Option<Edge> {
        let key = key(operator, a);
        let entry = self.entries[self.place(key, b)];
        (entry.key == key && entry.second == b).then_some(entry.result)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, operator: Operator, a: Edge, b: Edge, result: Edge) {
        let key = key(operator, a);
        let place = self.place(key, b);
        self.entries[place] = Entry { key, second: b, result };
    }

    #[inline(always)]
    pub(super) fn get_taken(&self, operands: [Edge; 3]) -> Option<Edge> {
        let triple = self.taken[self.place_taken(operands)];
        (triple.operands == operands).then_some(triple.result)
    }

    #[inline(always)]
    pub(super) fn put_taken(&mut self, operands: [Edge; 3], result: Edge) {
        let place = self.place_taken(operands);
        self.taken[place] = Triple { operands, result };
    }

    /// A `take` had so many results: the next one should have places for all.
    pub(super) fn grow_taken(&mut self, n_results: usize) {
        let wanted = n_results.next_power_of_two().min(self.most);
        if self.taken.len() < wanted {
            self.taken = vec![NO_TRIPLE; wanted];
        }
    }

    #[inline(always)]
    fn place_taken(&self, [a, b, c]: [Edge; 3]) -> usize {
        let mixed = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32 ^ u64::from(c)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.taken.len() - 1)
    }

    #[inline(always)]
    fn place(&self, key: u32, b: Edge) -> usize {
        let mixed = (u64::from(key) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed >> 29) >> 16) as usize & (self.entries.len() - 1)
    }

    /// There are so many nodes now: with fewer places than nodes, results would be lost too soon.
    pub(super) fn grow(&mut self, n_nodes: usize) {
        let wanted = n_nodes.next_power_of_two().min(self.most);
        if wanted > self.entries.len() {
            let old = std::mem::replace(&mut self.entries, vec![NOTHING; wanted]);
            for entry in old {
                let place = self.place(entry.key, entry.second);
                self.entries[place] = entry;
            }
        }
    }

    /// Forgets results about nodes without a mark. The others stay true.
    pub(super) fn sweep(&mut self, marks: &Marks) {
        for entry in &mut self.entries {
            // Most places are empty.
            if entry.key != 0 && !entry.edges().into_iter().all(|edge| marks.has(edge)) {
                *entry = NOTHING;
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
