//! `SkipMap` of skiplist against a table of its keys.
#![cfg(glassbox)]

#[glassbox::explore(operations = 5)]
mod numbers {
    use skiplist::SkipMap;

    pub struct Subject {
        map: SkipMap<u8, u8>,
        model: [Option<u8>; 3],
    }

    pub fn new() -> Subject {
        Subject { map: SkipMap::new(), model: [None; 3] }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..3)] key: u8) {
        assert_eq!(subject.map.insert(key, 1), subject.model[usize::from(key)].replace(1));
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..3)] key: u8) {
        assert_eq!(subject.map.remove(&key), subject.model[usize::from(key)].take());
    }

    pub fn clear(subject: &mut Subject) {
        subject.map.clear();
        subject.model = [None; 3];
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let model = || (0..3).filter(|key| subject.model[usize::from(*key)].is_some());
        subject.map.len() == model().count() && subject.map.iter().map(|(key, _)| *key).eq(model())
    }
}
