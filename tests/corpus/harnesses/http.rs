//! `HeaderMap` of http against lists of values.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod headers {
    use http::header::{ACCEPT, HOST, HeaderMap, HeaderName};

    pub struct Subject {
        map: HeaderMap<u8>,
        model: [Vec<u8>; 2],
        /// Every value is another one.
        next: u8,
    }

    pub fn new() -> Subject {
        Subject { map: HeaderMap::with_capacity(0), model: [Vec::new(), Vec::new()], next: 0 }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..2)] name: usize) {
        assert_eq!(subject.map.insert(header(name), subject.next), subject.model[name].first().copied());
        subject.model[name] = vec![subject.next];
        subject.next += 1;
    }

    pub fn append(subject: &mut Subject, #[glassbox(values = 0..2)] name: usize) {
        glassbox::assume(subject.model[name].len() < 3);
        assert_eq!(subject.map.append(header(name), subject.next), !subject.model[name].is_empty());
        subject.model[name].push(subject.next);
        subject.next += 1;
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..2)] name: usize) {
        let first = subject.model[name].first().copied();
        subject.model[name].clear();
        assert_eq!(subject.map.remove(header(name)), first);
    }

    /// How many names are read, and of each how many values.
    pub fn drain(
        subject: &mut Subject,
        #[glassbox(values = 0..3)] names: usize,
        #[glassbox(values = 0..3)] values: usize,
    ) {
        for (_, of_name) in subject.map.drain().take(names) {
            of_name.take(values).for_each(drop);
        }
        subject.model = [Vec::new(), Vec::new()];
    }

    /// What was taken is not there any more. Whether the rest is, is not said.
    pub fn drain_and_forget(subject: Subject, #[glassbox(values = 0..3)] names: usize) {
        let mut map = subject.map;
        let mut drain = map.drain();
        let taken: Vec<u8> = drain.by_ref().take(names).flat_map(|(_, values)| values).collect();
        std::mem::forget(drain);
        assert!(map.values().all(|value| !taken.contains(value)));
    }

    pub fn reserve(subject: &mut Subject) {
        subject.map.reserve(1);
    }

    pub fn clear(subject: &mut Subject) {
        subject.map.clear();
        subject.model = [Vec::new(), Vec::new()];
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.map = subject.map.clone();
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let len: usize = subject.model.iter().map(Vec::len).sum();
        subject.map.len() == len
            && subject.map.iter().count() == len
            && (0..2).all(|name| subject.map.get_all(header(name)).iter().eq(&subject.model[name]))
    }

    fn header(name: usize) -> HeaderName {
        [ACCEPT, HOST][name].clone()
    }
}
