//! Brute force: how many states there are, and that every check holds in every one of them.

use std::marker::PhantomData;

use glassbox::{Invariant, Outcome, native};

use super::*;

/// All valid states within some bounds.
struct States<T> {
    bounds: Vec<(&'static str, u32)>,
    choices: Vec<Vec<u32>>,
    of: PhantomData<T>,
}

impl<T: Invariant> States<T> {
    fn within(bounds: &[(&'static str, u32)]) -> Self {
        let mut states = Vec::new();
        native::enumerate::<T>(bounds, |_, choices, valid| {
            if valid {
                states.push(choices.to_vec());
            }
        });
        Self { bounds: bounds.to_vec(), choices: states, of: PhantomData }
    }

    fn count(&self) -> usize {
        self.choices.len()
    }

    /// Runs a check on every state, and judges the outcome.
    fn hold<O: Outcome>(&self, run: impl Fn(&mut T) -> O) {
        for choices in &self.choices {
            let mut state = native::build::<T>(&self.bounds, choices).expect("these are choices of a state");
            assert!(run(&mut state).holds(), "{}", state.replay());
            assert_eq!(native::judge(&*state), Ok(()), "{}", state.replay());
            state.discard();
        }
    }
}

#[test]
fn partitions_are_counted() {
    let counts = [
        States::<UnionFind<1>>::within(&[]).count(),
        States::<UnionFind<2>>::within(&[]).count(),
        States::<UnionFind<3>>::within(&[]).count(),
        States::<UnionFind<4>>::within(&[]).count(),
    ];
    assert_eq!(counts, [1, 3, 10, 133]);
}

#[test]
fn checks_hold_on_all_partitions() {
    let states = States::<UnionFind<4>>::within(&[]);
    let others = |run: &dyn Fn(usize) -> bool| (0..4).all(run);
    for a in 0..4 {
        states.hold(|sets| find(sets, a));
        for b in 0..4 {
            states.hold(|sets| union(sets, a, b));
            states.hold(|sets| others(&|other| find_keeps_sets(&mut sets.clone(), other, a, b)));
            states.hold(|sets| others(&|other| union_joins_two_sets(&mut sets.clone(), a, b, other)));
        }
    }
}
