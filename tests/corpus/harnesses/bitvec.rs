//! `BitVec` and `BitBox` against `Vec<bool>`.
#![cfg(glassbox)]

#[glassbox::explore(operations = 5)]
mod bits {
    use bitvec::prelude::*;

    pub struct Subject {
        vec: BitVec<Lsb0, u32>,
        model: Vec<bool>,
    }

    pub fn new() -> Subject {
        Subject { vec: BitVec::new(), model: Vec::with_capacity(4) }
    }

    pub fn with_capacity(#[glassbox(values = [1, 64, 96])] capacity: usize) -> Subject {
        Subject { vec: BitVec::with_capacity(capacity), model: Vec::with_capacity(4) }
    }

    pub fn push(subject: &mut Subject, value: bool) {
        glassbox::assume(subject.model.len() < 3);
        subject.vec.push(value);
        subject.model.push(value);
    }

    pub fn pop(subject: &mut Subject) {
        assert_eq!(subject.vec.pop(), subject.model.pop());
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] index: usize) {
        glassbox::assume(subject.model.len() < 3);
        subject.vec.insert(index, true);
        subject.model.insert(index, true);
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        assert_eq!(subject.vec.remove(index), subject.model.remove(index));
    }

    pub fn truncate(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] len: usize) {
        subject.vec.truncate(len);
        subject.model.truncate(len);
    }

    pub fn resize(subject: &mut Subject, #[glassbox(values = 0..4)] len: usize) {
        subject.vec.resize(len, true);
        subject.model.resize(len, true);
    }

    pub fn reserve(subject: &mut Subject, #[glassbox(values = [1, 64])] additional: usize) {
        subject.vec.reserve(additional);
    }

    pub fn shrink_to_fit(subject: &mut Subject) {
        subject.vec.shrink_to_fit();
    }

    pub fn clear(subject: &mut Subject) {
        subject.vec.clear();
        subject.model.clear();
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.vec = subject.vec.clone();
    }

    /// A box without bits has no address, which it may not be without in 0.17.4, either.
    pub fn become_boxed_and_back(subject: &mut Subject) {
        glassbox::assume(!subject.model.is_empty());
        let boxed = std::mem::take(&mut subject.vec).into_boxed_bitslice();
        assert!(boxed.iter().copied().eq(subject.model.iter().copied()));
        subject.vec = BitVec::from_boxed_bitslice(boxed);
    }

    pub fn into_vec(subject: Subject) -> Vec<u32> {
        subject.vec.into_vec()
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.vec.len() == subject.model.len() && subject.vec.iter().copied().eq(subject.model.iter().copied())
    }
}
