//! `ThinVec` of thincollections against `Vec`.
#![cfg(glassbox)]

// Not `retain` of an empty vector, which reads where there is nothing, nor `shrink_to_fit`, after which `push` writes
// beyond the end: so in every version.
#[glassbox::explore(operations = 5)]
mod boxes {
    use thincollections::thin_vec::ThinVec;

    pub struct Subject {
        vec: ThinVec<Box<u8>>,
        model: Vec<u8>,
    }

    pub fn new() -> Subject {
        Subject { vec: ThinVec::new(), model: Vec::with_capacity(4) }
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

    pub fn append(subject: &mut Subject, #[glassbox(values = 0..3)] n: u8) {
        glassbox::assume(subject.model.len() < 3);
        let mut other = ThinVec::new();
        for value in 0..n {
            other.push(Box::new(value));
        }
        subject.vec.append(&mut other);
        subject.model.extend(0..n);
        assert!(other.is_empty());
    }

    pub fn extend(subject: &mut Subject) {
        glassbox::assume(subject.model.len() < 2);
        subject.vec.extend([Box::new(0), Box::new(1)]);
        subject.model.extend([0, 1]);
    }

    pub fn clone_and_drop(subject: &mut Subject) {
        let copy = subject.vec.clone();
        assert!(copy.iter().eq(subject.vec.iter()));
    }

    pub fn split_off(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] at: usize) {
        let rest = subject.vec.split_off(at);
        assert!(rest.iter().map(|value| **value).eq(subject.model.split_off(at)));
    }

    pub fn truncate(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] len: usize) {
        subject.vec.truncate(len);
        subject.model.truncate(len);
    }

    pub fn drain(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] end: usize) {
        assert!(subject.vec.drain(..end).map(|value| *value).eq(subject.model.drain(..end)));
    }

    pub fn retain_ones(subject: &mut Subject) {
        glassbox::assume(!subject.model.is_empty());
        subject.vec.retain(|value| **value == 1);
        subject.model.retain(|value| *value == 1);
    }

    pub fn dedup(subject: &mut Subject) {
        subject.vec.dedup();
        subject.model.dedup();
    }

    pub fn reserve(subject: &mut Subject) {
        subject.vec.reserve(1);
    }

    pub fn shrink_to_fit(subject: &mut Subject) {
        glassbox::assume(!subject.model.is_empty());
        subject.vec.shrink_to_fit();
    }

    pub fn clear(subject: &mut Subject) {
        subject.vec.clear();
        subject.model.clear();
    }

    pub fn into_iter(subject: Subject, #[glassbox(values = 0..2)] taken: usize) {
        subject.vec.into_iter().take(taken).for_each(drop);
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.vec.iter().map(|value| **value).eq(subject.model.iter().copied())
    }
}
