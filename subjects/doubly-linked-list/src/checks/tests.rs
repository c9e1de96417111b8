//! Brute force: how many states there are, and that every check holds in every one of them.

use glassbox::native::Space;
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
        native::enumerate::<List<Val>>(bounds, |_, choices, valid| {
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
    fn hold<O: Outcome>(&self, run: impl Fn(&mut List<Val>) -> O) {
        for choices in &self.choices {
            let mut state = native::build::<List<Val>>(&self.bounds, choices).expect("these are choices of a state");
            assert!(run(&mut state).holds(), "{}", state.replay());
            assert_eq!(native::judge(&*state), Ok(()), "{}", state.replay());
            state.discard();
        }
    }
}

/// A value that is not in the structure.
fn value() -> Val {
    let space = Space::new(&[], |plan| {
        plan.structure::<List<Val>>("structure");
        plan.argument::<Val>("value");
    });
    space.write(&vec![0; space.n_variables()]);
    // SAFETY: a state has just been written, and the memory behind it goes without dropping the value.
    unsafe { space.pointer::<Val>(1).read() }
}

#[test]
fn there_is_one_list_of_each_length() {
    assert_eq!([1, 2, 3, 4].map(|height| States::within(&[("height", height)]).count()), [2, 3, 4, 5]);
}

#[test]
fn checks_hold_on_short_lists() {
    let states = States::within(&[("height", 4)]);
    states.hold(|list| push_front(list, value()));
    states.hold(|list| push_back(list, value()));
    states.hold(pop_front);
    states.hold(pop_back);
    states.hold(reverse);
    states.hold(|list| is_empty(list));
    states.hold(|list| push_back_then_pop_back(list, value()));
    for index in 0..6 {
        states.hold(|list| insert(list, index, value()));
        states.hold(|list| remove(list, index));
        for other in 0..6 {
            states.hold(|list| insert_then_get(list, index, value(), other));
            states.hold(|list| remove_then_get(list, index, other));
        }
    }
}
