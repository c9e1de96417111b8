//! Brute force: how many states there are, and that every check holds in every one of them.

use glassbox::{Outcome, native};
use std::collections::BTreeSet;

use glassbox::native::Space;

use super::*;

/// All valid states within some bounds.
struct States {
    bounds: Vec<(&'static str, u32)>,
    choices: Vec<Vec<u32>>,
}

impl States {
    fn within(bounds: &[(&'static str, u32)]) -> Self {
        let mut states = Vec::new();
        native::enumerate::<Tree<Key>>(bounds, |_, choices, valid| {
            if valid {
                states.push(choices.to_vec());
            }
        });
        Self { bounds: bounds.to_vec(), choices: states }
    }

    fn count(&self) -> usize {
        self.choices.len()
    }

    /// Runs a check on every state, and judges the outcome.
    fn hold<O: Outcome>(&self, run: impl Fn(&mut Tree<Key>) -> O) {
        for choices in &self.choices {
            let mut state = native::build::<Tree<Key>>(&self.bounds, choices).expect("these are choices of a state");
            assert!(run(&mut state).holds(), "{}", state.replay());
            assert_eq!(native::judge(&*state), Ok(()), "{}", state.replay());
            state.discard();
        }
    }
}

/// All keys that an argument can be: those of all positions, and one in each gap.
fn keys(bounds: &[(&str, u32)]) -> BTreeSet<Key> {
    let mut keys = BTreeSet::new();
    let space = Space::new(bounds, |plan| {
        plan.structure::<Tree<Key>>("tree");
        plan.argument::<Key>("key");
    });
    space.each(|choices| {
        space.write(choices);
        // SAFETY: a state has just been written.
        keys.insert(unsafe { (*space.pointer::<Key>(1)).clone() });
    });
    keys
}

#[test]
fn low_trees_are_counted() {
    assert_eq!([1, 2].map(|height| States::within(&[("height", height)]).count()), [3, 15]);
}

#[test]
fn checks_hold_on_low_trees() {
    let bounds = [("height", 2)];
    let states = States::within(&bounds);
    states.hold(|tree| super::keys(tree));
    for key in keys(&bounds) {
        states.hold(|tree| {
            contains(tree, key.clone());
        });
        states.hold(|tree| {
            insert(tree, key.clone());
        });
        states.hold(|tree| {
            remove(tree, key.clone());
        });
        states.hold(|tree| insert_then_contains(tree, key.clone()));
        states.hold(|tree| remove_then_contains(tree, key.clone()));
    }
}

#[test]
fn other_keys_are_kept_in_low_trees() {
    let bounds = [("height", 2)];
    let states = States::within(&bounds);
    // All pairs would take a minute without optimisation.
    let keys: Vec<Key> = keys(&bounds).into_iter().step_by(4).collect();
    for (key, other) in keys.iter().flat_map(|key| keys.iter().map(move |other| (key, other))) {
        states.hold(|tree| insert_keeps_others(tree, key.clone(), other.clone()));
        states.hold(|tree| remove_keeps_others(tree, key.clone(), other.clone()));
    }
}
