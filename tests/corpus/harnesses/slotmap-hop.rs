//! `HopSlotMap` against a list of what is in it.
#![cfg(glassbox)]

#[glassbox::explore(operations = 7)]
mod map {
    use slotmap::{DefaultKey, HopSlotMap};

    pub struct Subject {
        map: HopSlotMap<DefaultKey, u8>,
        /// What should be in the map, in order of insertion.
        model: Vec<(DefaultKey, u8)>,
    }

    pub fn new() -> Subject {
        Subject { map: HopSlotMap::new(), model: Vec::with_capacity(3) }
    }

    pub fn insert(subject: &mut Subject) {
        glassbox::assume(subject.model.len() < 3);
        // The lowest value that is not there.
        let value = (0..3).find(|value| subject.model.iter().all(|(_, other)| other != value)).unwrap_or(3);
        let key = subject.map.insert(value);
        subject.model.push((key, value));
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        let (key, value) = subject.model.remove(index);
        assert_eq!(subject.map.remove(key), Some(value));
        assert_eq!(subject.map.remove(key), None);
    }

    pub fn drain(subject: &mut Subject) {
        let drained: Vec<_> = subject.map.drain().collect();
        assert_eq!(sorted(drained), sorted(std::mem::take(&mut subject.model)));
    }

    pub fn retain(subject: &mut Subject, keep_odd: bool) {
        let keep = |value: u8| keep_odd && value % 2 == 1;
        let mut visited = Vec::new();
        subject.map.retain(|key, value| {
            visited.push((key, *value));
            keep(*value)
        });
        assert_eq!(sorted(visited), sorted(subject.model.clone()));
        subject.model.retain(|(_, value)| keep(*value));
    }

    pub fn clear(subject: &mut Subject) {
        subject.map.clear();
        subject.model.clear();
    }

    pub fn clone_and_drop(subject: &mut Subject) {
        let copy = subject.map.clone();
        assert_eq!(sorted(copy.into_iter().collect()), sorted(subject.model.clone()));
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let Subject { map, model } = subject;
        map.len() == model.len()
            && model.iter().all(|(key, value)| map.get(*key) == Some(value))
            && sorted(map.iter().map(|(key, value)| (key, *value)).collect()) == sorted(model.clone())
    }

    fn sorted(mut entries: Vec<(DefaultKey, u8)>) -> Vec<(DefaultKey, u8)> {
        entries.sort();
        entries
    }
}
