//! `IdMap` against a table of its values.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod boxes {
    use id_map::IdMap;

    pub struct Subject {
        map: IdMap<Box<u8>>,
        model: [Option<u8>; 4],
    }

    pub fn new() -> Subject {
        Subject { map: IdMap::new(), model: [None; 4] }
    }

    pub fn with_capacity() -> Subject {
        Subject { map: IdMap::with_capacity(2), model: [None; 4] }
    }

    /// Whether the iterator knows how many there are makes a difference for what is allocated.
    pub fn from_iter(#[glassbox(values = 0..4)] n: u8, knows_its_length: bool) -> Subject {
        let values = (0..n).map(Box::new);
        let map = if knows_its_length { values.collect() } else { values.filter(|_| true).collect() };
        let mut model = [None; 4];
        (0..n).for_each(|id| model[usize::from(id)] = Some(id));
        Subject { map, model }
    }

    pub fn insert(subject: &mut Subject) {
        let id = subject.map.next_id();
        glassbox::assume(id < 4);
        assert_eq!(subject.map.insert(Box::new(5)), id);
        assert_eq!(subject.model[id].replace(5), None);
    }

    pub fn insert_at(subject: &mut Subject, #[glassbox(values = 0..4)] id: usize) {
        assert_eq!(subject.map.insert_at(id, Box::new(6)).map(|value| *value), subject.model[id].replace(6));
    }

    pub fn get_or_insert(subject: &mut Subject, #[glassbox(values = 0..4)] id: usize) {
        assert_eq!(**subject.map.get_or_insert(id, Box::new(7)), *subject.model[id].get_or_insert(7));
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..4)] id: usize) {
        assert_eq!(subject.map.remove(id).map(|value| *value), subject.model[id].take());
    }

    pub fn retain_odd(subject: &mut Subject) {
        subject.map.retain(|_, value| **value % 2 == 1);
        subject.model = subject.model.map(|value| value.filter(|value| value % 2 == 1));
    }

    pub fn reserve(subject: &mut Subject) {
        subject.map.reserve(4);
    }

    pub fn shrink_to_fit(subject: &mut Subject) {
        subject.map.shrink_to_fit();
    }

    pub fn clear(subject: &mut Subject) {
        subject.map.clear();
        subject.model = [None; 4];
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.map = subject.map.clone();
    }

    /// If the first id is not 0, it looks in the wrong place, in 0.2.2, too.
    pub fn into_iter(subject: Subject, #[glassbox(values = 0..3)] taken: usize) {
        glassbox::assume(subject.model[0].is_some());
        subject.map.into_iter().take(taken).for_each(drop);
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let model = subject.model.iter().enumerate().filter_map(|(id, value)| Some((id, (*value)?)));
        subject.map.iter().map(|(id, value)| (id, **value)).eq(model)
            && subject.map.len() == subject.model.iter().flatten().count()
    }

    pub fn ids_have_their_values(subject: &Subject) -> bool {
        subject.model.iter().enumerate().all(|(id, value)| subject.map.get(id).map(|value| **value) == *value)
    }
}
