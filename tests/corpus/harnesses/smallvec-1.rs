//! `SmallVec` of version 1 against `Vec`.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod boxes {
    use smallvec::SmallVec;

    pub struct Subject {
        vec: SmallVec<[Box<u8>; 2]>,
        model: Vec<u8>,
    }

    pub fn new() -> Subject {
        Subject { vec: SmallVec::new(), model: Vec::with_capacity(5) }
    }

    pub fn push(subject: &mut Subject, #[glassbox(values = 0..2)] value: u8) {
        glassbox::assume(subject.model.len() < 3);
        subject.vec.push(Box::new(value));
        subject.model.push(value);
    }

    pub fn pop(subject: &mut Subject) {
        assert_eq!(subject.vec.pop().map(|value| *value), subject.model.pop());
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] index: usize) {
        glassbox::assume(subject.model.len() < 3);
        subject.vec.insert(index, Box::new(1));
        subject.model.insert(index, 1);
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        assert_eq!(*subject.vec.remove(index), subject.model.remove(index));
    }

    pub fn swap_remove(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        assert_eq!(*subject.vec.swap_remove(index), subject.model.swap_remove(index));
    }

    /// Whether the iterator knows how many there are makes a difference for what is allocated.
    pub fn insert_many(
        subject: &mut Subject,
        #[glassbox(values = 0..=subject.model.len())] index: usize,
        #[glassbox(values = 0..4)] n: u8,
        knows_its_length: bool,
    ) {
        glassbox::assume(subject.model.len() < 2);
        let values = (0..n).map(Box::new);
        if knows_its_length {
            subject.vec.insert_many(index, values);
        } else {
            subject.vec.insert_many(index, values.filter(|_| true));
        }
        subject.model.splice(index..index, 0..n);
    }

    pub fn extend(subject: &mut Subject) {
        glassbox::assume(subject.model.len() < 2);
        subject.vec.extend([Box::new(0), Box::new(1)]);
        subject.model.extend([0, 1]);
    }

    pub fn resize(subject: &mut Subject, #[glassbox(values = 0..4)] len: usize) {
        subject.vec.resize(len, Box::new(1));
        subject.model.resize(len, 1);
    }

    pub fn truncate(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] len: usize) {
        subject.vec.truncate(len);
        subject.model.truncate(len);
    }

    pub fn grow(subject: &mut Subject, #[glassbox(values = subject.model.len()..7)] capacity: usize) {
        subject.vec.grow(capacity);
    }

    pub fn reserve(subject: &mut Subject) {
        subject.vec.reserve(1);
    }

    pub fn reserve_exact(subject: &mut Subject) {
        subject.vec.reserve_exact(1);
    }

    pub fn shrink_to_fit(subject: &mut Subject) {
        subject.vec.shrink_to_fit();
    }

    pub fn clear(subject: &mut Subject) {
        subject.vec.clear();
        subject.model.clear();
    }

    pub fn drain(subject: &mut Subject) {
        assert!(subject.vec.drain(..).map(|value| *value).eq(subject.model.drain(..)));
    }

    pub fn retain_ones(subject: &mut Subject) {
        subject.vec.retain(|value| **value == 1);
        subject.model.retain(|value| *value == 1);
    }

    pub fn dedup(subject: &mut Subject) {
        subject.vec.dedup();
        subject.model.dedup();
    }

    pub fn clone_and_drop(subject: &mut Subject) {
        let copy = subject.vec.clone();
        assert!(copy == subject.vec);
    }

    pub fn into_vec(subject: Subject) -> Vec<Box<u8>> {
        subject.vec.into_vec()
    }

    pub fn into_iter(subject: Subject, #[glassbox(values = 0..2)] taken: usize) {
        subject.vec.into_iter().take(taken).for_each(drop);
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.vec.iter().map(|value| **value).eq(subject.model.iter().copied())
            && subject.vec.capacity() >= subject.vec.len()
    }
}
