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
        native::enumerate::<Heap<Item>>(bounds, |_, choices, valid| {
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
    fn hold<O: Outcome>(&self, run: impl Fn(&mut Heap<Item>) -> O) {
        for choices in &self.choices {
            let mut state = native::build::<Heap<Item>>(&self.bounds, choices).expect("these are choices of a state");
            assert!(run(&mut state).holds(), "{}", state.replay());
            assert_eq!(native::judge(&*state), Ok(()), "{}", state.replay());
            state.discard();
        }
    }
}

fn count(len: u32) -> usize {
    States::within(&[("len", len), ("capacity", 1)]).count()
}

#[test]
fn small_heaps_are_counted() {
    assert_eq!([1, 2, 3, 4, 5].map(count), [2, 6, 24, 110, 664]);
}

#[test]
#[ignore = "tries a million heaps: about half a minute without optimisation"]
fn heaps_are_counted() {
    assert_eq!([6, 7].map(count), [4515, 41696]);
}

#[test]
fn checks_hold_on_small_heaps() {
    let states = States::within(&[("len", 4)]);
    states.hold(extract_min);
    states.hold(|heap| is_empty(heap));
    states.hold(extract_min_twice);
    for item in (1..=4).map(Item) {
        states.hold(|heap| insert(heap, item));
        states.hold(|heap| insert_if_room(heap, item));
        states.hold(|heap| insert_then_extract_min(heap, item));
        states.hold(|heap| items_are_counted(heap, item));
    }
}
