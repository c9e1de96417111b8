//! What an exploration knows of the equality of values.
//!
//! Two values of a real type may be equal. Whether two tokens are is chosen when they are first compared, and the answer is part of
//! the state from then on: as long as both are there, they stay equal or different. Equality is an equivalence, so some answers
//! follow from others. Nothing is chosen for values that nobody compares.

use std::collections::{BTreeMap, BTreeSet};

/// Two tokens, the smaller one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair(u32, u32);

/// Answers about pairs of tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Equalities {
    answers: BTreeMap<Pair, bool>,
}

impl Equalities {
    /// Whether nothing is known.
    pub(super) fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// The answer for two tokens, if it is known or follows from others.
    pub(super) fn known(&self, a: u32, b: u32) -> Option<bool> {
        let (of_a, of_b) = (self.equal_to(a), self.equal_to(b));
        if of_a.contains(&b) {
            return Some(true);
        }
        let differ = |a: &u32| of_b.iter().any(|b| self.answers.get(&pair(*a, *b)) == Some(&false));
        of_a.iter().any(differ).then_some(false)
    }

    /// Remembers an answer that is not known.
    pub(super) fn learn(&mut self, a: u32, b: u32, is_equal: bool) {
        self.answers.insert(pair(a, b), is_equal);
    }

    /// All tokens that are equal to this one, and itself.
    fn equal_to(&self, token: u32) -> BTreeSet<u32> {
        let mut all = BTreeSet::from([token]);
        let mut next = vec![token];
        while let Some(token) = next.pop() {
            for (Pair(a, b), _) in self.answers.iter().filter(|(_, is_equal)| **is_equal) {
                let other = if *a == token {
                    *b
                } else if *b == token {
                    *a
                } else {
                    continue;
                };
                if all.insert(other) {
                    next.push(other);
                }
            }
        }
        all
    }

    /// The answers about these tokens, also those that follow from others.
    pub(super) fn among(&self, tokens: &BTreeMap<u32, u32>) -> Self {
        if self.answers.is_empty() {
            return Self::default();
        }
        let pairs = tokens.keys().flat_map(|a| tokens.range(a + 1..).map(|(b, _)| Pair(*a, *b)));
        let answers = pairs.filter_map(|pair| Some((pair, self.known(pair.0, pair.1)?)));
        Self { answers: answers.collect() }
    }

    /// The answers, for pairs of new names of tokens, as bytes.
    pub(super) fn form(&self, names: &BTreeMap<u32, u32>) -> Vec<u8> {
        let pairs = self.answers.iter().filter_map(|(Pair(a, b), is_equal)| {
            let (a, b) = (*names.get(a)?, *names.get(b)?);
            Some((pair(a, b), u8::from(*is_equal)))
        });
        let pairs: BTreeMap<Pair, u8> = pairs.collect();
        let bytes = |(Pair(a, b), is_equal): (Pair, u8)| [&a.to_le_bytes()[..], &b.to_le_bytes(), &[is_equal]].concat();
        pairs.into_iter().flat_map(bytes).collect()
    }

    /// The first token that a token is known to be equal to, if there is one before it.
    pub(super) fn first_equal(&self, token: u32) -> Option<u32> {
        self.equal_to(token).first().copied().filter(|first| *first < token)
    }

    /// All tokens in answers.
    pub(super) fn tokens(&self) -> BTreeSet<u32> {
        self.answers.keys().flat_map(|Pair(a, b)| [*a, *b]).collect()
    }

    /// Adds the answers of others, which do not contradict.
    pub(super) fn extend(&mut self, others: &Self) {
        self.answers.extend(&others.answers);
    }
}

fn pair(a: u32, b: u32) -> Pair {
    Pair(a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equality_is_an_equivalence() {
        let mut known = Equalities::default();
        known.learn(1, 2, true);
        known.learn(3, 2, true);
        known.learn(4, 3, false);
        assert_eq!(known.known(1, 3), Some(true));
        assert_eq!(known.known(1, 4), Some(false));
        assert_eq!(known.known(1, 5), None);
        let left = known.among(&BTreeMap::from([(1, 0), (3, 1), (4, 2)]));
        assert_eq!(left.known(1, 3), Some(true), "through a value that is gone");
        assert_eq!(left.known(4, 1), Some(false));
        assert_eq!(left.first_equal(3), Some(1));
        assert_eq!(left.first_equal(4), None);
    }

    #[test]
    fn forms_do_not_depend_on_numbers() {
        let (mut small, mut large) = (Equalities::default(), Equalities::default());
        small.learn(1, 2, true);
        large.learn(70, 30, true);
        let names = |a: u32, b: u32| BTreeMap::from([(a, 0), (b, 1)]);
        assert_eq!(small.form(&names(1, 2)), large.form(&names(70, 30)));
        assert_ne!(small.form(&names(1, 2)), Equalities::default().form(&names(1, 2)));
    }
}
