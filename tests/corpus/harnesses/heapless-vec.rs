//! `Vec` of heapless against `Vec` of std.
#![cfg(glassbox)]

#[glassbox::explore(operations = 6)]
mod boxes {
    use heapless::consts::U3;

    pub struct Subject {
        vec: heapless::Vec<Box<u8>, U3>,
        model: Vec<u8>,
    }

    pub fn new() -> Subject {
        Subject { vec: heapless::Vec::new(), model: Vec::with_capacity(3) }
    }

    pub fn push(subject: &mut Subject, #[glassbox(values = 0..2)] value: u8) {
        if subject.vec.push(Box::new(value)).is_ok() {
            subject.model.push(value);
        }
    }

    pub fn pop(subject: &mut Subject) {
        assert_eq!(subject.vec.pop().map(|value| *value), subject.model.pop());
    }

    pub fn swap_remove(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        assert_eq!(*subject.vec.swap_remove(index), subject.model.swap_remove(index));
    }

    pub fn truncate(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] len: usize) {
        subject.vec.truncate(len);
        subject.model.truncate(len);
    }

    pub fn clear(subject: &mut Subject) {
        subject.vec.clear();
        subject.model.clear();
    }

    pub fn resize(subject: &mut Subject, #[glassbox(values = 0..4)] len: usize) {
        assert_eq!(subject.vec.resize(len, Box::new(1)), Ok(()));
        subject.model.resize(len, 1);
    }

    pub fn extend_from_slice(subject: &mut Subject) {
        if subject.vec.extend_from_slice(&[Box::new(0), Box::new(1)]).is_ok() {
            subject.model.extend([0, 1]);
        } else {
            glassbox::assume(false);
        }
    }

    pub fn clone_and_drop(subject: &mut Subject) {
        let copy = subject.vec.clone();
        assert!(copy == subject.vec);
    }

    /// Takes some, and copies the iterator.
    pub fn into_iter(subject: Subject, #[glassbox(values = 0..3)] taken: usize) {
        let Subject { vec, model } = subject;
        let mut iter = vec.into_iter();
        iter.by_ref().take(taken).for_each(drop);
        let rest: Vec<u8> = iter.clone().map(|value| *value).collect();
        assert!(rest.iter().eq(model.iter().skip(taken)));
        assert!(iter.map(|value| *value).eq(rest));
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.vec.iter().map(|value| **value).eq(subject.model.iter().copied())
    }
}
