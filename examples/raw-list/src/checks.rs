//! Checks of every list of up to four nodes, and an exploration that compares the list with a `VecDeque`.

use std::ptr;

use glassbox::{Broken, Children, Invariant, Val, ensure};

use crate::{CursorMut, List, Node};

impl Invariant for Node<Val> {
    /// The last node of the chain from here on.
    type Summary = *const Self;

    fn check(&self, children: &Children) -> Result<*const Self, Broken> {
        Ok(children.summary_or(&self.next, self))
    }
}

impl Invariant for List<Val> {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        let last = children.summary_or(&self.head, ptr::null());
        let tail = self.tail.map_or(ptr::null(), |tail| tail.as_ptr().cast_const());
        ensure(tail == last, "`tail` is not the last node")
    }
}

#[glassbox::check(height = 4, adds(item))]
fn push_front(list: &mut List<Val>, item: Val) {
    list.push_front(item);
}

#[glassbox::check(height = 4, adds(item))]
fn push_back(list: &mut List<Val>, item: Val) {
    list.push_back(item);
}

#[glassbox::check(height = 4, removes)]
fn pop_front(list: &mut List<Val>) -> Option<Val> {
    list.pop_front()
}

#[glassbox::check(height = 4, removes)]
fn pop_back(list: &mut List<Val>) -> Option<Val> {
    list.pop_back()
}

#[glassbox::check(height = 4, adds(item))]
fn cursor_insert(list: &mut List<Val>, #[glassbox(values = 0..5)] place: usize, item: Val) {
    cursor_at(list, place).insert_before(item);
}

/// A cursor removes an item unless it is behind the last one.
#[glassbox::check(height = 4)]
fn cursor_remove(list: &mut List<Val>, #[glassbox(values = 0..5)] place: usize) -> bool {
    let is_item = place < list.len();
    cursor_at(list, place).remove_current().is_some() == is_item
}

/// One step back and one step forth lead to the same node.
#[glassbox::check(height = 4)]
fn cursor_back_and_forth(list: &mut List<Val>, #[glassbox(values = 0..5)] place: usize) -> bool {
    let mut cursor = cursor_at(list, place);
    let current = cursor.current;
    if cursor.move_prev() {
        cursor.move_next();
    }
    cursor.current == current
}

fn cursor_at<T>(list: &mut List<T>, place: usize) -> CursorMut<'_, T> {
    let mut cursor = list.cursor_front_mut();
    (0..place).for_each(|_| cursor.move_next());
    cursor
}

/// The order of the items is that of a `VecDeque`, whatever is called.
#[cfg(glassbox)]
#[glassbox::explore(operations = 4)]
mod like_a_deque {
    use std::collections::VecDeque;

    use super::cursor_at;
    use crate::List;

    pub struct Both {
        list: List<u8>,
        model: VecDeque<u8>,
    }

    pub fn new() -> Both {
        Both { list: List::new(), model: VecDeque::new() }
    }

    pub fn push_front(both: &mut Both, #[glassbox(values = 0..2)] item: u8) {
        both.list.push_front(item);
        both.model.push_front(item);
    }

    pub fn push_back(both: &mut Both, #[glassbox(values = 0..2)] item: u8) {
        both.list.push_back(item);
        both.model.push_back(item);
    }

    pub fn pop_front(both: &mut Both) {
        assert_eq!(both.list.pop_front(), both.model.pop_front());
    }

    pub fn pop_back(both: &mut Both) {
        assert_eq!(both.list.pop_back(), both.model.pop_back());
    }

    pub fn insert(
        both: &mut Both,
        #[glassbox(values = 0..=both.model.len())] place: usize,
        #[glassbox(values = 0..2)] item: u8,
    ) {
        cursor_at(&mut both.list, place).insert_before(item);
        both.model.insert(place, item);
    }

    pub fn remove(both: &mut Both, #[glassbox(values = 0..=both.model.len())] place: usize) {
        assert_eq!(cursor_at(&mut both.list, place).remove_current(), both.model.remove(place));
    }

    pub fn same_items(both: &Both) -> bool {
        both.list.iter().eq(&both.model) && both.list.len() == both.model.len()
    }

    pub fn same_ends(both: &Both) -> bool {
        both.list.front() == both.model.front() && both.list.back() == both.model.back()
    }
}

/// `append` moves all items, and the emptied list can be used further.
#[cfg(glassbox)]
#[glassbox::explore(operations = 3)]
mod two_lists {
    use glassbox::Val;

    use crate::List;

    pub fn new() -> List<Val> {
        List::new()
    }

    pub fn push_back(list: &mut List<Val>, item: Val) {
        list.push_back(item);
    }

    /// Shows whether the back links are right.
    pub fn pop_back(list: &mut List<Val>) -> Option<Val> {
        list.pop_back()
    }

    pub fn append(list: &mut List<Val>, mut other: List<Val>, item: Val) {
        let sum = list.len() + other.len();
        list.append(&mut other);
        other.push_back(item);
        assert_eq!((list.len(), other.len()), (sum, 1));
        assert_eq!((list.iter().count(), other.iter().count()), (sum, 1));
    }

    pub fn last_is_back(list: &List<Val>) -> bool {
        assert_eq!(list.iter().count(), list.len());
        list.iter().last().map(std::ptr::from_ref) == list.back().map(std::ptr::from_ref)
    }
}
