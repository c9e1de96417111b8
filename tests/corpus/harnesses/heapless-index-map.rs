//! `IndexMap` of heapless beside a list of its entries.
#![cfg(glassbox)]

#[glassbox::explore(operations = 5)]
mod map {
    use heapless::index_map::FnvIndexMap;

    pub struct Subject {
        map: FnvIndexMap<u8, u8, 4>,
        /// In the order of the map.
        model: Vec<(u8, u8)>,
    }

    pub fn new() -> Subject {
        Subject { map: FnvIndexMap::new(), model: Vec::new() }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..5)] key: u8) {
        let Subject { map, model } = subject;
        let old = model.iter().position(|entry| entry.0 == key);
        glassbox::assume(old.is_some() || model.len() < 4);
        assert_eq!(map.insert(key, 1), Ok(old.map(|_| 1)));
        if old.is_none() {
            model.push((key, 1));
        }
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..5)] key: u8) {
        let Subject { map, model } = subject;
        let at = model.iter().position(|entry| entry.0 == key);
        assert_eq!(map.swap_remove(&key), at.map(|at| model.swap_remove(at).1));
    }

    pub fn truncate(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] len: usize) {
        subject.map.truncate(len);
        subject.model.truncate(len);
    }

    pub fn clear(subject: &mut Subject) {
        subject.map.clear();
        subject.model.clear();
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let Subject { map, model } = subject;
        let value = |key: u8| model.iter().find(|entry| entry.0 == key).map(|entry| entry.1);
        map.len() == model.len()
            && map.iter().map(|(key, value)| (*key, *value)).eq(model.iter().copied())
            && (0..5).all(|key| map.get(&key).copied() == value(key))
    }
}
