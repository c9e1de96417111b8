//! `LinkedList` of intrusive-collections against a vector.
#![cfg(glassbox)]

use intrusive_collections::{LinkedListLink, intrusive_adapter};

/// What the list is made of.
pub struct Item {
    link: LinkedListLink,
    value: u8,
}

intrusive_adapter!(Adapter = Box<Item>: Item { link => LinkedListLink });

#[glassbox::explore(operations = 6)]
mod list {
    use intrusive_collections::linked_list::CursorMut;
    use intrusive_collections::{LinkedList, LinkedListLink};

    use super::{Adapter, Item};

    pub struct Subject {
        list: LinkedList<Adapter>,
        model: Vec<u8>,
    }

    pub fn new() -> Subject {
        Subject { list: LinkedList::new(Adapter::new()), model: Vec::with_capacity(4) }
    }

    pub fn push_back(subject: &mut Subject) {
        let value = free(subject);
        subject.list.push_back(item(value));
        subject.model.push(value);
    }

    pub fn push_front(subject: &mut Subject) {
        let value = free(subject);
        subject.list.push_front(item(value));
        subject.model.insert(0, value);
    }

    pub fn pop_back(subject: &mut Subject) {
        assert_eq!(subject.list.pop_back().map(|item| item.value), subject.model.pop());
    }

    pub fn pop_front(subject: &mut Subject) {
        let first = (!subject.model.is_empty()).then(|| subject.model.remove(0));
        assert_eq!(subject.list.pop_front().map(|item| item.value), first);
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        let removed = cursor(&mut subject.list, index).remove();
        assert_eq!(removed.map(|item| item.value), Some(subject.model.remove(index)));
    }

    pub fn insert_before(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        let value = free(subject);
        cursor(&mut subject.list, index).insert_before(item(value));
        subject.model.insert(index, value);
    }

    pub fn insert_after(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        let value = free(subject);
        cursor(&mut subject.list, index).insert_after(item(value));
        subject.model.insert(index + 1, value);
    }

    /// The cursor may stand beyond the end.
    pub fn split_before(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] index: usize) {
        let split = cursor(&mut subject.list, index).split_before();
        let rest = subject.model.split_off(index);
        assert!(values(&split).eq(std::mem::replace(&mut subject.model, rest)));
    }

    pub fn split_after(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        let split = cursor(&mut subject.list, index).split_after();
        assert!(values(&split).eq(subject.model.split_off(index + 1)));
    }

    pub fn splice_after(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        let value = free(subject);
        let mut other = LinkedList::new(Adapter::new());
        other.push_back(item(value));
        cursor(&mut subject.list, index).splice_after(other);
        subject.model.insert(index + 1, value);
    }

    pub fn take(subject: &mut Subject) {
        assert!(values(&subject.list.take()).eq(subject.model.drain(..)));
    }

    pub fn clear(subject: &mut Subject) {
        subject.list.clear();
        subject.model.clear();
    }

    pub fn into_iter(subject: Subject, #[glassbox(values = 0..2)] taken: usize) {
        subject.list.into_iter().take(taken).for_each(drop);
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let mut cursor = subject.list.back();
        let mut back = Vec::new();
        while let Some(item) = cursor.get() {
            back.push(item.value);
            cursor.move_prev();
        }
        values(&subject.list).eq(subject.model.iter().copied()) && back.iter().rev().eq(&subject.model)
    }

    /// The lowest value that is not in the list, which has three at most.
    fn free(subject: &Subject) -> u8 {
        glassbox::assume(subject.model.len() < 3);
        (0..3).find(|value| !subject.model.contains(value)).unwrap_or(3)
    }

    fn item(value: u8) -> Box<Item> {
        Box::new(Item { link: LinkedListLink::new(), value })
    }

    fn cursor(list: &mut LinkedList<Adapter>, index: usize) -> CursorMut<'_, Adapter> {
        let mut cursor = list.front_mut();
        for _ in 0..index {
            cursor.move_next();
        }
        cursor
    }

    fn values(list: &LinkedList<Adapter>) -> impl Iterator<Item = u8> + '_ {
        list.iter().map(|item| item.value)
    }
}
