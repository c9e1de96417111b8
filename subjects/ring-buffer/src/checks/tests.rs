//! Brute force: how many states there are, and that every check holds in every one of them.

use glassbox::native::Space;
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

/// A value that is not in the structure.
fn value() -> Val {
    let space = Space::new(&[], |plan| {
        plan.structure::<RingBuffer<Val, 4>>("structure");
        plan.argument::<Val>("value");
    });
    space.write(&vec![0; space.n_variables()]);
    // SAFETY: a state has just been written, and the memory behind it goes without dropping the value.
    unsafe { space.pointer::<Val>(1).read() }
}

type Ring<const N: usize> = RingBuffer<Val, N>;

#[test]
fn rings_are_counted() {
    let counts = [
        States::<Ring<1>>::within(&[]).count(),
        States::<Ring<2>>::within(&[]).count(),
        States::<Ring<3>>::within(&[]).count(),
        States::<Ring<4>>::within(&[]).count(),
    ];
    assert_eq!(counts, [2, 6, 12, 20]);
}

#[test]
fn checks_hold_on_all_rings() {
    let states = States::<Ring<4>>::within(&[]);
    states.hold(|ring| push_back(ring, value()));
    states.hold(|ring| push_front(ring, value()));
    states.hold(pop_front);
    states.hold(pop_back);
    states.hold(|ring| overwrite(ring, value()));
    states.hold(|ring| overwrite_then_get(ring, value()));
    states.hold(|ring| push_back_then_pop_back(ring, value()));
    for index in 0..6 {
        states.hold(|ring| get(ring, index));
        states.hold(|ring| push_back_then_get(ring, value(), index));
        states.hold(|ring| push_front_then_get(ring, value(), index));
        states.hold(|ring| pop_front_then_get(ring, index));
    }
}
