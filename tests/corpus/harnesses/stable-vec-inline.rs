//! `InlineStableVec`: a vector of options whose elements keep their places when others are removed.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod boxes {
    use stable_vec::InlineStableVec;

    pub struct Subject {
        vec: InlineStableVec<Box<u8>>,
        model: [Option<u8>; 3],
    }

    pub fn new() -> Subject {
        Subject { vec: InlineStableVec::new(), model: [None; 3] }
    }

    pub fn with_capacity() -> Subject {
        Subject { vec: InlineStableVec::with_capacity(2), model: [None; 3] }
    }

    pub fn push(subject: &mut Subject, #[glassbox(values = 0..2)] value: u8) {
        glassbox::assume(subject.vec.next_push_index() < 3);
        let index = subject.vec.push(Box::new(value));
        assert_eq!(subject.model[index].replace(value), None);
    }

    /// Not beyond the last place that was used: then elements are not found in 0.4.0, which is another bug.
    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..subject.vec.next_push_index())] index: usize) {
        assert_eq!(subject.vec.insert(index, Box::new(1)).map(|value| *value), subject.model[index].replace(1));
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..3)] index: usize) {
        glassbox::assume(index < subject.vec.capacity());
        assert_eq!(subject.vec.remove(index).map(|value| *value), subject.model[index].take());
    }

    pub fn remove_first(subject: &mut Subject) {
        let first = subject.model.iter_mut().find(|slot| slot.is_some()).and_then(Option::take);
        assert_eq!(subject.vec.remove_first().map(|value| *value), first);
    }

    pub fn remove_last(subject: &mut Subject) {
        let last = subject.model.iter_mut().rev().find(|slot| slot.is_some()).and_then(Option::take);
        assert_eq!(subject.vec.remove_last().map(|value| *value), last);
    }

    pub fn retain_ones(subject: &mut Subject) {
        subject.vec.retain(|value| **value == 1);
        subject.model = subject.model.map(|slot| slot.filter(|value| *value == 1));
    }

    pub fn make_compact(subject: &mut Subject) {
        subject.vec.make_compact();
        let mut left = subject.model.into_iter().flatten();
        subject.model = [left.next(), left.next(), left.next()];
    }

    pub fn shrink_to_fit(subject: &mut Subject) {
        subject.vec.shrink_to_fit();
    }

    pub fn reserve(subject: &mut Subject) {
        subject.vec.reserve(1);
    }

    pub fn clear(subject: &mut Subject) {
        subject.vec.clear();
        subject.model = [None; 3];
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.vec = subject.vec.clone();
    }

    pub fn elements_are_there(subject: &Subject) -> bool {
        subject.model.iter().enumerate().all(|(index, slot)| subject.vec.get(index).map(|value| **value) == *slot)
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let model = subject.model.iter().enumerate().filter_map(|(index, slot)| Some((index, (*slot)?)));
        subject.vec.num_elements() == subject.model.iter().flatten().count()
            && subject.vec.iter().map(|(index, value)| (index, **value)).eq(model)
    }
}
