//! Sets that matter only in part.
//!
//! Often a set is asked only about states of which something is known already: what the black height of a subtree is
//! is asked only where the subtree is valid. Then it may say anything about all others, and if that is chosen well, it
//! needs a hundredth of the nodes. (Coudert and Madre 1990: 'restrict'.)

use super::cache::Operator;
use super::engine::{Engine, OPEN, PairFrame};
use super::table::{EMPTY, Edge, FULL, Full};

/// The bit of a frame that only waits for the result of another pair.
const NO_BIT: u32 = u32::MAX;

/// What to do about a pair.
enum Step {
    Done(Edge),
    /// The same as this pair.
    Like(Edge, Edge),
    /// A bit that decides, and the two sides.
    Split(u32, (Edge, Edge), (Edge, Edge)),
}

impl Engine {
    /// A set that has the same states of `care` as `set`, and others as suits the diagram.
    ///
    /// Where all of `care` is on one side of a bit, the bit is left out; bits that only `care` depends on are left out of
    /// `care`.
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
