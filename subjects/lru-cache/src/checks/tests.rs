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
        native::enumerate::<Cache<u8, Val>>(bounds, |_, choices, valid| {
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
    fn hold<O: Outcome>(&self, run: impl Fn(&mut Cache<u8, Val>) -> O) {
        for choices in &self.choices {
            let mut state =
                native::build::<Cache<u8, Val>>(&self.bounds, choices).expect("these are choices of a state");
            assert!(run(&mut state).holds(), "{}", state.replay());
            assert_eq!(native::judge(&*state), Ok(()), "{}", state.replay());
            state.discard();
        }
    }
}

/// A value that is not in the structure.
fn value() -> Val {
    let space = Space::new(&[], |plan| {
        plan.structure::<Cache<u8, Val>>("structure");
        plan.argument::<Val>("value");
    });
    space.write(&vec![0; space.n_variables()]);
    // SAFETY: a state has just been written, and the memory behind it goes without dropping the value.
    unsafe { space.pointer::<Val>(1).read() }
}

#[test]
fn caches_are_counted() {
    // Within each capacity, orders of up to as many of the 4 keys: 1, 4, 12, 24.
    let expect = [5 + 5 + 5, 5 + 17 + 17, 5 + 17 + 41];
    assert_eq!([1, 2, 3].map(|height| States::within(&[("height", height)]).count()), expect);
}

#[test]
fn checks_hold_on_small_caches() {
    let states = States::within(&[("height", 3)]);
    states.hold(pop);
    for key in 0..4 {
        assert!(new(key.into()));
        states.hold(|cache| get(cache, key));
        states.hold(|cache| peek_then_get(cache, key));
        states.hold(|cache| peek(cache, key));
        states.hold(|cache| put(cache, key, value()));
        states.hold(|cache| put_then_peek(cache, key, value()));
        states.hold(|cache| remove(cache, key));
        for new in 0..4 {
            states.hold(|cache| get_then_put(cache, key, new, value()));
            states.hold(|cache| put_evicts_least_recently_used(cache, key, value(), new));
        }
    }
}
