//! Conditions: the choices under which a part exists.
//!
//! A condition is another one with one more requirement, and everything below a choice shares it. So conditions form a tree, and
//! a part of the description has the number of its own.

use std::ops::Range;

/// Number of a condition in its plan; 0 has no requirements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Condition(u32);

impl Condition {
    /// The condition without requirements.
    pub(crate) const ALWAYS: Self = Self(0);

    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// A requirement on one variable: it has one of the choices.
pub(super) struct Requirement<'a> {
    pub(super) variable: usize,
    /// Ascending.
    pub(super) choices: &'a [u32],
}

/// All conditions of a plan.
#[derive(Default)]
pub(crate) struct Conditions {
    /// The first one has the number 1.
    all: Vec<Longer>,
    /// The choices of all requirements.
    choices: Vec<u32>,
}

/// A condition with one more requirement.
struct Longer {
    before: Condition,
    variable: usize,
    choices: Range<usize>,
    /// Number of requirements.
    len: usize,
}

impl Conditions {
    /// The condition with one more requirement: that a variable of `n_choices` choices has one of these. None if no choice is
    /// among them; without the requirement if all are.
    pub(super) fn and(
        &mut self,
        before: Condition,
        variable: usize,
        n_choices: u32,
        choices: impl IntoIterator<Item = u32>,
    ) -> Option<Condition> {
        let start = self.choices.len();
        self.choices.extend(choices.into_iter().filter(|choice| *choice < n_choices));
        if !self.choices[start..].is_sorted_by(|a, b| a < b) {
            let mut unordered = self.choices.split_off(start);
            unordered.sort_unstable();
            unordered.dedup();
            self.choices.append(&mut unordered);
        }
        let n_left = self.choices.len() - start;
        if n_left == 0 || n_left == n_choices as usize {
            self.choices.truncate(start);
            return (n_left > 0).then_some(before);
        }
        Some(self.add(before, variable, start))
    }

    /// The condition with the requirement that a variable has one of these choices.
    pub(super) fn require(&mut self, before: Condition, variable: usize, choices: &[u32]) -> Condition {
        let start = self.choices.len();
        self.choices.extend_from_slice(choices);
        self.add(before, variable, start)
    }

    /// Adds a condition whose last choices begin at `start`.
    fn add(&mut self, before: Condition, variable: usize, start: usize) -> Condition {
        let (choices, len) = (start..self.choices.len(), self.len(before) + 1);
        self.all.push(Longer { before, variable, choices, len });
        Condition(u32::try_from(self.all.len()).expect("fewer than 2^32 conditions"))
    }

    /// The same condition with other choices in its requirement `at`.
    pub(super) fn with_choices(&mut self, condition: Condition, at: usize, choices: &[u32]) -> Condition {
        let Some(Longer { before, variable, choices: own, len }) = self.longer(condition) else { return condition };
        let (before, variable, own, is_it) = (*before, *variable, own.clone(), *len == at + 1);
        let before = if is_it { before } else { self.with_choices(before, at, choices) };
        let start = self.choices.len();
        if is_it {
            self.choices.extend_from_slice(choices);
        } else {
            self.choices.extend_from_within(own);
        }
        self.add(before, variable, start)
    }

    /// Number of requirements.
    pub(super) fn len(&self, condition: Condition) -> usize {
        self.longer(condition).map_or(0, |longer| longer.len)
    }

    /// Whether no state can meet both, because they require different choices of one variable.
    pub(super) fn exclude(&self, a: Condition, b: Condition) -> bool {
        self.requirements(a).any(|a| {
            let mut same = self.requirements(b).filter(|b| b.variable == a.variable);
            same.any(|b| !a.choices.iter().any(|choice| b.choices.contains(choice)))
        })
    }

    /// Whether these choices, one for each variable, meet the condition.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) fn hold(&self, condition: Condition, choices: &[u32]) -> bool {
        self.requirements(condition).all(|requirement| requirement.choices.contains(&choices[requirement.variable]))
    }

    /// All conditions but the one without requirements, by number: the one before, and the requirement.
    pub(super) fn all(&self) -> impl ExactSizeIterator<Item = (Condition, Requirement<'_>)> {
        self.all.iter().map(|longer| (longer.before, self.requirement(longer)))
    }

    /// The requirements of a condition, the last one first.
    fn requirements(&self, condition: Condition) -> impl Iterator<Item = Requirement<'_>> {
        let chain = std::iter::successors(self.longer(condition), |longer| self.longer(longer.before));
        chain.map(|longer| self.requirement(longer))
    }

    fn requirement(&self, longer: &Longer) -> Requirement<'_> {
        Requirement { variable: longer.variable, choices: &self.choices[longer.choices.clone()] }
    }

    fn longer(&self, condition: Condition) -> Option<&Longer> {
        self.all.get((condition.0 as usize).checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_hold_where_all_requirements_do() {
        let mut all = Conditions::default();
        let first = all.and(Condition::ALWAYS, 0, 3, [2, 1]).unwrap();
        let both = all.and(first, 2, 4, [0, 3, 9]).unwrap();
        assert_eq!((all.len(Condition::ALWAYS), all.len(first), all.len(both)), (0, 1, 2));
        assert!(all.hold(Condition::ALWAYS, &[]));
        assert!(all.hold(both, &[1, 0, 3]) && all.hold(both, &[2, 0, 0]));
        assert!(!all.hold(both, &[0, 0, 3]) && !all.hold(both, &[1, 0, 1]));
        // Of all choices, and of none.
        assert_eq!(all.and(first, 1, 2, [1, 0]), Some(first));
        assert_eq!(all.and(first, 1, 2, [2]), None);
    }

    #[test]
    fn choices_can_be_replaced_in_the_middle() {
        let mut all = Conditions::default();
        let first = all.and(Condition::ALWAYS, 0, 3, [1, 2]).unwrap();
        let both = all.and(first, 1, 2, [1]).unwrap();
        let other = all.with_choices(both, 0, &[0]);
        assert!(all.hold(other, &[0, 1]) && !all.hold(other, &[1, 1]) && !all.hold(other, &[0, 0]));
        assert!(all.exclude(both, other) && !all.exclude(first, both));
        let last = all.with_choices(both, 1, &[0]);
        assert!(all.hold(last, &[2, 0]) && !all.hold(last, &[2, 1]));
    }
}
