//! `Arena` of generational-arena: keys that were removed are not found again.
#![cfg(glassbox)]

// Not `drain`: after it the number of elements is wrong in 0.2.7, too.
#[glassbox::explore(operations = 5)]
mod arena {
    use generational_arena::{Arena, Index};

    pub struct Subject {
        arena: Arena<Box<u8>>,
        /// What was inserted, and its value while it is there.
        model: Vec<(Index, Option<u8>)>,
    }

    pub fn new() -> Subject {
        Subject { arena: Arena::new(), model: Vec::with_capacity(4) }
    }

    pub fn with_capacity(#[glassbox(values = 0..3)] capacity: usize) -> Subject {
        Subject { arena: Arena::with_capacity(capacity), model: Vec::with_capacity(4) }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..2)] value: u8) {
        glassbox::assume(subject.model.len() < 4);
        let index = subject.arena.insert(Box::new(value));
        assert!(subject.model.iter().all(|(other, _)| *other != index));
        subject.model.push((index, Some(value)));
    }

    pub fn try_insert(subject: &mut Subject) {
        glassbox::assume(subject.model.len() < 4);
        let is_full = subject.arena.len() == subject.arena.capacity();
        let inserted = subject.arena.try_insert(Box::new(0));
        assert_eq!(inserted.is_err(), is_full);
        if let Ok(index) = inserted {
            subject.model.push((index, Some(0)));
        }
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] number: usize) {
        let (index, value) = &mut subject.model[number];
        assert_eq!(subject.arena.remove(*index).map(|value| *value), value.take());
    }

    pub fn retain(subject: &mut Subject, #[glassbox(values = 0..3)] below: u8) {
        subject.arena.retain(|_, value| **value < below);
        subject.model.iter_mut().for_each(|(_, value)| *value = value.filter(|value| *value < below));
    }

    pub fn reserve(subject: &mut Subject) {
        subject.arena.reserve(1);
    }

    /// Indices from before may name new elements.
    pub fn clear(subject: &mut Subject) {
        subject.arena.clear();
        subject.model.clear();
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.arena = subject.arena.clone();
    }

    pub fn into_iter(subject: Subject, #[glassbox(values = 0..3)] taken: usize) {
        subject.arena.into_iter().take(taken).for_each(drop);
    }

    pub fn len_is_right(subject: &Subject) -> bool {
        let Subject { arena, model } = subject;
        arena.len() == arena.iter().count() && arena.len() == model.iter().filter(|(_, value)| value.is_some()).count()
    }

    pub fn indices_have_their_values(subject: &Subject) -> bool {
        let Subject { arena, model } = subject;
        model.iter().all(|(index, value)| arena.get(*index).map(|value| **value) == *value)
    }
}
