//! Checks that are wrong, each in a way of its own: values that a type does not have, boxes inside of other things, and laws about numbers.

#![allow(dead_code, unused)]

use std::cell::Cell;
use std::num::NonZeroU8;

/// Three of four numbers that fit into two bits.
#[derive(Clone, Copy, Debug, PartialEq, glassbox::Structure)]
#[repr(u8)]
pub enum Light {
    Red,
    Yellow,
    Green,
}

/// Values of types that do not have all bit patterns.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Narrow {
    light: Light,
    #[glassbox(values = [NonZeroU8::MIN, NonZeroU8::MAX])]
    number: NonZeroU8,
    #[glassbox(values = ['a', 'ß'])]
    letter: char,
    maybe: Option<Option<bool>>,
}

/// Wrong: the light after green is none.
#[glassbox::check]
pub fn next_light(narrow: &mut Narrow) {
    let next = narrow.light as u8 + 1;
    unsafe { (&raw mut narrow.light).cast::<u8>().write(next) };
}

/// Wrong: a number that is never 0 wraps.
#[glassbox::check]
pub fn next_number(narrow: &mut Narrow) {
    let next = narrow.number.get().wrapping_add(1);
    unsafe { (&raw mut narrow.number).cast::<u8>().write(next) };
}

/// Wrong: half of a pair of codes is no letter.
#[glassbox::check]
pub fn next_letter(narrow: &mut Narrow) {
    unsafe { (&raw mut narrow.letter).cast::<u32>().write(0xd800) };
}

/// Wrong: nothing inside of something is taken for nothing.
#[glassbox::check]
pub fn flattened(narrow: &mut Narrow) -> bool {
    narrow.maybe.is_some() == narrow.maybe.flatten().is_some()
}

/// Wrong: bytes that stand for no value.
#[glassbox::check]
pub fn no_maybe(narrow: &mut Narrow) {
    unsafe { (&raw mut narrow.maybe).cast::<u8>().write(9) };
}

/// Boxes in an array, in a tuple, in a cell and in a boxed slice.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant, domain(u8 = 0..2))]
pub struct Inside {
    array: [Option<Box<u8>>; 2],
    pair: (Option<Box<u8>>, bool),
    slice: Box<[u8]>,
}

/// Wrong: the first box is overwritten by a copy of the second.
#[glassbox::check(len = 2)]
pub fn overwritten(inside: &mut Inside) {
    let second = unsafe { std::ptr::read(&inside.array[1]) };
    inside.array[0] = second;
}

/// Wrong: the boxes change places, and one is lost if the flag is set.
#[glassbox::check(len = 2)]
pub fn lost_in_a_pair(inside: &mut Inside) {
    let old = std::mem::replace(&mut inside.pair.0, inside.array[0].take());
    if inside.pair.1 {
        std::mem::forget(old);
    }
}

/// Wrong: an owner is null.
#[glassbox::check(len = 2)]
pub fn null_slice(inside: &mut Inside) {
    let empty = std::mem::take(&mut inside.slice);
    drop(empty);
    unsafe { (&raw mut inside.slice).cast::<usize>().write(0) };
}

/// Wrong: the slice is shorter, and its block is not.
#[glassbox::check(len = 2)]
pub fn short_slice(inside: &mut Inside) {
    let len = inside.slice.len();
    if len == 2 {
        let whole = Box::into_raw(std::mem::take(&mut inside.slice)).cast::<u8>();
        inside.slice = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(whole, 1)) };
    }
}

/// Wrong: a slice of the right length, and of bytes that nobody wrote.
#[glassbox::check(len = 2)]
pub fn unwritten_slice(inside: &mut Inside) {
    let mut new = Box::new_uninit_slice(inside.slice.len());
    if let Some(first) = new.first_mut() {
        first.write(1);
    }
    inside.slice = unsafe { new.assume_init() };
}

/// A counter that is changed through a shared reference.
#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Shared {
    #[glassbox(domain(u8 = 0..2))]
    item: Cell<Option<Box<u8>>>,
}

/// Wrong: what a shared reference takes is forgotten.
#[glassbox::check]
pub fn taken(shared: &Shared) {
    std::mem::forget(shared.item.take());
}

/// Wrong: a box in a cell is copied out and dropped.
#[glassbox::check]
pub fn copied_out(shared: &Shared) {
    drop(unsafe { std::ptr::read(shared.item.as_ptr()) });
}

/// Numbers of many bits.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Wide {
    #[glassbox(values = [0, 1, u64::MAX, 1 << 32])]
    first: u64,
    #[glassbox(values = [0, 1, i128::MIN, 1 << 100])]
    second: i128,
    #[glassbox(values = [0.0, 0.5, -1.0])]
    third: f64,
}

/// Wrong for the least number, which has no counterpart.
#[glassbox::check]
pub fn counterpart(wide: &Wide) -> bool {
    wide.second.wrapping_neg() != wide.second || wide.second == 0
}

/// Wrong: the upper half is not looked at.
#[glassbox::check]
pub fn lower_half(wide: &Wide) -> bool {
    (wide.first as u32 == 0) == (wide.first == 0)
}

/// Wrong: a product that does not fit.
#[glassbox::check]
pub fn product(wide: &Wide) -> bool {
    (u128::from(wide.first) * u128::from(wide.first)) >> 64 == 0
}

/// Wrong: rounding loses a half.
#[glassbox::check]
pub fn rounded(wide: &Wide) -> bool {
    f64::from(wide.third as i32) == wide.third
}

/// Wrong: the root of a negative number is not equal to itself.
#[glassbox::check]
pub fn root(wide: &Wide) -> bool {
    let root = wide.third.sqrt();
    root * root == wide.third || root == root
}

/// Wrong: the sum of two of them overflows.
#[glassbox::check]
pub fn sum(wide: &mut Wide) {
    wide.first = wide.first + u64::from(wide.second == 1);
    wide.first = 0;
}

/// A stack whose nodes hold boxes.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant, domain(u8 = 0..2))]
pub struct Stack {
    top: Option<Box<Node>>,
}

/// An item, in a box of its own.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant, domain(u8 = 0..2))]
pub struct Node {
    item: Box<u8>,
    below: Option<Box<Node>>,
}

/// Wrong: two nodes get one item.
#[glassbox::check(height = 2)]
pub fn one_item(stack: &mut Stack) {
    if let Some(top) = &mut stack.top
        && let Some(below) = &mut top.below
    {
        let item = unsafe { std::ptr::read(&top.item) };
        std::mem::forget(std::mem::replace(&mut below.item, item));
    }
}

/// Wrong: the item is taken for the node.
#[glassbox::check(height = 2)]
pub fn item_as_node(stack: &mut Stack) {
    if let Some(top) = &mut stack.top {
        let item: *mut Node = (&raw mut *top.item).cast();
        std::mem::forget(top.below.replace(unsafe { Box::from_raw(item) }));
    }
}
