//! `MultiMap` against a table of the values of its keys.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod numbers {
    use std::collections::hash_map::DefaultHasher;
    use std::hash::BuildHasherDefault;

    use multimap::MultiMap;

    pub struct Subject {
        // The hasher of std has a new seed in every map, which would make all states differ.
        map: MultiMap<u8, u8, BuildHasherDefault<DefaultHasher>>,
        /// The values of each key; without any, the key can be there all the same.
        model: [Option<Vec<u8>>; 2],
    }

    pub fn new() -> Subject {
        Subject { map: MultiMap::with_hasher(BuildHasherDefault::default()), model: [None, None] }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..2)] key: u8, #[glassbox(values = 0..2)] value: u8) {
        subject.map.insert(key, value);
        subject.model[usize::from(key)].get_or_insert_default().push(value);
    }

    pub fn insert_many(subject: &mut Subject, #[glassbox(values = 0..2)] key: u8) {
        subject.map.insert_many(key, [0, 1]);
        subject.model[usize::from(key)].get_or_insert_default().extend([0, 1]);
    }

    pub fn or_insert(subject: &mut Subject, #[glassbox(values = 0..2)] key: u8) {
        glassbox::assume(subject.model[usize::from(key)].as_ref().is_none_or(|values| !values.is_empty()));
        let value = *subject.map.entry(key).or_insert(1);
        assert_eq!(Some(&value), subject.model[usize::from(key)].get_or_insert_with(|| vec![1]).first());
    }

    pub fn pop_of_vec(subject: &mut Subject, #[glassbox(values = 0..2)] key: u8) {
        let popped = subject.map.get_vec_mut(&key).map(Vec::pop);
        assert_eq!(popped, subject.model[usize::from(key)].as_mut().map(Vec::pop));
    }

    pub fn retain_ones(subject: &mut Subject) {
        subject.map.retain(|_, value| *value == 1);
        for values in &mut subject.model {
            if let Some(some) = values {
                some.retain(|value| *value == 1);
            }
        }
        // Whether keys without values stay is not said.
        for (key, values) in (0..2).zip(&mut subject.model) {
            if !subject.map.contains_key(&key) {
                assert!(values.take().is_none_or(|values| values.is_empty()));
            }
        }
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..2)] key: u8) {
        assert_eq!(subject.map.remove(&key), subject.model[usize::from(key)].take());
    }

    pub fn clear(subject: &mut Subject) {
        subject.map.clear();
        subject.model = [None, None];
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.map = subject.map.clone();
    }

    pub fn keys_have_their_values(subject: &Subject) -> bool {
        (0..2).all(|key| subject.map.get_vec(&key) == subject.model[usize::from(key)].as_ref())
    }

    pub fn first_values_are_right(subject: &Subject) -> bool {
        let first = |key: u8| subject.model[usize::from(key)].as_ref().and_then(|values| values.first());
        (0..2).all(|key| subject.map.get(&key) == first(key))
            && subject.map.iter().all(|(key, value)| Some(value) == first(*key))
    }
}
