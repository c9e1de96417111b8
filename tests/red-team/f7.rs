//! Branches on bytes that mean nothing. Where both ways lead to the same place with the same values, they decide nothing; where
//! they do not, they do.

#![allow(dead_code, unused)]

use glassbox::{Broken, Children, Invariant, Structure, ensure};
use std::hint::black_box;
use std::mem::MaybeUninit;

/// A box, a flag that should be off, and numbers.
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

/// A byte that nobody has written.
#[inline(always)]
fn unwritten() -> u8 {
    let byte = MaybeUninit::<u8>::uninit();
    unsafe { black_box(&byte).assume_init_read() }
}

/// A bit of an address, which some blocks have and others have not. It is 0 in the first megabytes.
#[inline(always)]
fn high_bit(of: &bool) -> u32 {
    (&raw const *black_box(of)).addr() as u32 >> 29 & 1
}

/// Wrong: one way turns the flag on.
#[glassbox::check]
pub fn one_way_writes(flagged: &mut Flagged) {
    if unwritten() == 3 {
        flagged.flag = true;
    }
}

/// Wrong: one way panics.
#[glassbox::check]
pub fn one_way_panics(flagged: &mut Flagged) {
    assert!(unwritten() != 3);
}

/// Wrong: the ways go to different elements.
#[glassbox::check]
pub fn ways_to_elements(flagged: &mut Flagged) {
    let elements = black_box([0_u8, 1]);
    let mut at = black_box(0);
    if unwritten() == 3 {
        at = black_box(1);
    }
    flagged.number = elements[at];
}

/// Wrong: the ways have different numbers, which are kept.
#[glassbox::check]
pub fn ways_to_numbers(flagged: &mut Flagged) {
    let (zero, one) = (black_box(0), black_box(1));
    flagged.number = if unwritten() > 200 { one } else { zero };
}

/// Wrong: the ways go round a different number of times.
#[glassbox::check]
pub fn ways_round(flagged: &mut Flagged) {
    let mut rounds = unwritten();
    while rounds != 0 {
        rounds -= 1;
    }
    let mut sum = 0_u8;
    for round in 0..unwritten() {
        sum = sum.wrapping_add(black_box(round));
    }
    flagged.flag = sum == 3;
}

/// Wrong: one way never ends.
#[glassbox::check]
pub fn one_way_is_endless(flagged: &mut Flagged) {
    let byte = unwritten();
    while byte == 3 {
        black_box(());
    }
}

/// Wrong: one way reads through a null pointer.
#[glassbox::check]
pub fn one_way_reads_null(flagged: &mut Flagged) {
    let null = black_box(std::ptr::null::<u8>());
    let mut sum = 0;
    if unwritten() == 3 {
        sum = unsafe { *null };
    }
    black_box(sum);
}

/// Wrong: one way divides by zero.
#[glassbox::check]
pub fn one_way_traps(flagged: &mut Flagged) {
    let zero = black_box(0_u32);
    let mut quotient = 0;
    if unwritten() == 3 {
        quotient = 7 / zero;
    }
    black_box(quotient);
}

/// Wrong: an inner branch tells the ways apart again.
#[glassbox::check]
pub fn inner_branch(flagged: &mut Flagged) {
    let (mut first, mut second) = (black_box(0), black_box(0));
    if unwritten() == 3 {
        first = black_box(1);
    }
    if first == second {
        second = black_box(2);
    }
    flagged.flag = second != 2;
}

/// Wrong: the ways return different truth values.
#[glassbox::check]
pub fn ways_return(flagged: &mut Flagged) -> bool {
    if unwritten() == 3 { black_box(false) } else { black_box(true) }
}

/// Wrong: the ways free different blocks.
#[glassbox::check]
pub fn ways_free(flagged: &mut Flagged) {
    let (first, second) = (Box::into_raw(Box::new(1_u8)), Box::into_raw(Box::new(2_u8)));
    let (mut freed, mut other) = (black_box(first), black_box(second));
    if unwritten() == 3 {
        (freed, other) = (other, freed);
    }
    drop(unsafe { Box::from_raw(freed) });
    drop(unsafe { Box::from_raw(other) });
}

/// Wrong: the ways meet, and afterwards the byte decides anyway.
#[glassbox::check]
pub fn decides_afterwards(flagged: &mut Flagged) {
    let byte = unwritten();
    if byte == 3 && flagged.flag {
        flagged.number = 1;
    }
    if byte == 4 {
        flagged.flag = true;
    }
}

/// Wrong with other addresses: one way turns the flag on.
#[glassbox::check]
pub fn one_way_of_number_writes(flagged: &mut Flagged) {
    if high_bit(&flagged.value) == 1 {
        flagged.flag = true;
    }
}

/// Wrong with other addresses: the ways have different numbers, which are kept.
#[glassbox::check]
pub fn ways_of_number_to_numbers(flagged: &mut Flagged) {
    let (zero, one) = (black_box(0), black_box(1));
    flagged.number = if high_bit(&flagged.value) == 1 { one } else { zero };
}

