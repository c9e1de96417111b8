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

/// Search trees of at most this height over so many numbers: any of them can be on top.
fn expected(height: u32, numbers: u32) -> usize {
    if height == 0 {
        return 1;
    }
    let below = |numbers| expected(height - 1, numbers);
    1 + (0..numbers).map(|top| below(top) * below(numbers - 1 - top)).sum::<usize>()
}

#[test]
fn low_trees_are_counted() {
    assert_eq!([1, 2, 3, 4].map(|height| expected(height, 5)), [6, 36, 112, 172]);
    assert_eq!([1, 2].map(|height| States::within(&[("height", height)]).count()), [6, 36]);
}

#[test]
#[ignore = "tries all trees, sorted or not: some seconds without optimisation"]
fn trees_of_height_3_are_counted() {
    assert_eq!(States::within(&[("height", 3)]).count(), 112);
}

#[test]
fn checks_hold_on_low_trees() {
    let states = States::within(&[("height", 2)]);
    states.hold(|tree| to_vec(tree));
    for key in 0..5 {
        states.hold(|tree| contains(tree, key));
        states.hold(|tree| insert(tree, key));
        states.hold(|tree| remove(tree, key));
        states.hold(|tree| remove_min(tree, key));
        for other in 0..5 {
            states.hold(|tree| insert_then_contains(tree, key, other));
            states.hold(|tree| remove_then_contains(tree, key, other));
        }
    }
}
