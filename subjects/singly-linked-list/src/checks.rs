//! Checks of the list.
//!
//! That the length is the number of nodes is said where it is declared, so that there is nothing to add. Within height
//! n there are n + 1 lists: items are opaque.

use glassbox::Val;

use crate::List;

/// An item at the beginning is one more.
#[glassbox::check(height = 4)]
fn push_front(list: &mut List<Val>, item: Val) {
    list.push_front(item);
}

/// An item at the end is one more.
#[glassbox::check(height = 4)]
fn push_back(list: &mut List<Val>, item: Val) {
    list.push_back(item);
}

/// There is a first item exactly if the list is not empty.
#[glassbox::check(height = 4)]
fn pop_front(list: &mut List<Val>) -> bool {
    let empty = list.is_empty();
    list.pop_front().is_none() == empty
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
    let pushed = std::ptr::from_ref(list.iter().last().expect("there is at least one item"));
    list.reverse();
    list.get(0).is_some_and(|first| std::ptr::eq(first, pushed))
}

#[cfg(test)]
mod tests;
