//! Bounds, domains, and what is said about them when they are missing.

use glassbox::__private::{Plan, Visitor};
use glassbox::native::Space;
use glassbox::{Broken, Children, Invariant, Structure};

use crate::states::States;
use crate::vectors::Holder;

/// No domain for the number; the name is fixed.
struct Careless {
    name: &'static str,
    size: u64,
    flags: (bool, Option<bool>),
}

// SAFETY: every field is described once.
unsafe impl Structure for Careless {
    fn sample(plan: &mut Plan) -> Self {
        Careless { name: "", size: Structure::sample(plan), flags: Structure::sample(plan) }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.field("name", |plan| plan.skip_as(&raw mut (*at).name, "x", "\"x\""));
            plan.field("flags", |plan| Structure::describe(&raw mut (*at).flags, plan));
            plan.field("size", |plan| Structure::describe(&raw mut (*at).size, plan));
        }
    }

    unsafe fn visit(_: *const Self, _: &mut Visitor) {}
}

impl Invariant for Careless {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

#[test]
#[should_panic(
    expected = "glassbox does not know which values `it.size: u64` can take: write `#[glassbox(values = ..)]` on the field, or `#[glassbox(domain(u64 = ..))]` on it or on its type"
)]
fn a_field_without_a_domain_is_named() {
    Space::new(&[], |plan| plan.structure::<Careless>("it"));
}

#[test]
#[should_panic(
    expected = "glassbox does not know which values `index: usize` can take: write `#[glassbox(values = ..)]` before the argument"
)]
fn an_argument_without_a_domain_is_named() {
    Space::new(&[], |plan| plan.argument::<usize>("index"));
}

#[test]
#[should_panic(expected = "`index` has an empty domain, so there is no state at all")]
fn an_empty_domain_is_named() {
    Space::new(&[], |plan| plan.argument_values::<usize>("index", Vec::new()));
}

#[test]
fn skipped_fields_are_listed_with_their_values() {
    let space = Space::new(&[], |plan| plan.with(vec![1u64, 2], |plan| plan.structure::<Careless>("it")));
    assert_eq!(space.skeleton().skipped, ["it.name = \"x\""]);
    assert_eq!(space.n_variables(), 2, "the size, and both flags together");
    space.write(&[5, 1]);
    // SAFETY: a state has been written.
    let it = unsafe { &*space.pointer::<Careless>(0) };
    assert_eq!((it.name, it.size, it.flags), ("x", 2, (true, Some(true))));
}

#[test]
fn few_values_are_one_variable_with_words_for_each() {
    let variables = |describe: fn(&mut Plan)| Space::new(&[], describe).skeleton().variables;
    let pair = variables(|plan| plan.argument::<(bool, Option<bool>)>("pair"));
    let words = ["(false, None)", "(false, Some(false))", "(false, Some(true))"];
    assert_eq!(pair.len(), 1);
    assert_eq!(pair[0].labels[..3], words);
    assert_eq!(variables(|plan| plan.argument::<[bool; 6]>("bits")).len(), 1);
    assert_eq!(variables(|plan| plan.argument::<[bool; 7]>("bits")).len(), 7, "more than 64 values");
    let numbers = variables(|plan| plan.argument_values("number", vec![3u8, 5]));
    assert_eq!(numbers[0].labels, ["3", "5"]);
    assert_eq!(variables(|plan| plan.argument_values("number", vec![3u8])), [], "nothing to choose");
}

#[test]
fn an_inner_domain_hides_an_outer_one() {
    let space = Space::new(&[], |plan| plan.with(vec![1u8], |plan| plan.structure::<Holder<u8>>("it")));
    assert_eq!(space.skeleton().variables[0].labels, ["8", "9"]);
}

#[test]
fn tuples_and_arrays_vary_in_every_field() {
    type Fields = (u8, [bool; 2], Option<char>, ((), u8));
    let show = |holder: &Holder<Fields>| format!("{:?}", holder.held);
    let texts = |list: &[bool]| -> Vec<[bool; 2]> {
        list.iter().flat_map(|a| list.iter().map(move |b| [*a, *b])).collect::<Vec<_>>()
    };
    let mut expect = Vec::new();
    for a in [8u8, 9] {
        for b in texts(&[false, true]) {
            for c in [None, Some('a'), Some('b')] {
                expect.extend([8u8, 9].map(|d| format!("{:?}", (a, b, c, ((), d)))));
            }
        }
    }
    let space = Space::new(&[], |plan| plan.with(vec!['a', 'b'], |plan| plan.structure::<Holder<Fields>>("it")));
    assert_eq!(space.n_variables(), 1, "48 values");
    let mut found = States::default();
    space.each(|choices| {
        space.write(choices);
        // SAFETY: a state has been written.
        found.all.insert(show(unsafe { &*space.pointer::<Holder<Fields>>(0) }));
    });
    found.are(expect);
}

#[test]
fn lengths_and_heights_have_defaults() {
    let space = Space::new(&[], |plan| plan.structure::<Holder<Vec<bool>>>("it"));
    assert_eq!(space.replay(&[0, 0, 0, 0]).to_string(), "capacity=0,len=3:");
}
