//! `RBMap` of rb_tree against the set of its keys.
#![cfg(glassbox)]

#[glassbox::explore(operations = 10)]
mod map {
    use rb_tree::RBMap;

    pub struct Subject {
        map: RBMap<u8, ()>,
        /// Which keys should be there.
        model: [bool; 4],
    }

    pub fn new() -> Subject {
        Subject { map: RBMap::new(), model: [false; 4] }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..4)] key: u8) {
        subject.map.insert(key, ());
        subject.model[usize::from(key)] = true;
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..4)] key: u8) {
        assert_eq!(subject.map.remove(&key).is_some(), std::mem::take(&mut subject.model[usize::from(key)]));
    }

    pub fn pop(subject: &mut Subject) {
        let least = subject.model.iter().position(|is_there| *is_there);
        assert_eq!(subject.map.pop_pair().map(|(key, ())| usize::from(key)), least);
        if let Some(key) = least {
            subject.model[key] = false;
        }
    }

    pub fn pop_back(subject: &mut Subject) {
        let greatest = subject.model.iter().rposition(|is_there| *is_there);
        assert_eq!(subject.map.pop_pair_back().map(|(key, ())| usize::from(key)), greatest);
        if let Some(key) = greatest {
            subject.model[key] = false;
        }
    }

    pub fn retain_odd(subject: &mut Subject) {
        subject.map.retain(|key, ()| *key % 2 == 1);
        subject.model = [false, subject.model[1], false, subject.model[3]];
    }

    pub fn drain(subject: &mut Subject) {
        assert_eq!(subject.map.drain().count(), subject.model.iter().filter(|is_there| **is_there).count());
        subject.model = [false; 4];
    }

    pub fn clear(subject: &mut Subject) {
        subject.map.clear();
        subject.model = [false; 4];
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let keys = (0..4).filter(|key| subject.model[usize::from(*key)]);
        subject.map.len() == keys.clone().count() && subject.map.keys().copied().eq(keys)
    }
}
