//! Layouts that invite wrong assumptions: niches in niches, packed fields, no size, large alignment, padding.

use std::marker::PhantomData;
use std::num::NonZeroU8;

use glassbox::__private::{Plan, Visitor};
use glassbox::{Broken, Children, Invariant, Structure};

use crate::states::{States, drops_everything_once};

#[derive(Clone, Debug, PartialEq)]
struct Torture {
    niche: Option<NonZeroU8>,
    nested: Outer,
    big: u128,
    packed: Packed,
    nothing: (),
    kids: [Option<Box<Padded>>; 3],
    pair: (bool, u16),
    marker: PhantomData<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Outer {
    A(Inner),
    B,
    C {
        x: bool,
        y: u16,
    },
    #[expect(clippy::option_option, reason = "a niche in a niche")]
    D(Option<Option<bool>>),
}

#[derive(Clone, Debug, PartialEq)]
enum Inner {
    P(bool),
    Q,
    R(u8),
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, packed)]
struct Packed {
    a: u8,
    b: u32,
    c: Option<u16>,
}

#[derive(Clone, Debug, PartialEq)]
struct Padded {
    narrow: u8,
    wide: u64,
}

// SAFETY: every field is described once.
unsafe impl Structure for Torture {
    fn sample(plan: &mut Plan) -> Self {
        Torture {
            niche: Structure::sample(plan),
            nested: Structure::sample(plan),
            big: Structure::sample(plan),
            packed: Structure::sample(plan),
            nothing: (),
            kids: Structure::sample(plan),
            pair: Structure::sample(plan),
            marker: PhantomData,
        }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        let niches = [1, 255].into_iter().filter_map(NonZeroU8::new).collect();
        plan.with::<NonZeroU8, _>(niches, |plan| {
            plan.with::<u128, _>(vec![0, u128::MAX], |plan| {
                plan.with::<u16, _>(vec![0, 256], |plan| {
                    // SAFETY: the fields of the value at `at`.
                    plan.with::<u8, _>(vec![3], |plan| unsafe {
                        plan.field("niche", |plan| Structure::describe(&raw mut (*at).niche, plan));
                        plan.field("nested", |plan| Structure::describe(&raw mut (*at).nested, plan));
                        plan.field("big", |plan| Structure::describe(&raw mut (*at).big, plan));
                        plan.field("packed", |plan| Structure::describe(&raw mut (*at).packed, plan));
                        plan.field("nothing", |plan| Structure::describe(&raw mut (*at).nothing, plan));
                        plan.field("kids", |plan| Structure::describe(&raw mut (*at).kids, plan));
                        plan.field("pair", |plan| Structure::describe(&raw mut (*at).pair, plan));
                        plan.field("marker", |plan| Structure::describe(&raw mut (*at).marker, plan));
                    });
                });
            });
        });
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: the fields of a valid value.
        unsafe {
            Structure::visit(&raw const (*this).nested, visitor);
            Structure::visit(&raw const (*this).packed, visitor);
            Structure::visit(&raw const (*this).kids, visitor);
        }
    }
}

// SAFETY: a sample of each variant, overlaid by its fields.
unsafe impl Structure for Outer {
    fn sample(_: &mut Plan) -> Self {
        Outer::B
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        let mut variants = plan.variants(at);
        let sample = Outer::A(Structure::sample(plan));
        variants.add(plan, "A", sample);
        variants.add(plan, "B", Outer::B);
        let sample = Outer::C { x: Structure::sample(plan), y: Structure::sample(plan) };
        variants.add(plan, "C", sample);
        let sample = Outer::D(Structure::sample(plan));
        variants.add(plan, "D", sample);
        let tag = variants.done(plan);
        // SAFETY: the places of the fields in each variant.
        unsafe {
            if let Some(sample @ Outer::A(inner)) = tag.sample("A") {
                let inner = tag.place(sample, inner);
                tag.when(plan, "A", |plan| plan.field("A.0", |plan| Structure::describe(inner, plan)));
            }
            if let Some(sample @ Outer::C { x, y }) = tag.sample("C") {
                let (x, y) = (tag.place(sample, x), tag.place(sample, y));
                tag.when(plan, "C", |plan| {
                    plan.field("C.x", |plan| Structure::describe(x, plan));
                    plan.field("C.y", |plan| Structure::describe(y, plan));
                });
            }
            if let Some(sample @ Outer::D(option)) = tag.sample("D") {
                let option = tag.place(sample, option);
                tag.when(plan, "D", |plan| plan.field("D.0", |plan| Structure::describe(option, plan)));
            }
        }
    }

