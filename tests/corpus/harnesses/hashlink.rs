//! `LinkedHashMap` of hashlink against a list of its entries.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod boxes {
    use std::collections::hash_map::DefaultHasher;
    use std::hash::BuildHasherDefault;

    use hashlink::LinkedHashMap;

    pub struct Subject {
        // The hasher of std has a new seed in every map, which would make all states differ.
        map: LinkedHashMap<u8, Box<u8>, BuildHasherDefault<DefaultHasher>>,
        model: Vec<(u8, u8)>,
    }

    pub fn new() -> Subject {
        Subject { map: LinkedHashMap::with_hasher(BuildHasherDefault::default()), model: Vec::with_capacity(4) }
    }

    pub fn with_capacity() -> Subject {
        let map = LinkedHashMap::with_capacity_and_hasher(16, BuildHasherDefault::default());
        Subject { map, model: Vec::with_capacity(4) }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..3)] key: u8, #[glassbox(values = 0..2)] value: u8) {
        let old = subject.map.insert(key, Box::new(value));
        assert_eq!(old.map(|value| *value), take(&mut subject.model, key));
        subject.model.push((key, value));
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..3)] key: u8) {
        assert_eq!(subject.map.remove(&key).map(|value| *value), take(&mut subject.model, key));
    }

    pub fn pop_front(subject: &mut Subject) {
        let first = (!subject.model.is_empty()).then(|| subject.model.remove(0));
        assert_eq!(subject.map.pop_front().map(|(key, value)| (key, *value)), first);
    }

    pub fn pop_back(subject: &mut Subject) {
        assert_eq!(subject.map.pop_back().map(|(key, value)| (key, *value)), subject.model.pop());
    }

    pub fn to_front(subject: &mut Subject, #[glassbox(values = 0..3)] key: u8) {
        assert_eq!(subject.map.to_front(&key).is_some(), subject.model.iter().any(|(other, _)| *other == key));
        if let Some(value) = take(&mut subject.model, key) {
            subject.model.insert(0, (key, value));
        }
    }

    pub fn to_back(subject: &mut Subject, #[glassbox(values = 0..3)] key: u8) {
        assert_eq!(subject.map.to_back(&key).is_some(), subject.model.iter().any(|(other, _)| *other == key));
        if let Some(value) = take(&mut subject.model, key) {
            subject.model.push((key, value));
        }
    }

    pub fn retain_ones(subject: &mut Subject) {
        subject.map.retain(|_, value| **value == 1);
        subject.model.retain(|(_, value)| *value == 1);
    }

    pub fn drain(subject: &mut Subject, #[glassbox(values = 0..2)] taken: usize) {
        subject.map.drain().take(taken).for_each(drop);
        subject.model.clear();
    }

    pub fn reserve(subject: &mut Subject) {
        subject.map.reserve(1);
    }

    pub fn shrink_to_fit(subject: &mut Subject) {
        subject.map.shrink_to_fit();
    }

    pub fn clear(subject: &mut Subject) {
        subject.map.clear();
        subject.model.clear();
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.map = subject.map.clone();
    }

    pub fn into_iter(subject: Subject, #[glassbox(values = 0..2)] taken: usize) {
        subject.map.into_iter().take(taken).for_each(drop);
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.map.iter().map(|(key, value)| (*key, **value)).eq(subject.model.iter().copied())
            && subject.map.len() == subject.model.len()
    }

    pub fn keys_have_their_values(subject: &Subject) -> bool {
        subject.model.iter().all(|(key, value)| subject.map.get(key).map(|value| **value) == Some(*value))
    }

    fn take(model: &mut Vec<(u8, u8)>, key: u8) -> Option<u8> {
        let place = model.iter().position(|(other, _)| *other == key)?;
        Some(model.remove(place).1)
    }
}
