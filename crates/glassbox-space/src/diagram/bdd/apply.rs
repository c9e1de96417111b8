//! Operators on two sets: intersection, union, difference, and the questions whether these are empty.
//!
//! An operator walks down both diagrams at once, bit by bit, until a result is trivial or cached, and builds the result
//! on the way up (Bryant 1986). `product.rs` has the step at a group.

use super::cache::Operator;
use super::engine::{Engine, OPEN, PairFrame};
use super::table::{EMPTY, Edge, FULL, Full};

impl Engine {
    /// Intersection.
    pub(super) fn and(&mut self, a: Edge, b: Edge) -> Result<Edge, Full> {
        self.run(Operator::And, a, b, common)
    }

    /// Union.
    pub(super) fn or(&mut self, a: Edge, b: Edge) -> Result<Edge, Full> {
        self.run(Operator::Or, a, b, |a, b| match (a, b) {
            (FULL, _) | (_, FULL) => Ok(FULL),
            (EMPTY, other) | (other, EMPTY) => Ok(other),
            _ if a == b => Ok(a),
            _ => Err((a.min(b), a.max(b))),
        })
    }

    /// Difference: the states of the first set that are not in the second.
    pub(super) fn minus(&mut self, a: Edge, b: Edge) -> Result<Edge, Full> {
        self.run(Operator::Minus, a, b, difference)
    }

    /// Whether the first set is a subset of the second. Makes no nodes but at groups, and stops at the first state that is not.
    pub(super) fn is_subset(&mut self, a: Edge, b: Edge) -> Result<bool, Full> {
        self.finds_nothing(Operator::Minus, a, b, difference)
    }

    /// Whether the sets have no state in common. Makes no nodes but at groups, and stops at the first common state.
    pub(super) fn is_disjoint(&mut self, a: Edge, b: Edge) -> Result<bool, Full> {
        self.finds_nothing(Operator::And, a, b, common)
    }

    /// Runs an operator. `plain` returns the result if it is trivial, otherwise the operands in the order of the cache
    /// key.
    #[inline(always)]
    fn run(
        &mut self,
        operator: Operator,
        a: Edge,
        b: Edge,
        plain: impl Fn(Edge, Edge) -> Result<Edge, (Edge, Edge)>,
    ) -> Result<Edge, Full> {
        let base = self.pairs.len();
        let (mut a, mut b) = (a, b);
        loop {
            let known = plain(a, b).or_else(|(a, b)| self.cache.get(operator, a, b).ok_or((a, b)));
            let mut result = match known {
                Ok(result) => result,
                Err((first, second)) => match self.descend(first, second) {
                    Descent::Bit(lo_a, lo_b) => {
                        (a, b) = (lo_a, lo_b);
                        continue;
                    }
                    Descent::Group(level) => {
                        let result = self.multiply(operator, first, second, level);
                        let result = result.inspect_err(|_| self.pairs.truncate(base))?;
                        self.cache.put(operator, first, second, result);
                        result
                    }
                },
            };
            // Go up while both children are done.
            loop {
                if self.pairs.len() == base {
                    return Ok(result);
                }
                let frame = self.pairs.last_mut().expect("not at the base yet");
                if frame.lo == OPEN {
                    frame.lo = result;
                    (a, b) = frame.hi;
                    break;
                }
                let PairFrame { a: first, b: second, bit, lo, .. } = *frame;
                result = self.table.make(bit, lo, result).inspect_err(|_| self.pairs.truncate(base))?;
                self.cache.put(operator, first, second, result);
                self.pairs.pop();
            }
        }
    }

    /// Whether the result of the operator would be empty.
    #[inline(always)]
    fn finds_nothing(
        &mut self,
        operator: Operator,
        a: Edge,
        b: Edge,
        plain: impl Fn(Edge, Edge) -> Result<Edge, (Edge, Edge)>,
    ) -> Result<bool, Full> {
        let base = self.pairs.len();
        let (mut a, mut b) = (a, b);
        loop {
            let known = plain(a, b).or_else(|(a, b)| self.cache.get(operator, a, b).ok_or((a, b)));
            match known {
                Ok(EMPTY) => {}
                Ok(_) => {
                    self.pairs.truncate(base);
                    return Ok(false);
                }
                Err((first, second)) => match self.descend(first, second) {
                    Descent::Bit(lo_a, lo_b) => {
                        (a, b) = (lo_a, lo_b);
                        continue;
                    }
                    Descent::Group(level) => {
                        let is_empty = self.product_is_empty(operator, first, second, level);
                        if !is_empty.inspect_err(|_| self.pairs.truncate(base))? {
                            self.pairs.truncate(base);
                            return Ok(false);
                        }
                        self.cache.put(operator, first, second, EMPTY);
                    }
                },
            }
            loop {
                if self.pairs.len() == base {
                    return Ok(true);
                }
                let frame = self.pairs.last_mut().expect("not at the base yet");
                if frame.lo == OPEN {
                    frame.lo = EMPTY;
                    (a, b) = frame.hi;
                    break;
                }
                let PairFrame { a: first, b: second, .. } = *frame;
                self.cache.put(operator, first, second, EMPTY);
                self.pairs.pop();
            }
        }
    }

    /// Finds the first level of two operands. If it is that of a bit, pushes a frame for them.
    #[inline(always)]
    fn descend(&mut self, a: Edge, b: Edge) -> Descent {
        let (left, right) = (self.table.node(a), self.table.node(b));
        let mut bit = left.bit.min(right.bit);
        if !self.table.levels.are_bits() {
            bit = self.table.levels.common(left.bit, right.bit);
            if self.table.levels.group_end(bit).is_some() {
                return Descent::Group(bit);
            }
        }
        let (a_lo, a_hi) = if left.bit == bit { (left.lo, left.hi) } else { (a, a) };
        let (b_lo, b_hi) = if right.bit == bit { (right.lo, right.hi) } else { (b, b) };
        self.pairs.push(PairFrame { a, b, bit, lo: OPEN, hi: (a_hi, b_hi) });
        Descent::Bit(a_lo, b_lo)
    }
}

/// The next step for two operands.
enum Descent {
    /// They differ first in a bit; the operands where it is clear.
    Bit(Edge, Edge),
    /// They differ first in a group that begins at this level.
    Group(u32),
}

#[inline(always)]
fn common(a: Edge, b: Edge) -> Result<Edge, (Edge, Edge)> {
    match (a, b) {
        (EMPTY, _) | (_, EMPTY) => Ok(EMPTY),
        (FULL, other) | (other, FULL) => Ok(other),
        _ if a == b => Ok(a),
        _ => Err((a.min(b), a.max(b))),
    }
}

#[inline(always)]
fn difference(a: Edge, b: Edge) -> Result<Edge, (Edge, Edge)> {
    match (a, b) {
        (EMPTY, _) | (_, FULL) => Ok(EMPTY),
        (_, EMPTY) => Ok(a),
        _ if a == b => Ok(EMPTY),
        _ => Err((a, b)),
    }
}
