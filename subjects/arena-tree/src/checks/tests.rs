//! Brute force: how many states there are, and that every check holds in every one of them.

use glassbox::{Outcome, native};

use super::*;

/// All valid states within some bounds.
struct States {
    bounds: Vec<(&'static str, u32)>,
    choices: Vec<Vec<u32>>,
}

impl States {
    fn within(bounds: &[(&'static str, u32)]) -> Self {
        let mut states = Vec::new();
        native::enumerate::<Tree>(bounds, |_, choices, valid| {
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
    fn hold<O: Outcome>(&self, run: impl Fn(&mut Tree) -> O) {
        for choices in &self.choices {
            let mut state = native::build::<Tree>(&self.bounds, choices).expect("these are choices of a state");
            assert!(run(&mut state).holds(), "{}", state.replay());
            assert_eq!(native::judge(&*state), Ok(()), "{}", state.replay());
            state.discard();
        }
    }
}

/// For every length and every order of the slots: a search tree in the first of them, the free list in the rest.
fn expected(longest: usize) -> usize {
    // Search trees over 3 keys with 0, 1, 2 and 3 nodes: subsets times shapes.
    let trees = [1, 3, 3 * 2, 5];
    (0..=longest).map(|len| (1..=len).product::<usize>() * trees[..=len].iter().sum::<usize>()).sum()
}

#[test]
fn small_trees_are_counted() {
    assert_eq!([1, 2, 3].map(expected), [5, 25, 115]);
    assert_eq!([1, 2].map(|len| States::within(&[("len", len), ("capacity", 1)]).count()), [5, 25]);
}

#[test]
#[ignore = "tries millions of trees: about a minute without optimisation"]
fn trees_in_three_slots_are_counted() {
    assert_eq!(States::within(&[("len", 3), ("capacity", 1)]).count(), 115);
}

#[test]
fn checks_hold_on_small_trees() {
    let states = States::within(&[("len", 2)]);
    states.hold(|tree| to_vec(tree));
    for key in 0..3 {
        states.hold(|tree| contains(tree, key));
        states.hold(|tree| insert(tree, key));
        states.hold(|tree| remove(tree, key));
        for other in 0..3 {
            states.hold(|tree| insert_then_contains(tree, key, other));
            states.hold(|tree| remove_then_contains(tree, key, other));
        }
        states.hold(|tree| remove_then_insert(tree, key));
    }
}
