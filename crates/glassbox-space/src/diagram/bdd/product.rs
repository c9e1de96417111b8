//! The step of operators at the beginning of a group.
//!
//! There a set is a list of pairs: choices of the group, and what they leave for the variables behind the group. The groups of
//! all pairs share nothing, and the rests are different and not empty (*compressed*); choices in no pair leave nothing. If only
//! one of the two parts matters, the set is that part, without a node (*trimmed*). Then a set has one list only, because the
//! pairs are the classes of choices that leave the same rest. Darwiche (2011) has the proof, for trees of variables in general;
//! our levels are such a tree, in which the first part of a node is a bit or a group. His lists also have the pair whose rest is
//! empty; without it, an intersection needs no complements.
//!
//! An operator combines the pairs of two lists that have choices of the group in common: the groups are intersected, the
//! operator is applied to the rests, and what has the same rest is united. These functions call the operators, which call them:
//! as deep as groups lie in each other.

use super::super::walk::Pair;
use super::cache::Operator;
use super::engine::Engine;
use super::table::{EMPTY, Edge, Full};

/// A pair of an operand, and the choices of its group that were not combined yet.
#[derive(Clone, Copy, Debug)]
struct Operand {
    pair: Pair<Edge>,
    left: Edge,
}

impl Engine {
    /// Applies an operator to two sets that differ first at a group.
    pub(super) fn multiply(&mut self, operator: Operator, a: Edge, b: Edge, level: u32) -> Result<Edge, Full> {
        let [mut first, mut second] = [a, b].map(|edge| {
            let pairs = self.table.pairs_at(edge, level);
            pairs.into_iter().map(|pair| Operand { pair, left: pair.group }).collect::<Vec<_>>()
        });
        let mut products = Vec::with_capacity(first.len() + second.len());
        // Most groups are in both lists.
        for one in &mut first {
            if let Some(other) = second.iter_mut().find(|other| other.pair.group == one.pair.group) {
                let rest = self.apply(operator, one.pair.rest, other.pair.rest)?;
                products.push(Pair { group: one.left, rest });
                (one.left, other.left) = (EMPTY, EMPTY);
            }
        }
        let (keeps_first, keeps_second) = (operator != Operator::And, operator == Operator::Or);
        for one in &mut first {
            for other in &mut second {
                if one.left == EMPTY {
                    break;
                }
                if other.left == EMPTY {
                    continue;
                }
                let group = self.and(one.left, other.left)?;
                if group == EMPTY {
                    continue;
                }
                let rest = self.apply(operator, one.pair.rest, other.pair.rest)?;
                products.push(Pair { group, rest });
                one.left = self.without(one.left, group, keeps_first)?;
                other.left = self.without(other.left, group, keeps_second)?;
            }
        }
        let left = first.iter().filter(|_| keeps_first).chain(second.iter().filter(|_| keeps_second));
        products.extend(left.map(|operand| Pair { group: operand.left, ..operand.pair }));
        self.compressed(level, products)
    }

    /// What is left of some choices without a part of them. If what is left does not matter, it may be more than that.
    fn without(&mut self, choices: Edge, part: Edge, matters: bool) -> Result<Edge, Full> {
        if choices == part {
            return Ok(EMPTY);
        }
        if matters { self.minus(choices, part) } else { Ok(choices) }
    }

    fn apply(&mut self, operator: Operator, a: Edge, b: Edge) -> Result<Edge, Full> {
        match operator {
            Operator::And => self.and(a, b),
            Operator::Or => self.or(a, b),
            Operator::Minus => self.minus(a, b),
            Operator::Simplify => self.simplify(a, b),
        }
    }

