//! `OrdMap` of im against a table of its keys.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod numbers {
    use im::OrdMap;

    pub struct Subject {
        map: OrdMap<u8, u8>,
        model: [Option<u8>; 4],
    }

    pub fn new() -> Subject {
        Subject { map: OrdMap::new(), model: [None; 4] }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..4)] key: u8, #[glassbox(values = 0..2)] value: u8) {
        assert_eq!(subject.map.insert(key, value), subject.model[usize::from(key)].replace(value));
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..4)] key: u8) {
        assert_eq!(subject.map.remove(&key), subject.model[usize::from(key)].take());
    }

    pub fn update(subject: &mut Subject, #[glassbox(values = 0..4)] key: u8) {
        subject.map = subject.map.update(key, 1);
        subject.model[usize::from(key)] = Some(1);
    }

    pub fn without(subject: &mut Subject, #[glassbox(values = 0..4)] key: u8) {
        subject.map = subject.map.without(&key);
        subject.model[usize::from(key)] = None;
    }

    pub fn clear(subject: &mut Subject) {
        subject.map.clear();
        subject.model = [None; 4];
    }

    pub fn keys_have_their_values(subject: &Subject) -> bool {
        (0..4).all(|key| subject.map.get(&key) == subject.model[usize::from(key)].as_ref())
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.map.len() == subject.model.iter().flatten().count()
            && subject.map.iter().map(|(key, _)| *key).eq(keys(subject, 0, 4))
            && subject.map.iter().rev().map(|(key, _)| *key).eq(keys(subject, 0, 4).rev())
    }

    pub fn ends_are_right(subject: &Subject) -> bool {
        subject.map.get_min().map(|(key, _)| *key) == keys(subject, 0, 4).next()
            && subject.map.get_max().map(|(key, _)| *key) == keys(subject, 0, 4).last()
    }

    pub fn ranges_are_right(subject: &Subject) -> bool {
        (0..4).all(|from| {
            subject.map.range(from..).map(|(key, _)| *key).eq(keys(subject, from, 4))
                && subject.map.range(..from).map(|(key, _)| *key).eq(keys(subject, 0, from))
                && (from..4).all(|to| subject.map.range(from..to).map(|(key, _)| *key).eq(keys(subject, from, to)))
        })
    }

    fn keys(subject: &Subject, from: u8, to: u8) -> impl DoubleEndedIterator<Item = u8> {
        (from..to).filter(|key| subject.model[usize::from(*key)].is_some())
    }
}
