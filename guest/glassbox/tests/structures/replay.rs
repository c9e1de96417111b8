//! States as text.

use glassbox::native::{ReplayError, Space, build, from_replay};
use glassbox::{Key, Val};

use crate::red_black::{Tree, show};
use crate::vectors::Holder;

type Bytes = Holder<Vec<u8>>;

#[test]
fn every_state_comes_back_from_its_text() {
    // Under Miri, a tree of height 2 takes minutes.
    let bounds = [("height", if cfg!(miri) { 1 } else { 2 })];
    let space = Space::new(&bounds, |plan| plan.structure::<Tree<Key, Val>>("tree"));
    space.each(|choices| {
        let built = build::<Tree<Key, Val>>(&bounds, choices).expect("a state");
        let text = built.replay().to_string();
        let again = from_replay::<Tree<Key, Val>>(&text).expect("the text of a state");
        assert_eq!(again.choices(), choices);
        assert_eq!(show(&again), show(&built));
        assert_eq!(again.replay().to_string(), text);
        built.discard();
        again.discard();
    });
}

#[test]
fn the_text_has_the_bounds_that_were_used_and_no_zeros_at_the_end() {
    let built = build::<Bytes>(&[("len", 2), ("height", 7)], &[4, 1, 0]).expect("a state");
    assert_eq!(built.held, [9]);
    assert_eq!(built.replay().to_string(), "capacity=0,len=2:4.1");
    built.discard();
}

#[test]
fn a_built_state_is_an_ordinary_value() {
    let mut built = from_replay::<Bytes>("len=2: 7.1.0").expect("a state");
    assert_eq!(built.held, [9, 8]);
    built.held.push(7);
    built.held.remove(0);
    assert_eq!(built.held, [8, 7]);
    built.discard();
}

/// A structure that is not discarded leaks its contents, and nothing breaks.
#[test]
fn a_broken_state_may_be_left_alone() {
    let mut built = from_replay::<Bytes>("len=2:7.1.0").expect("a state");
    // SAFETY: never dropped, so that nothing is freed twice.
    built.held = unsafe { std::ptr::read(&raw const built.held) };
}

#[track_caller]
fn rejects(text: &str, expect: &ReplayError, message: &str) {
    let error = from_replay::<Bytes>(text).err().expect("accepted");
    assert_eq!(error.to_string(), message);
    assert_eq!(error, *expect);
}

#[test]
fn texts_that_are_no_states_are_named_errors() {
    rejects("1.2", &ReplayError::NoColon, "no colon between bounds and choices, as in `height=3:1.0.2`");
    let text = || "len".to_owned();
    rejects("len:1", &ReplayError::Bound { text: text() }, "`len` is not a bound, as in `height=3`");
    let text = || "x".to_owned();
    rejects("len=2:1.x", &ReplayError::Choice { text: text() }, "`x` is not a choice, which is a number");
    rejects(
        "len=2:7.0.0.1",
        &ReplayError::Count { given: 4, variables: 3 },
        "4 choices for 3 variables: the text is of another type, or the type has changed",
    );
    let path = || "state.held".to_owned();
    rejects(
        "len=2:9",
        &ReplayError::Range { path: path(), choice: 9, choices: 9 },
        "choice 9 for `state.held`, which has only 9, from 0: the text is of another type, or the type has changed",
    );
    let path = || "state.held.1".to_owned();
    rejects(
        "len=2:4.1.1",
        &ReplayError::Absent { path: path(), choice: 1 },
        "choice 1 for `state.held.1`, which does not exist in this state",
    );
}
