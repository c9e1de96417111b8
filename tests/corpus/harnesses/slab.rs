//! `Slab` against a table of its slots.
#![cfg(glassbox)]

#[glassbox::explore(operations = 5)]
mod numbers {
    use slab::Slab;

    pub struct Subject {
        slab: Slab<u32>,
        model: [Option<u32>; 3],
    }

    pub fn new() -> Subject {
        Subject { slab: Slab::new(), model: [None; 3] }
    }

    pub fn with_capacity() -> Subject {
        Subject { slab: Slab::with_capacity(3), model: [None; 3] }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..2)] value: u32) {
        glassbox::assume(subject.slab.len() < 3);
        let key = subject.slab.insert(value);
        assert_eq!(subject.model[key].replace(value), None);
    }

    pub fn vacant_entry(subject: &mut Subject) {
        glassbox::assume(subject.slab.len() < 3);
        let entry = subject.slab.vacant_entry();
        assert_eq!(subject.model[entry.key()].replace(1), None);
        entry.insert(1);
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..3)] key: usize) {
        assert_eq!(subject.slab.try_remove(key), subject.model[key].take());
    }

    pub fn get_disjoint_mut(
        subject: &mut Subject,
        #[glassbox(values = 0..3)] a: usize,
        #[glassbox(values = 0..3)] b: usize,
    ) {
        let expected = (a != b).then(|| subject.model[a].zip(subject.model[b])).flatten();
        match subject.slab.get_disjoint_mut([a, b]) {
            Ok([one, other]) => assert_eq!(Some((*one, *other)), expected),
            Err(_) => assert_eq!(expected, None),
        }
    }

    pub fn get2_mut(subject: &mut Subject, #[glassbox(values = 0..2)] a: usize) {
        let expected = subject.model[a].zip(subject.model[a + 1]);
        // With a key beyond the end it panics, in every version.
        glassbox::assume(expected.is_some());
        assert_eq!(subject.slab.get2_mut(a, a + 1).map(|(one, other)| (*one, *other)), expected);
    }

    pub fn retain_ones(subject: &mut Subject) {
        subject.slab.retain(|_, value| *value == 1);
        subject.model = subject.model.map(|slot| slot.filter(|value| *value == 1));
    }

    pub fn compact(subject: &mut Subject) {
        let Subject { slab, model } = subject;
        slab.compact(|_, from, to| {
            model[to] = model[from].take();
            true
        });
    }

    pub fn shrink_to_fit(subject: &mut Subject) {
        subject.slab.shrink_to_fit();
    }

    pub fn reserve(subject: &mut Subject) {
        subject.slab.reserve(1);
    }

    pub fn drain(subject: &mut Subject) {
        assert!(subject.slab.drain().eq(subject.model.into_iter().flatten()));
        subject.model = [None; 3];
    }

    pub fn clear(subject: &mut Subject) {
        subject.slab.clear();
        subject.model = [None; 3];
    }

    pub fn clone_and_drop(subject: &mut Subject) {
        let copy = subject.slab.clone();
        assert!(copy.iter().eq(subject.slab.iter()));
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let model = subject.model.iter().enumerate().filter_map(|(key, slot)| Some((key, slot.as_ref()?)));
        subject.slab.len() == subject.slab.iter().count() && subject.slab.iter().eq(model)
    }
}
