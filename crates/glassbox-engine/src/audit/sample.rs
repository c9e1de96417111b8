//! The sample of classes and states that is audited.
//!
//! A hash of the class's least state chooses them, so it does not matter which worker runs the class, when, or after
//! how many others.

use glassbox_space::{BigUint, Diagram, Space, State};

/// Size of the sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Number of classes in a thousand, about.
    pub per_mille: u32,
    /// Number of states of each class; all if there are fewer.
    pub states: u32,
    /// Seed: other numbers choose other classes and states.
    pub seed: u64,
}

impl Audit {
    /// Two states of this percentage of all classes.
    pub fn percent(percent: u32) -> Self {
        Self { per_mille: percent.saturating_mul(10), states: 2, seed: 0 }
    }

    /// Whether the class with this least state is audited.
    pub(crate) fn picks(&self, least: &State) -> bool {
        self.hash(least, 0) % 1000 < u64::from(self.per_mille)
    }

    /// States of the class with this least state.
    pub(crate) fn sample<D: Diagram>(&self, space: &Space<D>, class: &D::Set, least: &State) -> Vec<State> {
        let n_members = space.count(class);
        let ranks: Vec<BigUint> = match u32::try_from(&n_members) {
            Ok(n_members) if n_members <= self.states => (0..n_members).map(BigUint::from).collect(),
            _ => (0..self.states).map(|number| self.rank(least, number.into(), &n_members)).collect(),
        };
        let mut sampled: Vec<State> = space.diagram().select(class, &ranks).into_iter().flatten().collect();
        sampled.sort();
        sampled.dedup();
        sampled
    }

    /// A number below `n`, which may be much larger than 2^64.
    fn rank(&self, least: &State, number: u64, n: &BigUint) -> BigUint {
        // Two words more than needed: then all ranks are about equally likely.
        let n_words = n.bits() / 64 + 2;
        let words = (1..=n_words).map(|word| self.hash(least, number << 32 | word));
        words.fold(BigUint::ZERO, |rank, word| (rank << 64) + word) % n
    }

    fn hash(&self, least: &State, number: u64) -> u64 {
        let choices = least.choices().iter().map(|&choice| u64::from(choice));
        [self.seed, number].into_iter().chain(choices).fold(0, mix)
    }
}

/// A step of a 64-bit hash: multiplication by an odd number spreads upwards, the shifts downwards.
fn mix(hash: u64, word: u64) -> u64 {
    let mixed = (hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use glassbox_space::Explicit;

    use super::*;

    #[test]
    fn about_as_many_classes_as_asked_for() {
        let state = |number: u32| State::from(vec![number % 7, number / 7]);
        for percent in [0, 1, 10, 50, 100] {
            let audit = Audit::percent(percent);
            let picked = (0..10_000).filter(|&number| audit.picks(&state(number))).count();
            let expected = 100 * percent as usize;
            assert!(picked.abs_diff(expected) <= 150, "{percent} %: {picked}");
            let other = Audit { seed: 1, ..audit };
            let same = (0..10_000).filter(|&number| audit.picks(&state(number)) == other.picks(&state(number))).count();
            assert!(same < 10_000 || percent == 0 || percent == 100);
        }
    }

    #[test]
    fn samples_are_members_and_all_if_there_are_few() {
        let mut space = Space::new(Explicit::default());
        let variable = space.add_variable(10).expect("there is room");
        space.add_variable(3).expect("there is room");
        let class = space.guard(variable, 4);
        let least = space.least(&class).expect("it has members");
        for states in 0..6 {
            let audit = Audit { per_mille: 1000, states, seed: 3 };
            let sampled = audit.sample(&space, &class, &least);
            assert!(sampled.iter().all(|state| space.contains(&class, state)));
            assert!(sampled.len() <= states as usize && sampled.is_empty() == (states == 0));
            assert!(states < 3 || sampled.len() == 3);
        }
    }
}
