//! Checks of the list.
//!
//! That the length is the number of nodes is said where it is declared, so that there is nothing to add. Within height
//! n there are n + 1 lists: items are opaque.

use std::mem::ManuallyDrop;
use std::ptr;

use glassbox::Val;

use crate::List;

/// An item at the beginning is one more.
#[glassbox::check(height = 4, adds(item))]
fn push_front(list: &mut List<Val>, item: Val) {
    list.push_front(item);
}

/// An item at the end is one more.
#[glassbox::check(height = 4, adds(item))]
fn push_back(list: &mut List<Val>, item: Val) {
    list.push_back(item);
}

/// The first item comes out, and the second is the first then.
#[glassbox::check(height = 4)]
fn pop_front(list: &mut List<Val>) -> bool {
    let (first, second) = (list.get(0).map(same), list.get(1).map(same));
    (list.pop_front().as_ref() == first.as_deref()) & (list.get(0) == second.as_deref())
}

/// An item can be put anywhere up to the end.
#[glassbox::check(height = 4)]
fn insert(list: &mut List<Val>, #[glassbox(values = 0..6)] index: usize, item: Val) -> bool {
    let fits = index <= list.len();
    list.insert(index, item).is_ok() == fits
}

/// An item can be taken from anywhere before the end.
#[glassbox::check(height = 4)]
fn remove(list: &mut List<Val>, #[glassbox(values = 0..6)] index: usize) -> bool {
    let fits = index < list.len();
    list.remove(index).is_some() == fits
}

/// Turning a list round keeps its length.
#[glassbox::check(height = 4)]
fn reverse(list: &mut List<Val>) -> bool {
    let len = list.len();
    list.reverse();
    list.iter().count() == len
}

/// What comes first when the list is turned round was last.
#[glassbox::check(height = 4)]
fn push_back_then_reverse(list: &mut List<Val>, item: Val) -> bool {
    list.push_back(item);
    let pushed = ptr::from_ref(list.iter().last().expect("there is at least one item"));
    list.reverse();
    list.get(0).is_some_and(|first| ptr::eq(first, pushed))
}

/// What was put somewhere is there; what was at a place before it stays, and the others move by one.
#[glassbox::check(height = 4)]
fn insert_then_get(
    list: &mut List<Val>,
    #[glassbox(values = 0..6)] index: usize,
    item: Val,
    #[glassbox(values = 0..6)] other: usize,
) -> bool {
    let (new, before) = (same(&item), list.get(other).map(same));
    if list.insert(index, item).is_err() {
        return list.get(other) == before.as_deref();
    }
    let place = if other < index { other } else { other + 1 };
    (list.get(index) == Some(&new)) & (list.get(place) == before.as_deref())
}

/// What was removed is gone; what was at a place before it stays, and the others move by one.
#[glassbox::check(height = 4)]
fn remove_then_get(
    list: &mut List<Val>,
    #[glassbox(values = 0..6)] index: usize,
    #[glassbox(values = 0..6)] other: usize,
) -> bool {
    let place = if other < index { other } else { other + 1 };
    let (old, after) = (list.get(index).map(same), list.get(place).map(same));
    (list.remove(index).as_ref() == old.as_deref()) & (list.get(other) == after.as_deref())
}

/// Both ends: what is put in is found there, and nowhere else.
#[glassbox::check(height = 4)]
fn push_back_then_pop_front(list: &mut List<Val>, item: Val) -> bool {
    let (len, new, first) = (list.len(), same(&item), list.get(0).map(same));
    list.push_back(item);
    let last_is_new = list.get(len) == Some(&new);
    let popped = list.pop_front();
    last_is_new & (popped.as_ref() == Some(first.as_deref().unwrap_or(&new))) & (list.len() == len)
}

/// A value to compare with later. It is never dropped, so that the one in the list still is, once.
fn same(value: &Val) -> ManuallyDrop<Val> {
    // SAFETY: a value owns nothing, and this copy of it is only compared.
    ManuallyDrop::new(unsafe { ptr::read(value) })
}

/// A list is empty if it has no first item.
#[glassbox::check(height = 4)]
fn is_empty(list: &List<Val>) -> bool {
    list.is_empty() == list.get(0).is_none()
}

#[cfg(test)]
mod tests;