/// Wrong with other addresses: the ways go to different elements.
#[glassbox::check]
pub fn ways_of_number_to_elements(flagged: &mut Flagged) {
    let elements = black_box([0_u8, 1]);
    let mut at = black_box(0);
    if high_bit(&flagged.value) == 1 {
        at = black_box(1);
    }
    flagged.number = elements[at];
}

/// Wrong with other addresses: the ways return different truth values.
#[glassbox::check]
pub fn ways_of_number_return(flagged: &mut Flagged) -> bool {
    if high_bit(&flagged.value) == 1 { black_box(false) } else { black_box(true) }
}

/// Wrong with other addresses: the ways have different pointers, and one of them is null.
#[glassbox::check]
pub fn ways_of_number_to_null(flagged: &mut Flagged) {
    let (there, null) = (black_box(&raw const flagged.number), black_box(std::ptr::null::<u8>()));
    let chosen = if high_bit(&flagged.value) == 1 { null } else { there };
    flagged.number = unsafe { *chosen };
}

/// Wrong with other addresses: one way has a byte that nobody has written, and the other one the same number.
#[glassbox::check]
pub fn ways_of_number_to_unwritten(flagged: &mut Flagged) {
    let (byte, zero) = (unwritten(), black_box(0));
    flagged.number = if high_bit(&flagged.value) == 1 { byte } else { zero };
}

/// Wrong with other addresses: an inner branch tells the ways apart again.
#[glassbox::check]
pub fn inner_branch_of_number(flagged: &mut Flagged) {
    let (mut first, mut second) = (black_box(0), black_box(0));
    if high_bit(&flagged.value) == 1 {
        first = black_box(1);
    }
    if first == second {
        second = black_box(2);
    }
    flagged.flag = second != 2;
}

/// Right: what is unwritten counts only where the flag is on.
#[glassbox::check]
pub fn counts_for_nothing(flagged: &mut Flagged) {
    if unwritten() == 3 && flagged.flag {
        flagged.number = 1;
    }
}

/// Right: an address counts only where the flag is on.
#[glassbox::check]
pub fn number_counts_for_nothing(flagged: &mut Flagged) {
    if high_bit(&flagged.value) == 1 && flagged.flag {
        flagged.number = 1;
    }
}

#[derive(Clone, Copy, Structure)]
#[glassbox(no_invariant, domain(u8 = 0..2))]
pub struct Entry {
    name: u8,
    ino: u8,
}

/// A small directory. Its names are different.
#[derive(Structure)]
pub struct Dir {
    entries: [Option<Entry>; 2],
}

impl Invariant for Dir {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let [a, b] = self.entries;
        ensure(a.is_none() || a.map(|a| a.name) != b.map(|b| b.name), "two entries have one name")
    }
}

impl Dir {
    fn add(&mut self, name: u8, ino: u8) -> bool {
        if self.entries.iter().any(|entry| entry.is_some_and(|entry| entry.name == name)) {
            return false;
        }
        let Some(free) = self.entries.iter_mut().find(|entry| entry.is_none()) else { return false };
        *free = Some(Entry { name, ino });
        true
    }

    fn add_wrongly(&mut self, name: u8, ino: u8) -> bool {
        if self.entries.iter().any(|entry| entry.is_some_and(|entry| entry.name == name && entry.ino == ino)) {
            return false;
        }
        let Some(free) = self.entries.iter_mut().find(|entry| entry.is_none()) else { return false };
        *free = Some(Entry { name, ino });
        true
    }

    fn remove(&mut self, name: u8) -> Option<u8> {
        let found = self.entries.iter_mut().find(|entry| entry.is_some_and(|entry| entry.name == name))?;
        found.take().map(|entry| entry.ino)
    }
}

/// Right: names are compared where there are entries.
#[glassbox::check]
pub fn dir_add(dir: &mut Dir, #[glassbox(values = 0..2)] name: u8, #[glassbox(values = 0..2)] ino: u8) {
    dir.add(name, ino);
}

/// Right.
#[glassbox::check]
pub fn dir_remove(dir: &mut Dir, #[glassbox(values = 0..2)] name: u8) {
    let had = dir.entries.iter().flatten().find(|entry| entry.name == name).map(|entry| entry.ino);
    assert_eq!(dir.remove(name), had);
}

/// Wrong: entries with one name and different numbers.
#[glassbox::check]
pub fn dir_add_wrongly(dir: &mut Dir, #[glassbox(values = 0..2)] name: u8, #[glassbox(values = 0..2)] ino: u8) {
    dir.add_wrongly(name, ino);
}

/// Right, from calls only.
#[glassbox::explore(operations = 4)]
pub mod dir {
    use super::Dir;

    pub fn new() -> Dir {
        Dir { entries: [None; 2] }
    }

    pub fn add(dir: &mut Dir, #[glassbox(values = 0..2)] name: u8, #[glassbox(values = 0..2)] ino: u8) {
        dir.add(name, ino);
    }

    pub fn remove(dir: &mut Dir, #[glassbox(values = 0..2)] name: u8) {
        dir.remove(name);
    }

