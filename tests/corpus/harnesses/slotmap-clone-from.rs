//! `SlotMap` against a list of what is in it.
#![cfg(glassbox)]

#[glassbox::explore(operations = 5)]
mod boxes {
    use slotmap::{DefaultKey, SlotMap};

    pub struct Subject {
        map: SlotMap<DefaultKey, Box<u8>>,
        /// What should be in the map, in order of insertion.
        model: Vec<(DefaultKey, u8)>,
    }

    pub fn new() -> Subject {
        Subject { map: SlotMap::new(), model: Vec::with_capacity(4) }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..2)] value: u8) {
        glassbox::assume(subject.model.len() < 3);
        let key = subject.map.insert(Box::new(value));
        subject.model.push((key, value));
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        let (key, value) = subject.model.remove(index);
        assert_eq!(subject.map.remove(key), Some(Box::new(value)));
        assert_eq!(subject.map.remove(key), None);
    }

    pub fn drain(subject: &mut Subject) {
        assert_eq!(subject.map.drain().count(), subject.model.len());
        subject.model.clear();
    }

    pub fn retain_ones(subject: &mut Subject) {
        subject.map.retain(|_, value| **value == 1);
        subject.model.retain(|(_, value)| *value == 1);
    }

    pub fn clear(subject: &mut Subject) {
        subject.map.clear();
        subject.model.clear();
    }

    pub fn clone_and_drop(subject: &mut Subject) {
        let copy = subject.map.clone();
        assert!(copy.iter().eq(subject.map.iter()));
    }

    /// From a map into which some were inserted, and some of these removed.
    pub fn clone_from(
        subject: &mut Subject,
        #[glassbox(values = 0..3)] inserted: u8,
        #[glassbox(values = 0..3)] removed: usize,
    ) {
        glassbox::assume(removed <= usize::from(inserted));
        let mut other = SlotMap::new();
        let mut entries: Vec<(DefaultKey, u8)> =
            (0..inserted).map(|value| (other.insert(Box::new(value)), value)).collect();
        for (key, _) in entries.drain(..removed) {
            other.remove(key);
        }
        subject.map.clone_from(&other);
        subject.model = entries;
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let Subject { map, model } = subject;
        map.len() == model.len()
            && map.iter().count() == model.len()
            && model.iter().all(|(key, value)| map.get(*key).is_some_and(|found| **found == *value))
    }
}
