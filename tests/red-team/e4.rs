//! Numbers behind boxes.

#![allow(dead_code, unused)]

/// A number on the heap, or none.
#[derive(Debug, Default, glassbox::Structure)]
#[glassbox(no_invariant, domain(u8 = 0..3))]
pub struct Slot {
    number: Option<Box<u8>>,
}

/// Right: the old number comes out.
#[glassbox::check]
pub fn replaces(slot: &mut Slot, #[glassbox(values = 0..3)] number: u8) -> bool {
    let was = slot.number.as_deref().copied();
    slot.number.replace(Box::new(number)).map(|old| *old) == was && slot.number.as_deref() == Some(&number)
}

/// Wrong: the old number is leaked.
#[glassbox::check]
pub fn leaks(slot: &mut Slot, #[glassbox(values = 0..3)] number: u8) {
    std::mem::forget(slot.number.replace(Box::new(number)));
}

/// Wrong: the new number may be unwritten.
#[glassbox::check]
pub fn unwritten(slot: &mut Slot, #[glassbox(values = 0..3)] number: u8) {
    let mut new = Box::new_uninit();
    if number > 0 {
        new.write(number);
    }
    slot.number = Some(unsafe { new.assume_init() });
}

/// Wrong: the number is read after the free.
#[glassbox::check]
pub fn stale(slot: &mut Slot) -> bool {
    let Some(old) = slot.number.take() else { return true };
    let (at, was) = (&raw const *old, *old);
    drop(old);
    was == unsafe { at.read() }
}

/// Wrong: the box stays, and so does its copy.
#[glassbox::check]
pub fn copied(slot: &mut Slot) {
    drop(unsafe { std::ptr::read(&slot.number) });
}

/// Wrong: it is freed with the layout of a larger number.
#[glassbox::check]
pub fn other_layout(slot: &mut Slot) {
    if let Some(old) = slot.number.take() {
        unsafe { std::alloc::dealloc(Box::into_raw(old), std::alloc::Layout::new::<u16>()) };
    }
}

/// Wrong: the number leaves its values.
#[glassbox::check]
pub fn grows(slot: &mut Slot) {
    if let Some(number) = &mut slot.number {
        **number += 1;
    }
}

/// A truth value and two values on the heap.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant, domain(u8 = 0..3))]
pub struct Boxes {
    flag: Box<bool>,
    first: Option<Box<glassbox::Val>>,
    second: Option<Box<glassbox::Val>>,
    deep: Option<Box<Deep>>,
}

/// A box behind a box.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant, domain(u8 = 0..3))]
pub struct Deep {
    number: Box<u8>,
}

/// Wrong: a truth value is 2.
#[glassbox::check]
pub fn no_bool(boxes: &mut Boxes) {
    unsafe { (&raw mut *boxes.flag).cast::<u8>().write(2) };
}

/// Wrong: one value is in two places, and the other is lost.
#[glassbox::check]
pub fn twice(boxes: &mut Boxes) {
    if let (Some(first), Some(second)) = (&boxes.first, &mut boxes.second) {
        unsafe { std::ptr::copy(&**first, &mut **second, 1) };
    }
}

/// Wrong: the inner box is leaked.
#[glassbox::check]
pub fn boxes(boxes: &mut Boxes) {
    if let Some(deep) = boxes.deep.take() {
        Box::leak(deep.number);
    }
}

/// Wrong: a number by itself leaves its values.
#[glassbox::check]
pub fn alone(#[glassbox(domain(u8 = 0..3))] number: &mut u8) {
    *number += 1;
}