    unsafe fn visit(_: *const Self, _: &mut Visitor) {}
}

// SAFETY: a sample of each variant, overlaid by its field.
unsafe impl Structure for Inner {
    fn sample(_: &mut Plan) -> Self {
        Inner::Q
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        let mut variants = plan.variants(at);
        let sample = Inner::P(Structure::sample(plan));
        variants.add(plan, "P", sample);
        variants.add(plan, "Q", Inner::Q);
        let sample = Inner::R(Structure::sample(plan));
        variants.add(plan, "R", sample);
        let tag = variants.done(plan);
        // SAFETY: the places of the fields in each variant.
        unsafe {
            if let Some(sample @ Inner::P(field)) = tag.sample("P") {
                let field = tag.place(sample, field);
                tag.when(plan, "P", |plan| Structure::describe(field, plan));
            }
            if let Some(sample @ Inner::R(field)) = tag.sample("R") {
                let field = tag.place(sample, field);
                tag.when(plan, "R", |plan| Structure::describe(field, plan));
            }
        }
    }

    unsafe fn visit(_: *const Self, _: &mut Visitor) {}
}

// SAFETY: every field is described once.
unsafe impl Structure for Packed {
    fn sample(plan: &mut Plan) -> Self {
        Packed { a: Structure::sample(plan), b: 1, c: Structure::sample(plan) }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`, some of them unaligned.
        unsafe {
            plan.field("a", |plan| Structure::describe(&raw mut (*at).a, plan));
            plan.field("b", |plan| plan.choice(&raw mut (*at).b, vec![1, u32::MAX]));
            plan.field("c", |plan| Structure::describe(&raw mut (*at).c, plan));
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: a field of a valid value, unaligned.
        unsafe { Structure::visit(&raw const (*this).c, visitor) }
    }
}

// SAFETY: every field is described once.
unsafe impl Structure for Padded {
    fn sample(plan: &mut Plan) -> Self {
        Padded { narrow: Structure::sample(plan), wide: 0 }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.field("narrow", |plan| Structure::describe(&raw mut (*at).narrow, plan));
            plan.field("wide", |plan| plan.one(&raw mut (*at).wide, 0));
        }
    }

    unsafe fn visit(_: *const Self, _: &mut Visitor) {}
}

impl Invariant for Padded {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

impl Invariant for Torture {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

fn outers() -> Vec<Outer> {
    let mut outers = vec![Outer::B, Outer::A(Inner::Q), Outer::A(Inner::R(3)), Outer::D(None), Outer::D(Some(None))];
    for x in [false, true] {
        outers.extend([Outer::A(Inner::P(x)), Outer::D(Some(Some(x)))]);
        outers.extend([0, 256].map(|y| Outer::C { x, y }));
    }
    outers
}

/// All combinations of the fields' values.
fn all() -> Vec<Torture> {
    let kid = |there: bool| there.then(|| Box::new(Padded { narrow: 3, wide: 0 }));
    let mut all = Vec::new();
    for nested in outers() {
        for number in 0..3 * 2 * 2 * 3 * 8 * 2 * 2 {
            let mut rest = number;
            let mut digit = |n: usize| {
                let digit = rest % n;
                rest /= n;
                digit
            };
            let niche = [None, NonZeroU8::new(1), NonZeroU8::new(255)][digit(3)];
            let (big, b) = ([0, u128::MAX][digit(2)], [1, u32::MAX][digit(2)]);
            let packed = Packed { a: 3, b, c: [None, Some(0), Some(256)][digit(3)] };
            let kids = [digit(2), digit(2), digit(2)].map(|digit| kid(digit == 1));
            let pair = (digit(2) == 1, [0, 256][digit(2)]);
            all.push(Torture {
                niche,
                nested: nested.clone(),
                big,
                packed,
                nothing: (),
                kids,
                pair,
                marker: PhantomData,
            });
        }
    }
    all
}

#[test]
fn layouts_do_not_matter() {
    States::of::<Torture>(&[("height", 1)], |torture| {
        assert_eq!(torture.clone(), *torture);
        format!("{torture:?}")
    })
    .are(all().iter().map(|torture| format!("{torture:?}")));
    drops_everything_once::<Torture>(&[("height", 1)], |_| Vec::new());
}
