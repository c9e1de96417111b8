//! All states of a structure as texts.

use std::collections::BTreeSet;

use glassbox::Invariant;

/// The states of a structure, and those that are valid, as `show` prints them. No two states may print alike.
pub(crate) fn states<T: Invariant>(
    bounds: &[(&str, u32)],
    show: impl Fn(&T) -> String,
) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut all, mut valid) = (BTreeSet::new(), BTreeSet::new());
    glassbox::native::enumerate::<T>(bounds, |state, choices, is_valid| {
        let text = show(state);
        if is_valid {
            valid.insert(text.clone());
        }
        assert!(all.insert(text.clone()), "{text} occurs twice, the second time as {choices:?}");
    });
    (all, valid)
}

/// Every state is as expected, and every expected one occurs.
#[track_caller]
pub(crate) fn check<T: Invariant>(
    bounds: &[(&str, u32)],
    show: impl Fn(&T) -> String,
    expect: impl IntoIterator<Item = String>,
) {
    same(&states(bounds, show).0, expect);
}

/// As [`check`], for the valid states.
#[track_caller]
pub(crate) fn check_valid<T: Invariant>(
    bounds: &[(&str, u32)],
    show: impl Fn(&T) -> String,
    expect: impl IntoIterator<Item = String>,
) {
    same(&states(bounds, show).1, expect);
}

#[track_caller]
fn same(found: &BTreeSet<String>, expect: impl IntoIterator<Item = String>) {
    let expect: Vec<String> = expect.into_iter().collect();
    let expected: BTreeSet<String> = expect.iter().cloned().collect();
    assert_eq!(expected.len(), expect.len(), "the expectation repeats itself");
    let missing: Vec<_> = expected.difference(found).take(5).collect();
    let extra: Vec<_> = found.difference(&expected).take(5).collect();
    assert!(missing.is_empty() && extra.is_empty(), "missing {missing:#?}, extra {extra:#?}");
}

/// The number that stands for a key.
pub(crate) fn number(key: &glassbox::Key) -> u32 {
    let text = format!("{key:?}");
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().expect("a key is a number")
}

/// Drops every state once, and compares the values that were dropped with those that `held` finds.
#[track_caller]
pub(crate) fn check_drops<T: Invariant>(bounds: &[(&str, u32)], held: impl Fn(&T) -> usize) {
    let mut all = Vec::new();
    glassbox::native::enumerate::<T>(bounds, |_, choices, _| all.push(choices.to_vec()));
    for choices in all {
        let state = glassbox::native::build::<T>(bounds, &choices).expect("a state");
        let expect = held(&state);
        glassbox::native::take_dropped();
        state.discard();
        let mut dropped = glassbox::native::take_dropped();
        assert_eq!(dropped.len(), expect, "values dropped in {choices:?}");
        dropped.sort_unstable();
        dropped.dedup();
        assert_eq!(dropped.len(), expect, "a value was dropped twice in {choices:?}");
    }
}
