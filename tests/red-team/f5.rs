//! Values of several parts at places that were not in use before the run: a judge that learns from one state which bytes are read must not
//! have learnt it where the value is not there.

#![allow(dead_code, unused)]

use std::mem::MaybeUninit;

/// Slots, of which the first ones are filled.
#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Slots {
    #[glassbox(len = n)]
    slots: [MaybeUninit<Option<bool>>; 3],
    n: usize,
}

/// Wrong: the truth value of the new slot is none.
#[glassbox::check]
pub fn slot(slots: &mut Slots) {
    if slots.n < 3 {
        slots.slots[slots.n].write(Some(true));
        // `Some(true)` is a byte of 1; 9 is no value.
        unsafe { slots.slots[slots.n].as_mut_ptr().cast::<u8>().write(9) };
        slots.n += 1;
    }
}

/// Off, or on with a value of several parts.
#[derive(glassbox::Structure)]
#[glassbox(domain(u8 = 0..2))]
pub enum Lamp {
    Off,
    On { level: Option<(bool, u8)> },
}

/// Two lamps.
#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Lamps {
    lamps: [Lamp; 2],
}

/// Wrong: a lamp that was off is on, and its number is not listed.
#[glassbox::check]
pub fn lamp(lamps: &mut Lamps) {
    if matches!(lamps.lamps[1], Lamp::Off) {
        lamps.lamps[1] = Lamp::On { level: Some((true, 1)) };
        if let Lamp::On { level: Some((_, number)) } = &mut lamps.lamps[1] {
            *number = 200;
        }
    }
}

/// A vector of values of several parts.
#[derive(glassbox::Structure)]
#[glassbox(no_invariant, domain(u8 = 0..2))]
pub struct Rows {
    rows: Vec<(bool, Option<u8>)>,
}

/// Wrong: the new element has a truth value of 7.
#[glassbox::check(len = 2)]
pub fn row(rows: &mut Rows) {
    rows.rows.push((true, Some(1)));
    let last = rows.rows.last_mut().unwrap();
    unsafe { (&raw mut last.0).cast::<u8>().write(7) };
}

/// Right: the same with values that are listed.
#[glassbox::check]
pub fn right_lamp(lamps: &mut Lamps, flag: bool) {
    if matches!(lamps.lamps[1], Lamp::Off) {
        lamps.lamps[1] = Lamp::On { level: Some((flag, 1)) };
    }
}
