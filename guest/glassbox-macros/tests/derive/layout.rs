//! Layouts that tempt to wrong assumptions: niches, padding, packed fields, nothing at all. What is written must be
//! read back as exactly the chosen value.

#![expect(clippy::option_option, reason = "niches in niches are what is tested")]

use std::marker::PhantomData;
use std::num::NonZeroU8;

use glassbox::{Broken, Children, Invariant, Structure};

use crate::states::{check, check_drops};

#[derive(Clone, Debug, PartialEq, Structure)]
#[glassbox(domain(NonZeroU8 = [NonZeroU8::MIN, NonZeroU8::MAX], u128 = [0, u128::MAX], u16 = [0, 256], u8 = [3]))]
struct Torture {
    niche: Option<NonZeroU8>,
    outer: Outer,
    wide: u128,
    packed: Packed,
    nothing: (),
    links: [Option<Box<Padded>>; 2],
    pair: (bool, u16),
    marker: PhantomData<*mut str>,
}

#[derive(Clone, Debug, PartialEq, Structure)]
enum Outer {
    A(Inner),
    B,
    C { x: bool, y: u16 },
    D(Option<Option<bool>>),
}

#[derive(Clone, Debug, PartialEq, Structure)]
enum Inner {
    P(bool),
    Q,
    R(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Structure)]
#[repr(C, packed)]
struct Packed {
    a: u8,
    #[glassbox(values = [1, u32::MAX])]
    b: u32,
    c: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Structure)]
#[glassbox(no_invariant)]
struct Padded {
    small: u8,
    #[glassbox(values = [u64::MAX])]
    large: u64,
}

impl Invariant for Torture {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

fn outers() -> Vec<Outer> {
    let mut all = vec![Outer::B, Outer::A(Inner::Q), Outer::A(Inner::R(3)), Outer::D(None), Outer::D(Some(None))];
    for x in [false, true] {
        all.extend([Outer::A(Inner::P(x)), Outer::D(Some(Some(x))), Outer::C { x, y: 0 }, Outer::C { x, y: 256 }]);
    }
    all
}

#[test]
fn every_combination_is_read_as_it_was_written() {
    let mut expect = Vec::new();
    for niche in [None, Some(NonZeroU8::MIN), Some(NonZeroU8::MAX)] {
        for outer in outers() {
            // The remaining fields as digits of one number.
            for n in 0..2 * 2 * 3 * 4 * 2 * 2 {
                let bit = |place: u32| n / place % 2 == 1;
                let padded = |there: bool| there.then(|| Box::new(Padded { small: 3, large: u64::MAX }));
                let c = [None, Some(0), Some(256)][n as usize / 64];
                expect.push(Torture {
                    niche,
                    outer: outer.clone(),
                    wide: if bit(1) { u128::MAX } else { 0 },
                    packed: Packed { a: 3, b: if bit(2) { u32::MAX } else { 1 }, c },
                    nothing: (),
                    links: [padded(bit(4)), padded(bit(8))],
                    pair: (bit(16), if bit(32) { 256 } else { 0 }),
                    marker: PhantomData,
                });
            }
        }
    }
    let show = |value: &Torture| {
        assert_eq!(value.clone(), *value);
        format!("{value:?}")
    };
    check(&[("height", 1)], show, expect.iter().map(|value| format!("{value:?}")));
}

/// Boxes as niches, behind a `bool` that is one as well.
#[derive(Debug, Structure)]
#[glassbox(no_invariant)]
enum Niches {
    Box(Box<Niches>),
    Flag(bool),
    Nested(Option<Option<bool>>),
    Pair(bool, Option<Box<Niches>>),
    Nothing,
}

fn niches(height: u32) -> Vec<String> {
    let below = if height == 0 { Vec::new() } else { niches(height - 1) };
    let mut all: Vec<String> = ["Flag(false)", "Flag(true)", "Nested(None)", "Nested(Some(None))", "Nothing"]
        .into_iter()
        .chain(["Nested(Some(Some(false)))", "Nested(Some(Some(true)))", "Pair(false, None)", "Pair(true, None)"])
        .map(str::to_owned)
        .collect();
    for inner in below {
        all.extend([false, true].map(|flag| format!("Pair({flag}, Some({inner}))")));
        all.push(format!("Box({inner})"));
    }
    all
}

#[test]
fn niches_hold_what_was_chosen() {
    for height in 1..=3 {
        check::<Niches>(&[("height", height)], |value| format!("{value:?}"), niches(height));
    }
    check_drops::<Niches>(&[("height", 2)], |_| 0);
}

/// Fields of no size, one of them aligned to 16 bytes.
#[derive(Clone, Copy, Debug, Structure)]
#[repr(align(16))]
struct Aligned;

#[derive(Debug, Structure)]
#[repr(C)]
#[glassbox(no_invariant)]
struct Sparse(Aligned, bool, [u64; 0], [Aligned; 3], #[glassbox(values = ['a', 'ß'])] char, PhantomData<dyn Fn()>);

#[test]
fn nothing_takes_no_room_and_no_choice() {
    let expect = [(false, 'a'), (false, 'ß'), (true, 'a'), (true, 'ß')];
    let text = |(flag, letter)| format!("{:?}", Sparse(Aligned, flag, [], [Aligned; 3], letter, PhantomData));
    check::<Sparse>(&[], |value| format!("{value:?}"), expect.map(text));
}

/// A packed type that an enum copies about.
#[derive(Clone, Copy, Debug, Structure)]
#[repr(Rust, packed(2))]
struct Tight(bool, #[glassbox(values = [1, 1 << 40])] u64);

#[derive(Clone, Copy, Debug, Structure)]
#[glassbox(no_invariant)]
#[repr(u8)]
enum Tagged {
    Tight(Tight) = 7,
    Other = 9,
}

#[test]
fn packed_payloads_are_listed_as_values() {
    let expect = ["Tight(Tight(false, 1))", "Tight(Tight(false, 1099511627776))", "Tight(Tight(true, 1))"];
    let expect = expect.into_iter().chain(["Tight(Tight(true, 1099511627776))", "Other"]);
    check::<Tagged>(&[], |value| format!("{value:?}"), expect.map(str::to_owned));
}
