//! Lengths and capacities of vectors, and elements that lie in several buffers.

use std::collections::BTreeSet;

use glassbox::__private::{Plan, Visitor};
use glassbox::native::{Space, enumerate};
use glassbox::{Broken, Children, Invariant, Structure, Val};

use crate::heap::words;
use crate::states::{States, drops_everything_once, number};

/// A type with one field, without an invariant; `domain(u8 = [8, 9])`.
pub(crate) struct Holder<T> {
    pub(crate) held: T,
}

// SAFETY: the one field is described once.
unsafe impl<T: Structure> Structure for Holder<T> {
    fn possible(plan: &mut Plan) -> bool {
        T::possible(plan)
    }

    fn sample(plan: &mut Plan) -> Self {
        Holder { held: T::sample(plan) }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        plan.with::<u8, _>(vec![8, 9], |plan| {
            // SAFETY: the field of the value at `at`.
            plan.field("held", |plan| unsafe { T::describe(&raw mut (*at).held, plan) });
        });
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: the field of a valid value.
        unsafe { T::visit(&raw const (*this).held, visitor) }
    }
}

impl<T: Structure> Invariant for Holder<T> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

fn show(vec: &Vec<u8>) -> String {
    format!("{vec:?} of {}", vec.capacity())
}

/// A word in a vector with room for it: 0 to 3 elements, or the 8 that the first push of a byte makes room for.
fn with_room(word: &[u8], most: usize) -> Vec<String> {
    let capacities = (word.len()..=most).chain([8]);
    capacities.map(|capacity| format!("{word:?} of {capacity}")).collect()
}

#[test]
fn a_vector_has_every_capacity_that_pushes_within_the_bound_make() {
    let expect: BTreeSet<String> = words(3, &[8, 9]).into_iter().flat_map(|word| with_room(&word, 3)).collect();
    States::of::<Holder<Vec<u8>>>(&[("len", 3)], |holder| show(&holder.held)).are(expect);
}

#[test]
fn with_a_fixed_capacity_only_the_length_varies() {
    let expect = words(3, &[8, 9]).into_iter().map(|word| format!("{word:?} of 3"));
    States::of::<Holder<Vec<u8>>>(&[("len", 3), ("capacity", 1)], |holder| show(&holder.held)).are(expect);
}

#[test]
fn vectors_of_vectors_have_every_capacity_of_each() {
    let inner: BTreeSet<String> = words(2, &[8, 9]).into_iter().flat_map(|word| with_room(&word, 2)).collect();
    // The first push of anything larger than a byte makes room for 4.
    let none = [0, 1, 2, 4].map(|capacity| format!("[] of {capacity}"));
    let one = inner.iter().flat_map(|only| [1, 2, 4].map(|capacity| format!("[{only}] of {capacity}")));
    let two = inner.iter().flat_map(|first| {
        inner.iter().flat_map(move |second| [2, 4].map(|capacity| format!("[{first}, {second}] of {capacity}")))
    });
    let show = |holder: &Holder<Vec<Vec<u8>>>| {
        let inner: Vec<String> = holder.held.iter().map(show).collect();
        format!("[{}] of {}", inner.join(", "), holder.held.capacity())
    };
    States::of::<Holder<Vec<Vec<u8>>>>(&[("len", 2)], show).are(none.into_iter().chain(one).chain(two));
    drops_everything_once::<Holder<Vec<Vec<u8>>>>(&[("len", 2)], |_| Vec::new());
}

#[test]
fn a_value_in_a_vector_is_one_value_whatever_the_capacity() {
    let tokens = |holder: &Holder<Vec<Val>>| holder.held.iter().map(number).collect();
    drops_everything_once::<Holder<Vec<Val>>>(&[("len", 3)], tokens);
    let mut seen = BTreeSet::new();
    enumerate::<Holder<Vec<Val>>>(&[("len", 3)], |holder, _, _| seen.extend(tokens(holder)));
    assert_eq!(seen.len(), 3, "one token for each position");
}

#[test]
fn elements_without_a_size_have_a_length_only() {
    let states = States::of::<Holder<Vec<()>>>(&[("len", 3)], |holder| holder.held.len().to_string());
    states.are((0..=3).map(|len| len.to_string()));
    drops_everything_once::<Holder<Vec<()>>>(&[("len", 3)], |_| Vec::new());
}

#[test]
fn enums_in_vectors_are_mirrored_with_their_payloads() {
    type Elements = Vec<Option<(Vec<u8>, bool)>>;
    drops_everything_once::<Holder<Elements>>(&[("len", 2)], |_| Vec::new());
    let inner = 4 + 3 * 2 + 2 * 4;
    let element = 1 + 2 * inner;
    let mut n_states = 0;
    let mut texts = BTreeSet::new();
    enumerate::<Holder<Elements>>(&[("len", 2)], |holder, _, _| {
        n_states += 1;
        let capacities: Vec<_> = holder.held.iter().flatten().map(|(bytes, _)| bytes.capacity()).collect();
        texts.insert(format!("{:?} of {}, {capacities:?}", holder.held, holder.held.capacity()));
    });
    assert_eq!(n_states, 4 + 3 * element + 2 * element * element);
    assert_eq!(texts.len(), n_states);
}

#[test]
fn an_element_has_one_variable_and_a_cell_in_each_buffer() {
    let space = Space::new(&[("len", 3)], |plan| plan.structure::<Holder<Vec<u8>>>("it"));
    let record = space.skeleton();
    let n_cells = |path: &str| record.cells.iter().filter(|cell| cell.path == path).count();
    let n_variables = |path: &str| record.variables.iter().filter(|variable| variable.path == path).count();
    assert_eq!((n_variables("it.held.0"), n_cells("it.held.0")), (1, 4));
    assert_eq!((n_variables("it.held.1"), n_cells("it.held.1")), (1, 3));
    assert_eq!((n_variables("it.held.2"), n_cells("it.held.2")), (1, 2));
    let labels = [
        "0 of 0", "0 of 1", "0 of 2", "0 of 3", "0 of 8", "1 of 1", "1 of 2", "1 of 3", "1 of 8", "2 of 2", "2 of 3",
        "2 of 8", "3 of 3", "3 of 8",
    ];
    assert_eq!(record.variables[0].labels, labels);
    assert_eq!(record.blocks.len(), 1 + 4, "the root, and a buffer for each capacity but 0");
}
