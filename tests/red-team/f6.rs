//! Numbers that are computed from addresses without a branch, and kept, masked, compared or returned. In another layout of memory they are
//! others, so a run in one layout says nothing about them.

#![allow(dead_code, unused)]

use glassbox::{Broken, Children, Invariant, Structure, ensure};
use std::hint::black_box;
use std::sync::atomic::{AtomicU8, Ordering};

/// A box, a flag that should be off, and a number that should be 0.
#[derive(Structure)]
pub struct Flagged {
    value: Box<bool>,
    flag: bool,
    #[glassbox(values = 0..2)]
    number: u8,
}

impl Invariant for Flagged {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(!self.flag, "the flag is on")?;
        ensure(self.number == 0, "the number is not 0")
    }
}

/// A bit of an address, which some blocks have and others have not. It is 0 in the first megabytes.
fn high_bit(of: &bool) -> u32 {
    (&raw const *of).addr() as u32 >> 29 & 1
}

/// Wrong with other addresses: a bit of one is the number.
#[glassbox::check]
pub fn bit_kept(flagged: &mut Flagged) {
    flagged.number = high_bit(&flagged.value) as u8;
}

/// Wrong with other addresses: a comparison of one is the flag.
#[glassbox::check]
pub fn comparison_kept(flagged: &mut Flagged) {
    flagged.flag = high_bit(&flagged.value) != 0;
}

/// Wrong with other addresses: the highest byte of one is the number.
#[glassbox::check]
pub fn byte_kept(flagged: &mut Flagged) {
    flagged.number = (&raw const *flagged.value).addr().to_le_bytes()[3];
}

/// Wrong with other addresses: two comparisons, and both are masked by 1.
#[glassbox::check]
pub fn masked_by_one(flagged: &mut Flagged) {
    let (high, low) = (high_bit(&flagged.value) != 0, (&raw const *flagged.value).addr() / 48 % 5 == 3);
    flagged.flag = black_box(true) & (high | (low & high));
}

/// Wrong with other addresses: the comparison is what the check returns.
#[glassbox::check]
pub fn returned(flagged: &mut Flagged) -> bool {
    high_bit(&flagged.value) == 0
}

/// Wrong with other addresses: the comparison is negated twice.
#[glassbox::check]
pub fn negated(flagged: &mut Flagged) -> bool {
    let is_low = black_box(high_bit(&flagged.value) == 0);
    !black_box(!is_low)
}

/// Wrong with other addresses: the comparison is a length.
#[glassbox::check]
pub fn measured(flagged: &mut Flagged) {
    let is_high = high_bit(&flagged.value) != 0;
    let numbers = [0u8; 2];
    flagged.number = numbers[..1 + usize::from(is_high)].len() as u8 - 1;
}

/// Wrong with other addresses: the comparison goes through a buffer.
#[glassbox::check]
pub fn through_memory(flagged: &mut Flagged) {
    let mut bits = vec![false; 3];
    bits[1] = high_bit(&flagged.value) != 0;
    bits.rotate_left(1);
    flagged.flag = black_box(bits)[0];
}

/// Wrong with other addresses: it is kept as a difference of numbers.
#[glassbox::check]
pub fn subtracted(flagged: &mut Flagged) {
    let is_high = u8::from(high_bit(&flagged.value) != 0);
    flagged.number = black_box(5 + is_high) - 5;
}

/// Right: a bit is set whatever the comparison says.
#[glassbox::check]
pub fn set_anyway(flagged: &mut Flagged) {
    let is_high = black_box(high_bit(&flagged.value) != 0);
    assert!(black_box(true) | is_high);
}

/// Wrong with other addresses: a bit is set, and another one may be.
#[glassbox::check]
pub fn set_and_more(flagged: &mut Flagged) {
    let bits = black_box(high_bit(&flagged.value) << 1) | black_box(1);
    assert!(bits != 0);
    assert_eq!(bits, 1);
}

/// Wrong with other addresses: a bit is set, and masked away again.
#[glassbox::check]
pub fn set_and_masked(flagged: &mut Flagged) {
    let bits = black_box(high_bit(&flagged.value) << 9) | black_box(1);
    assert!(bits & black_box(0xff00) == 0);
}

/// Wrong with other addresses: halves of two words that are not 0.
#[glassbox::check]
pub fn two_halves(flagged: &mut Flagged) {
    let high = black_box(high_bit(&flagged.value));
    let (a, b) = (black_box(high | 0x1_0000), black_box(high << 16 | 1));
    assert!((a & black_box(0xffff)) | (b & black_box(0xffff_0000)) == 0);
}

/// A value of which a report shows one part only.
#[derive(Clone, Copy)]
pub struct Hidden {
    shown: u8,
    hidden: u8,
}

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.shown)
    }
}

/// An entry whose number should be 0, a box for an address, and a listed value.
#[derive(Structure)]
pub struct Entries {
    place: Box<bool>,
    entry: Option<Entry>,
    numbers: Vec<Entry>,
    #[glassbox(values = [Hidden { shown: 0, hidden: 0 }])]
    value: Hidden,
}

#[derive(Clone, Copy, Structure)]
#[glassbox(no_invariant, domain(u8 = 0..2))]
pub struct Entry {
    name: u8,
    number: u8,
}

impl Invariant for Entries {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let is_zero = self.entry.iter().chain(&self.numbers).all(|entry| entry.number == 0);
        ensure(is_zero && self.value.hidden == 0, "a number is not 0")
    }
}

/// Wrong with other addresses: the number is in an entry that is there.
#[glassbox::check(len = 1)]
pub fn in_an_entry(entries: &mut Entries) {
    entries.entry = Some(Entry { name: 1, number: high_bit(&entries.place) as u8 });
}

