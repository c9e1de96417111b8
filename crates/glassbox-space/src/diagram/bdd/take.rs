//! Difference that fails if part of the second set is missing in the first.
//!
//! A search removes the lookalikes of each run from the remaining states and checks that none of them was removed
//! before. Both visit the same nodes, so one operator does both. Only valid states matter; as a third operand they need
//! not be intersected with the lookalikes first.

use super::engine::{Engine, OPEN, TripleFrame};
use super::table::{EMPTY, Edge, FULL, Full};

/// The next step for three operands.
enum Step {
    Done(Edge),
    /// Part of the second set is missing in the first.
    Missing,
    /// Neither trivial nor cached; the first bit that an operand depends on.
    Open(u32),
    /// The same, and first there is a group.
    Group,
}

impl Engine {
    /// The states of `from` that are not in `part`. None if a state of `part` is in `all` but not in `from`. `from`
    /// must be a subset of `all`.
    pub(super) fn take(&mut self, from: Edge, part: Edge, all: Edge) -> Result<Option<Edge>, Full> {
        let mut stack = std::mem::take(&mut self.triples);
        stack.clear();
        let left = self.take_with(&mut stack, [from, part, all]);
        self.triples = stack;
        left
    }

    fn take_with(&mut self, stack: &mut Vec<TripleFrame>, operands: [Edge; 3]) -> Result<Option<Edge>, Full> {
        let mut n_results = 0;
        let mut operands = operands;
        loop {
            let mut result = match self.look(operands)? {
                Step::Done(result) => result,
                Step::Missing => return Ok(None),
                Step::Group => match self.take_at_group(operands)? {
                    Some(left) => left,
                    None => return Ok(None),
                },
                Step::Open(bit) => {
                    let (lo, hi) = self.split(bit, operands);
                    stack.push(TripleFrame { operands, bit, lo: OPEN, hi });
                    operands = lo;
                    continue;
                }
            };
            // Go up while both children are done.
            loop {
                let Some(triple) = stack.last_mut() else {
                    self.cache.grow_taken(n_results);
                    return Ok(Some(result));
                };
                if triple.lo == OPEN {
                    triple.lo = result;
                    operands = triple.hi;
                    break;
                }
                result = self.table.make(triple.bit, triple.lo, result)?;
                self.cache.put_taken(triple.operands, result);
                n_results += 1;
                stack.pop();
            }
        }
    }

    /// The operands where a bit is clear and where it is set.
    #[inline(always)]
    fn split(&self, bit: u32, [a, b, c]: [Edge; 3]) -> ([Edge; 3], [Edge; 3]) {
        let (first, second, third) = (self.table.node(a), self.table.node(b), self.table.node(c));
        let (a_lo, a_hi) = if first.bit == bit { (first.lo, first.hi) } else { (a, a) };
        let (b_lo, b_hi) = if second.bit == bit { (second.lo, second.hi) } else { (b, b) };
        let (c_lo, c_hi) = if third.bit == bit { (third.lo, third.hi) } else { (c, c) };
        ([a_lo, b_lo, c_lo], [a_hi, b_hi, c_hi])
    }

    /// The same by three operators, one after the other.
    fn take_at_group(&mut self, [from, part, all]: [Edge; 3]) -> Result<Option<Edge>, Full> {
        let part = self.and(part, all)?;
        if self.is_subset(part, from)? { self.minus(from, part).map(Some) } else { Ok(None) }
    }

    #[inline(always)]
    fn look(&mut self, operands: [Edge; 3]) -> Result<Step, Full> {
        let [from, part, all] = operands;
        if part == EMPTY {
            return Ok(Step::Done(from));
        }
        if from == all {
            // Nothing was removed from this part of the diagram yet.
            return Ok(Step::Done(self.minus(from, part)?));
        }
        if part == FULL {
            return Ok(Step::Missing);
        }
        if from == EMPTY {
            return Ok(if self.is_disjoint(part, all)? { Step::Done(EMPTY) } else { Step::Missing });
        }
        if let Some(known) = self.cache.get_taken(operands) {
            return Ok(Step::Done(known));
        }
        let [first, second, third] = operands.map(|edge| self.table.node(edge).bit);
        if self.table.levels.are_bits() {
            return Ok(Step::Open(first.min(second).min(third)));
        }
        let levels = &self.table.levels;
        let level = levels.common(levels.common(first, second), third);
        Ok(if levels.group_end(level).is_some() { Step::Group } else { Step::Open(level) })
    }
}