    pub fn names_differ(dir: &Dir) -> bool {
        let [a, b] = dir.entries;
        a.is_none() || a.map(|a| a.name) != b.map(|b| b.name)
    }
}

/// Wrong, from calls only.
#[glassbox::explore(operations = 4)]
pub mod dir_wrong {
    use super::Dir;

    pub fn new() -> Dir {
        Dir { entries: [None; 2] }
    }

    pub fn add(dir: &mut Dir, #[glassbox(values = 0..2)] name: u8, #[glassbox(values = 0..2)] ino: u8) {
        dir.add_wrongly(name, ino);
    }

    pub fn names_differ(dir: &Dir) -> bool {
        let [a, b] = dir.entries;
        a.is_none() || a.map(|a| a.name) != b.map(|b| b.name)
    }
}

/// Right: the bytes of a box that is gone are compared with a number, and count for nothing.
#[glassbox::explore(operations = 4)]
pub mod leftovers {
    #[derive(Default)]
    pub enum Cell {
        #[default]
        Free,
        Number(u8),
        Boxed(Box<u8>),
    }

    pub struct Cells([Cell; 2]);

    pub fn new() -> Cells {
        Cells([Cell::Free, Cell::Free])
    }

    pub fn set(cells: &mut Cells, #[glassbox(values = 0..2)] at: usize, #[glassbox(values = 0..2)] number: u8) {
        cells.0[at] = Cell::Number(number);
    }

    pub fn set_boxed(cells: &mut Cells, #[glassbox(values = 0..2)] at: usize) {
        cells.0[at] = Cell::Boxed(Box::new(7));
    }

    pub fn take(cells: &mut Cells, #[glassbox(values = 0..2)] at: usize) {
        drop(std::mem::take(&mut cells.0[at]));
    }

    pub fn remove(cells: &mut Cells, #[glassbox(values = 0..2)] number: u8) {
        let found = cells.0.iter_mut().find(|cell| matches!(cell, Cell::Number(n) if *n == number));
        if let Some(found) = found {
            *found = Cell::Free;
        }
    }
}

/// Slots of which the first `len` are filled.
#[derive(Structure)]
#[glassbox(no_invariant, domain(u8 = 0..2))]
pub struct Slots {
    #[glassbox(values = 0..3)]
    len: usize,
    #[glassbox(filled = |len, i| i < len)]
    slots: [MaybeUninit<u8>; 2],
    #[glassbox(values = 0..1)]
    hits: u8,
}

impl Slots {
    fn byte(&self, at: usize) -> u8 {
        unsafe { self.slots[at].assume_init_read() }
    }
}

/// Right: in some states the byte is unwritten, and counts for nothing there; in others it decides.
#[glassbox::check]
pub fn compared_first(slots: &mut Slots, #[glassbox(values = 0..2)] at: usize) {
    let before = slots.hits;
    if slots.byte(at) == 1 && at < slots.len {
        slots.hits = 0;
    }
    assert_eq!(slots.hits, before);
}

/// Wrong: one slot too many counts.
#[glassbox::check]
pub fn compared_first_and_too_far(slots: &mut Slots, #[glassbox(values = 0..2)] at: usize) {
    if slots.byte(at) == 1 && at <= slots.len {
        slots.hits = 0;
    }
}

/// Wrong: the byte is unwritten in some states only, and decides in those.
#[glassbox::check]
pub fn result_of_unwritten(slots: &mut Slots, #[glassbox(values = 0..2)] at: usize) -> bool {
    let is_one = slots.byte(at) == 1 && slots.hits == 0;
    is_one || !is_one && at < slots.len || slots.len == 2
}

/// Wrong: an entry that is there has a name that nobody has written.
#[glassbox::explore(operations = 3)]
pub mod dir_unwritten {
    use super::{Dir, Entry};
    use std::mem::MaybeUninit;

    pub fn new() -> Dir {
        Dir { entries: [None; 2] }
    }

    pub fn add(dir: &mut Dir) {
        let mut entry = MaybeUninit::<Entry>::uninit();
        unsafe {
            (&raw mut (*entry.as_mut_ptr()).ino).write(1);
            dir.entries[0] = Some(entry.assume_init());
        }
    }

    pub fn remove(dir: &mut Dir, #[glassbox(values = 0..2)] name: u8) {
        dir.remove(name);
    }
}

/// Wrong with other addresses: a number is counted up in a loop, where the flag allows it.
#[glassbox::check]
pub fn counted_by_number(flagged: &mut Flagged) {
    let boxes = [Box::new(false), Box::new(true)];
    let mut n = 0;
    for boxed in &boxes {
        if (&raw const **boxed).addr() >> 29 & 1 == 1 && !flagged.flag {
            n += 1;
        }
    }
    flagged.number = n;
}

/// Wrong with other addresses: the same with a number of eight bytes.
#[glassbox::check]
pub fn wide_by_number(flagged: &mut Flagged) {
    let mut wide = 7_u64;
    if ((&raw const *flagged.value).addr() as u64) << 8 >> 37 & 1 == 1 && !flagged.flag {
        wide = 1 << 40;
    }
    flagged.flag = wide > 100;
}
