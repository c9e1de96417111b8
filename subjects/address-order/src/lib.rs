//! Operations that look at addresses, harmful or not.
//!
//! Each of them keeps its structure valid, wherever the blocks lie. Those that ask which of two blocks comes first do
//! something else where the allocator puts them the other way round.

use std::ptr;

use glassbox::Structure;

/// Two marks.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Pair {
    left: Option<Box<Mark>>,
    right: Option<Box<Mark>>,
}

/// A mark.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Mark {
    set: bool,
}

fn address(mark: &Mark) -> usize {
    ptr::from_ref(mark).addr()
}

/// Sets the mark that comes first in memory.
#[glassbox::check]
fn set_first(pair: &mut Pair) {
    if let Pair { left: Some(left), right: Some(right) } = pair {
        if address(left) < address(right) {
            left.set = true;
        } else {
            right.set = true;
        }
    }
}

/// Wrong for two marks that are set, if the left one comes behind the right one.
#[glassbox::check]
fn compare_marks(pair: &Pair) -> bool {
    let Pair { left: Some(left), right: Some(right) } = pair else { return true };
    address(left) < address(right) || !(left.set && right.set)
}

/// Sets the left one if it comes first: without a branch that asks for it.
#[glassbox::check]
fn set_left_if_first(pair: &mut Pair) {
    if let Pair { left: Some(left), right: Some(right) } = pair {
        let first = usize::from(address(left) > address(right));
        left.set = [true, false][first & 1];
    }
}

/// Whether something new comes behind what is there.
#[glassbox::check]
fn replace_by_something_behind(pair: &mut Pair) {
    if let Some(left) = &mut pair.left {
        let new = Box::new(Mark { set: true });
        if address(&new) > address(left) {
            *left = new;
        }
    }
}

/// Sets the left one to a bit of its address, which is 0 here and need not be elsewhere.
#[glassbox::check]
fn set_left_to_a_bit(pair: &mut Pair) {
    if let Some(left) = &mut pair.left {
        left.set = address(left) >> 29 & 1 != 0;
    }
}

/// Whether two marks are one does not depend on where they are.
#[glassbox::check]
fn set_if_different(pair: &mut Pair) {
    if let Pair { left: Some(left), right: Some(right) } = pair
        && !ptr::eq(&raw const **left, &raw const **right)
    {
        left.set = !right.set;
    }
}

/// Alignment does not, either.
#[glassbox::check]
fn set_if_aligned(pair: &mut Pair) {
    if let Some(left) = &mut pair.left {
        left.set = address(left).is_multiple_of(align_of::<Mark>());
    }
}
