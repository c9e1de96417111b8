//! Types with parameters: bounds on fields, where-clauses, constants, lifetimes, defaults.

use std::fmt::Debug;
use std::marker::PhantomData;

use glassbox::{Broken, Children, Invariant, Structure};

use crate::states::check;

#[derive(Debug, Structure)]
#[glassbox(no_invariant)]
struct Bounded<K: Ord + Debug, V = (), const N: usize = 1>
where
    V: Clone,
{
    #[glassbox(tree)]
    next: Option<Box<Bounded<K, V, N>>>,
    keys: [K; N],
    #[glassbox(skip = PhantomData)]
    values: PhantomData<V>,
}

#[test]
fn bounds_and_constants_are_kept() {
    let show = |list: &Bounded<bool, String, 2>| format!("{:?} {}", list.keys, list.next.is_some());
    let mut all = Vec::new();
    glassbox::native::enumerate::<Bounded<bool, String, 2>>(&[("height", 1)], |list, _, valid| {
        assert!(valid);
        all.push(show(list));
    });
    assert_eq!(all.len(), 4 * (1 + 4));
}

/// A hasher has no description, and needs none.
#[derive(Structure)]
#[glassbox(no_invariant)]
struct Set<T, S: Default> {
    first: T,
    #[glassbox(skip = S::default())]
    hasher: S,
}

#[test]
fn a_skipped_field_asks_nothing_of_its_type() {
    #[derive(Default)]
    struct Hasher;
    check::<Set<bool, Hasher>>(&[], |set| set.first.to_string(), ["false", "true"].map(str::to_owned));
}

/// The lifetime is only a mark.
#[derive(Debug, Structure)]
#[glassbox(no_invariant)]
struct Marked<'a, T> {
    value: T,
    marker: PhantomData<&'a T>,
}

#[test]
fn lifetimes_pass_through() {
    check::<Marked<'_, bool>>(&[], |marked| marked.value.to_string(), ["false", "true"].map(str::to_owned));
}

/// Through another parameterised type and back.
#[derive(Clone, Debug, Structure)]
#[glassbox(no_invariant)]
struct Ping<T> {
    value: T,
    pong: Option<Box<Pong<T>>>,
}

#[derive(Clone, Debug, Structure)]
#[glassbox(no_invariant)]
enum Pong<T> {
    Ping(Box<Ping<T>>),
    Self_(Option<Box<Self>>),
}

#[test]
fn types_without_invariants_may_contain_each_other() {
    let mut n = 0;
    glassbox::native::enumerate::<Ping<bool>>(&[("height", 1)], |_, _, valid| n += u32::from(valid));
    // The pong is absent, or empty, or holds a ping without a pong.
    assert_eq!(n, 2 * (1 + 1 + 2));
}

/// What is in the box decides, so the bound has to be on the box.
#[derive(Structure)]
struct Holder<T> {
    inner: Option<Box<T>>,
}

impl<T: Invariant> Invariant for Holder<T> {
    type Summary = Option<T::Summary>;

    fn check(&self, children: &Children) -> Result<Self::Summary, Broken> {
        Ok(children.summary(&self.inner))
    }
}

#[test]
fn a_parameter_may_be_the_target_of_a_link() {
    let show = |holder: &Holder<Marked<'_, bool>>| format!("{:?}", holder.inner);
    let mark = |value| Some(Marked { value, marker: PhantomData });
    let expect = [None, mark(false), mark(true)].map(|inner| format!("{inner:?}"));
    check(&[("height", 1)], show, expect);
}
