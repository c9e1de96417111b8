//! What holds for doubly linked lists, and the checks.
//!
//! That `prev` leads back follows from the description of the nodes. Within height n there are n + 1 lists: items are
//! opaque.

use std::mem::ManuallyDrop;
use std::ptr;

use glassbox::{Broken, Children, Invariant, Val, ensure};

use crate::{List, Node};

impl Invariant for Node<Val> {
    /// The last node of the list.
    type Summary = *const Self;

    fn check(&self, children: &Children) -> Result<*const Self, Broken> {
        Ok(children.summary(&self.next).unwrap_or(self))
    }
}

impl Invariant for List<Val> {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        let last = children.summary(&self.head).unwrap_or(ptr::null());
        let tail = self.tail.map_or(ptr::null(), |tail| tail.as_ptr().cast_const());
        ensure(tail == last, "`tail` is not the last node")
    }
}

/// An item at the beginning.
#[glassbox::check(height = 4, adds(item))]
fn push_front(list: &mut List<Val>, item: Val) {
    list.push_front(item);
}

/// An item at the end.
#[glassbox::check(height = 4, adds(item))]
fn push_back(list: &mut List<Val>, item: Val) {
    list.push_back(item);
}

/// The first item comes out.
#[glassbox::check(height = 4)]
fn pop_front(list: &mut List<Val>) -> bool {
    let first = list.front().map(same);
    list.pop_front().as_ref() == first.as_deref()
}

/// The last item comes out.
#[glassbox::check(height = 4)]
fn pop_back(list: &mut List<Val>) -> bool {
    let end = list.back().map(same);
    list.pop_back().as_ref() == end.as_deref()
}

/// An item can be put anywhere up to the end.
#[glassbox::check(height = 4)]
fn insert(list: &mut List<Val>, #[glassbox(values = 0..6)] index: usize, item: Val) -> bool {
    let fits = index <= list.iter().count();
    list.insert(index, item).is_ok() == fits
}

/// An item can be taken from anywhere before the end.
#[glassbox::check(height = 4)]
fn remove(list: &mut List<Val>, #[glassbox(values = 0..6)] index: usize) -> bool {
    let fits = index < list.iter().count();
    list.remove(index).is_some() == fits
}

/// Turning a list round exchanges its ends.
#[glassbox::check(height = 4)]
fn reverse(list: &mut List<Val>) -> bool {
    let ends = (list.front().map(ptr::from_ref), list.back().map(ptr::from_ref));
    list.reverse();
    ends == (list.back().map(ptr::from_ref), list.front().map(ptr::from_ref))
}

/// What was put at the end is taken from there, and the rest is as before.
#[glassbox::check(height = 4)]
fn push_back_then_pop_back(list: &mut List<Val>, item: Val) -> bool {
    let before = list.back().map(ptr::from_ref);
    list.push_back(item);
    list.pop_back().is_some() & (list.back().map(ptr::from_ref) == before)
}

/// What was put somewhere is there; what was at a place before it stays, and the others move by one.
#[glassbox::check(height = 4)]
fn insert_then_get(
    list: &mut List<Val>,
    #[glassbox(values = 0..6)] index: usize,
    item: Val,
    #[glassbox(values = 0..6)] other: usize,
) -> bool {
    let (new, before) = (same(&item), list.iter().nth(other).map(same));
    if list.insert(index, item).is_err() {
        return list.iter().nth(other) == before.as_deref();
    }
    let place = if other < index { other } else { other + 1 };
    (list.iter().nth(index) == Some(&new)) & (list.iter().nth(place) == before.as_deref())
}

/// What was removed is gone; what was at a place before it stays, and the others move by one.
#[glassbox::check(height = 4)]
fn remove_then_get(
    list: &mut List<Val>,
    #[glassbox(values = 0..6)] index: usize,
    #[glassbox(values = 0..6)] other: usize,
) -> bool {
    let place = if other < index { other } else { other + 1 };
    let (old, after) = (list.iter().nth(index).map(same), list.iter().nth(place).map(same));
    (list.remove(index).as_ref() == old.as_deref()) & (list.iter().nth(other) == after.as_deref())
}

/// A value to compare with later. It is never dropped, so that the one in the list still is, once.
fn same(value: &Val) -> ManuallyDrop<Val> {
    // SAFETY: a value owns nothing, and this copy of it is only compared.
    ManuallyDrop::new(unsafe { ptr::read(value) })
}

/// A list is empty if it has no first item.
#[glassbox::check(height = 4)]
fn is_empty(list: &List<Val>) -> bool {
    list.is_empty() == list.front().is_none()
}

#[cfg(test)]
mod tests;
