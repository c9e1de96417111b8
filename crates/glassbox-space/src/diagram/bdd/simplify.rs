//! Smaller sets that agree with a set on the states that matter.
//!
//! Often only some states of a set matter: the black height of a subtree matters only where the subtree is valid. Then
//! the other states can be chosen freely, and a good choice saves up to 99 % of the nodes. This is the operator
//! 'restrict' of Coudert and Madre (1990).

use super::cache::Operator;
use super::engine::{Engine, OPEN, PairFrame};
use super::table::{EMPTY, Edge, FULL, Full};

/// The bit of a frame that waits for the result of another pair of operands.
const NO_BIT: u32 = u32::MAX;

/// The next step for a pair of operands.
enum Step {
    Done(Edge),
    /// Same result as for this pair.
    Like(Edge, Edge),
    /// A bit, and the operands where it is clear and where it is set.
    Split(u32, (Edge, Edge), (Edge, Edge)),
}

impl Engine {
    /// A set that agrees with `set` on the states of `care`.
    ///
    /// Drops a bit of `set` where all of `care` is on one side of it, and drops bits of `care` that `set` does not
    /// depend on.
    pub(super) fn simplify(&mut self, set: Edge, care: Edge) -> Result<Edge, Full> {
        if care == EMPTY {
            return Ok(EMPTY);
        }
        let base = self.pairs.len();
        let (mut set, mut care) = (set, care);
        loop {
            let mut result = match self.step(set, care).inspect_err(|_| self.pairs.truncate(base))? {
                Step::Done(result) => result,
                Step::Like(other, other_care) => {
                    self.pairs.push(PairFrame { a: set, b: care, bit: NO_BIT, lo: OPEN, hi: (other, other_care) });
                    (set, care) = (other, other_care);
                    continue;
                }
                Step::Split(bit, lo, hi) => {
                    self.pairs.push(PairFrame { a: set, b: care, bit, lo: OPEN, hi });
                    (set, care) = lo;
                    continue;
                }
            };
            loop {
                if self.pairs.len() == base {
                    return Ok(result);
                }
                let frame = self.pairs.last_mut().expect("not at the base yet");
                let PairFrame { a, b, bit, lo, hi } = *frame;
                if bit != NO_BIT {
                    if lo == OPEN {
                        frame.lo = result;
                        (set, care) = hi;
                        break;
                    }
                    result = self.table.make(bit, lo, result).inspect_err(|_| self.pairs.truncate(base))?;
                }
                self.cache.put(Operator::Simplify, a, b, result);
                self.pairs.pop();
            }
        }
    }

    /// `care` is not empty.
    fn step(&mut self, set: Edge, care: Edge) -> Result<Step, Full> {
        if care == FULL || set == EMPTY || set == FULL {
            return Ok(Step::Done(set));
        }
        if set == care {
            return Ok(Step::Done(FULL));
        }
        if let Some(known) = self.cache.get(Operator::Simplify, set, care) {
            return Ok(Step::Done(known));
        }
        let (node, cared) = (self.table.node(set), self.table.node(care));
        if !self.table.levels.are_bits() {
            let level = self.table.levels.common(node.bit, cared.bit);
            if self.table.levels.group_end(level).is_some() {
                let simple = self.simplify_at_group(set, care, level)?;
                self.cache.put(Operator::Simplify, set, care, simple);
                return Ok(Step::Done(simple));
            }
        }
        if cared.bit < node.bit {
            return Ok(Step::Like(set, self.or(cared.lo, cared.hi)?));
        }
        let (care_lo, care_hi) = if cared.bit == node.bit { (cared.lo, cared.hi) } else { (care, care) };
        Ok(match (care_lo, care_hi) {
            (EMPTY, _) => Step::Like(node.hi, care_hi),
            (_, EMPTY) => Step::Like(node.lo, care_lo),
            _ => Step::Split(node.bit, (node.lo, care_lo), (node.hi, care_hi)),
        })
    }
}
