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

type Items = Queue<Option<Object>>;
type Linked = LinkedQueue<Option<Object>>;

#[test]
fn queues_are_counted() {
    let fixed = |len| States::<Items>::within(&[("len", len), ("capacity", 1)]).count();
    assert_eq!([1, 2, 3].map(fixed), [9, 49, 225]);
    // Two stacks of one length each, in every capacity that pushing can leave behind: 7, 18 and 41 of them.
    assert_eq!([1, 2, 3].map(|len| States::<Items>::within(&[("len", len)]).count()), [49, 324, 1681]);
    assert_eq!([1, 2, 3].map(|height| States::<Linked>::within(&[("height", height)]).count()), [9, 49, 225]);
}

#[test]
fn checks_hold_on_short_queues() {
    let (queues, linked) = (States::<Items>::within(&[("len", 2)]), States::<Linked>::within(&[("height", 3)]));
    queues.hold(dequeue);
    queues.hold(|queue| is_empty(queue));
    linked.hold(linked_dequeue);
    for item in [None, Some(Object)] {
        queues.hold(|queue| enqueue(queue, item));
        queues.hold(|queue| enqueue_then_dequeue(queue, item));
        queues.hold(|queue| comes_out_last(queue, item));
        linked.hold(|queue| linked_enqueue(queue, item));
        linked.hold(|queue| linked_comes_out_last(queue, item));
        linked.hold(|queue| linked_first_in_first_out(queue, item, None));
        linked.hold(|queue| linked_first_in_first_out(queue, item, Some(Object)));
    }
}