    /// The set with these pairs, whose groups share nothing.
    fn compressed(&mut self, level: u32, mut pairs: Vec<Pair<Edge>>) -> Result<Edge, Full> {
        pairs.retain(|pair| pair.group != EMPTY && pair.rest != EMPTY);
        pairs.sort_unstable_by_key(|pair| pair.rest);
        let mut n = 0;
        let mut next = 0;
        while next < pairs.len() {
            let rest = pairs[next].rest;
            let same = pairs[next..].iter().take_while(|pair| pair.rest == rest).count();
            let group = self.union_of_groups(&pairs[next..next + same])?;
            pairs[n] = Pair { group, rest };
            (n, next) = (n + 1, next + same);
        }
        self.table.make_product(level, &pairs[..n])
    }

    /// The choices of the group that a list has. Neighbours are united first, so that no group is in more than log n unions.
    fn union_of_groups(&mut self, pairs: &[Pair<Edge>]) -> Result<Edge, Full> {
        match pairs {
            [] => Ok(EMPTY),
            [pair] => Ok(pair.group),
            _ => {
                let (first, second) = pairs.split_at(pairs.len() / 2);
                let (first, second) = (self.union_of_groups(first)?, self.union_of_groups(second)?);
                self.or(first, second)
            }
        }
    }

    /// Whether a node in the scope of a group's beginning depends on nothing but the group.
    fn is_in_group(&self, edge: Edge, level: u32) -> bool {
        let bit = self.table.node(edge).bit;
        bit > level && self.table.levels.group_end(level).is_some_and(|end| bit < end)
    }

    /// Whether the result of an operator on two sets that differ first at a group is empty.
    pub(super) fn product_is_empty(&mut self, operator: Operator, a: Edge, b: Edge, level: u32) -> Result<bool, Full> {
        match operator {
            Operator::And => self.share_nothing(a, b, level),
            Operator::Minus => self.is_part(a, b, level),
            Operator::Or | Operator::Simplify => unreachable!("no one asks whether these are empty"),
        }
    }

    fn share_nothing(&mut self, a: Edge, b: Edge, level: u32) -> Result<bool, Full> {
        let [first, second] = [a, b].map(|edge| self.table.pairs_at(edge, level));
        for one in &first {
            for other in &second {
                if !self.is_disjoint(one.group, other.group)? && !self.is_disjoint(one.rest, other.rest)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn is_part(&mut self, a: Edge, b: Edge, level: u32) -> Result<bool, Full> {
        let [first, second] = [a, b].map(|edge| self.table.pairs_at(edge, level));
        for one in &first {
            let mut left = one.group;
            for other in &second {
                if left == EMPTY {
                    break;
                }
                if self.is_disjoint(left, other.group)? {
                    continue;
                }
                if !self.is_subset(one.rest, other.rest)? {
                    return Ok(false);
                }
                left = self.minus(left, other.group)?;
            }
            if left != EMPTY {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The step of [`simplify`](Self::simplify) at a group. Neither set is a leaf.
    pub(super) fn simplify_at_group(&mut self, set: Edge, care: Edge, level: u32) -> Result<Edge, Full> {
        let cared = self.table.pairs_at(care, level);
        if self.table.node(set).bit != level {
            // What matters is the choices of the group, or of the rest, that occur in `care`.
            if self.is_in_group(set, level) {
                let matters = self.union_of_groups(&cared)?;
                return self.simplify(set, matters);
            }
            let mut matters = EMPTY;
            for pair in cared {
                matters = self.or(matters, pair.rest)?;
            }
            return self.simplify(set, matters);
        }
        let mut simple = Vec::new();
        for Pair { group, rest } in self.table.pairs_at(set, level) {
            let mut matters = EMPTY;
            for care in &cared {
                if !self.is_disjoint(group, care.group)? {
                    matters = self.or(matters, care.rest)?;
                }
            }
            if matters != EMPTY {
                simple.push(Pair { group, rest: self.simplify(rest, matters)? });
            }
        }
        if let [Pair { group, rest }] = *simple {
            let matters = self.union_of_groups(&cared)?;
            simple = vec![Pair { group: self.simplify(group, matters)?, rest }];
        }
        self.compressed(level, simple)
    }
}