/// Wrong with other addresses: the number is in an element.
#[glassbox::check(len = 1)]
pub fn in_an_element(entries: &mut Entries) {
    if entries.numbers.is_empty() {
        entries.numbers.push(Entry { name: 0, number: high_bit(&entries.place) as u8 });
    }
}

/// Wrong with other addresses: the number is in a part of a value that no report shows.
#[glassbox::check(len = 1)]
pub fn in_a_hidden_part(entries: &mut Entries) {
    entries.value.hidden = high_bit(&entries.place) as u8;
}

/// Right: the number lies where nothing is any more.
#[glassbox::check(len = 1)]
pub fn in_no_entry(entries: &mut Entries) {
    entries.entry = black_box(Some(Entry { name: 1, number: high_bit(&entries.place) as u8 }));
    unsafe { (&raw mut entries.entry).cast::<u8>().write(0) };
}

/// Right: the comparison counts for nothing.
#[glassbox::check]
pub fn masked_by_zero(flagged: &mut Flagged) {
    let is_high = black_box(high_bit(&flagged.value) != 0);
    flagged.flag = black_box(flagged.flag) & is_high;
}

/// Wrong with other addresses: a comparison is kept, and a law looks at it.
#[glassbox::explore(operations = 2)]
pub mod kept {
    pub fn new() -> (Box<bool>, bool) {
        (Box::new(true), false)
    }
    pub fn look(flagged: &mut (Box<bool>, bool)) {
        flagged.1 = super::high_bit(&flagged.0) != 0;
    }
    pub fn is_off(flagged: &(Box<bool>, bool)) -> bool {
        !flagged.1
    }
}

/// Wrong with other addresses: a law returns a comparison.
#[glassbox::explore(operations = 2)]
pub mod returned_by_a_law {
    pub fn new() -> Box<bool> {
        Box::new(true)
    }
    pub fn flip(value: &mut Box<bool>) {
        **value = !**value;
    }
    pub fn is_low(value: &Box<bool>) -> bool {
        super::high_bit(value) == 0
    }
}

/// Wrong: the block whose address was compared is lost, and the result of the comparison stays.
#[glassbox::explore(operations = 3)]
pub mod lost {
    pub fn new() -> (Option<Box<bool>>, bool) {
        (Some(Box::new(true)), false)
    }
    pub fn look(flagged: &mut (Option<Box<bool>>, bool)) {
        if let Some(value) = flagged.0.take() {
            flagged.1 = super::high_bit(&value) != 0;
            std::mem::forget(value);
        }
    }
}

/// Wrong: two of three blocks are lost, and a comparison of both stays.
#[glassbox::explore(operations = 3)]
pub mod lost_two {
    pub struct Three {
        boxes: Vec<Box<u8>>,
        is_far: bool,
    }
    pub fn new() -> Three {
        Three { boxes: vec![Box::new(1), Box::new(2), Box::new(3)], is_far: false }
    }
    pub fn compare(three: &mut Three) {
        if three.boxes.len() == 3 {
            let (a, b) = (three.boxes.pop().unwrap(), three.boxes.pop().unwrap());
            let places = ((&raw const *a).addr() / 48 % 7, (&raw const *b).addr() / 48 % 7);
            three.is_far = places.0 != places.1;
            std::mem::forget((a, b));
        }
    }
}

/// Wrong with other addresses: a comparison in a static is read by the next operation.
#[glassbox::explore(operations = 3)]
pub mod in_a_static {
    use std::sync::atomic::{AtomicBool, Ordering};
    static IS_HIGH: AtomicBool = AtomicBool::new(false);
    pub fn new() -> Box<bool> {
        Box::new(true)
    }
    pub fn note(value: &mut Box<bool>) {
        IS_HIGH.store(super::high_bit(value) != 0, Ordering::Relaxed);
    }
    pub fn look(_: &mut Box<bool>) {
        assert!(!IS_HIGH.load(Ordering::Relaxed));
    }
}

/// Wrong with other addresses: a comparison chooses how much to do.
#[glassbox::explore(operations = 3)]
pub mod repeated {
    pub fn new() -> (Box<bool>, u8) {
        (Box::new(true), 0)
    }
    pub fn add(counted: &mut (Box<bool>, u8)) {
        let n = 1 + u8::from(super::high_bit(&counted.0) != 0);
        counted.1 = counted.1.wrapping_add(n);
    }
    pub fn is_small(counted: &(Box<bool>, u8)) -> bool {
        counted.1 <= 3
    }
}

/// Wrong with other addresses: what an operation returns is not what the model says.
#[glassbox::explore(operations = 2)]
pub mod with_a_model {
    #[derive(Default)]
    pub struct Model;
    pub fn new() -> (Box<bool>, Model) {
        (Box::new(true), Model)
    }
    pub fn look(both: &mut (Box<bool>, Model)) {
        let answer = std::hint::black_box(super::high_bit(&both.0) != 0);
        assert_eq!(answer, false);
    }
}

/// Right: comparisons of leftovers count for nothing, and those of two numbers count.
#[glassbox::explore(operations = 3)]
pub mod masked_away {
    use std::hint::black_box;
    pub fn new() -> (Box<bool>, bool) {
        (Box::new(true), false)
    }
    pub fn look(flagged: &mut (Box<bool>, bool)) {
        let is_high = black_box(super::high_bit(&flagged.0) != 0);
        flagged.1 = black_box(false) & is_high;
    }
    pub fn is_off(flagged: &(Box<bool>, bool)) -> bool {
        !flagged.1
    }
}
