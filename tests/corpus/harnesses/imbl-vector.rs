//! `Vector` of imbl against `Vec`. An index beyond the end must end in a panic.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod boxes {
    use std::sync::Arc;

    use imbl::Vector;

    pub struct Subject {
        vector: Vector<Box<u8>>,
        model: Vec<u8>,
    }

    pub fn new() -> Subject {
        Subject { vector: Vector::new(), model: Vec::with_capacity(4) }
    }

    pub fn from_three() -> Subject {
        Subject { vector: (0..3).map(Box::new).collect(), model: vec![0, 1, 2] }
    }

    pub fn push_back(subject: &mut Subject, #[glassbox(values = 0..2)] value: u8) {
        glassbox::assume(subject.model.len() < 3);
        subject.vector.push_back(Box::new(value));
        subject.model.push(value);
    }

    pub fn push_front(subject: &mut Subject) {
        glassbox::assume(subject.model.len() < 3);
        subject.vector.push_front(Box::new(1));
        subject.model.insert(0, 1);
    }

    pub fn pop_back(subject: &mut Subject) {
        assert_eq!(subject.vector.pop_back().map(|value| *value), subject.model.pop());
    }

    pub fn pop_front(subject: &mut Subject) {
        let first = (!subject.model.is_empty()).then(|| subject.model.remove(0));
        assert_eq!(subject.vector.pop_front().map(|value| *value), first);
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] index: usize) {
        glassbox::assume(subject.model.len() < 3);
        subject.vector.insert(index, Box::new(1));
        subject.model.insert(index, 1);
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
        assert_eq!(*subject.vector.remove(index), subject.model.remove(index));
    }

    pub fn set(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] index: usize) {
        must_panic(index >= subject.model.len(), || drop(subject.vector.set(index, Box::new(2))));
        subject.model[index] = 2;
    }

    pub fn swap(
        subject: &mut Subject,
        #[glassbox(values = 0..=subject.model.len())] a: usize,
        #[glassbox(values = 0..=subject.model.len())] b: usize,
    ) {
        glassbox::assume(a != b);
        must_panic(a.max(b) >= subject.model.len(), || subject.vector.swap(a, b));
        subject.model.swap(a, b);
    }

    pub fn focus_and_swap(
        subject: &mut Subject,
        #[glassbox(values = 0..=subject.model.len())] a: usize,
        #[glassbox(values = 0..=subject.model.len())] b: usize,
    ) {
        glassbox::assume(a != b);
        must_panic(a.max(b) >= subject.model.len(), || subject.vector.focus_mut().swap(a, b));
        subject.model.swap(a, b);
    }

    pub fn split_off(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] index: usize) {
        let rest = subject.vector.split_off(index);
        assert!(rest.iter().map(|value| **value).eq(subject.model.split_off(index)));
    }

    pub fn append(subject: &mut Subject, #[glassbox(values = 0..2)] n: u8) {
        glassbox::assume(subject.model.len() < 3);
        subject.vector.append((0..n).map(Box::new).collect());
        subject.model.extend(0..n);
    }

    pub fn truncate(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] len: usize) {
        subject.vector.truncate(len);
        subject.model.truncate(len);
    }

    pub fn retain_ones(subject: &mut Subject) {
        subject.vector.retain(|value| **value == 1);
        subject.model.retain(|value| *value == 1);
    }

    pub fn clear(subject: &mut Subject) {
        subject.vector.clear();
        subject.model.clear();
    }

    pub fn clone_and_drop(subject: &mut Subject) {
        assert!(subject.vector.clone() == subject.vector);
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.vector.len() == subject.model.len()
            && subject.vector.iter().map(|value| **value).eq(subject.model.iter().copied())
    }

    /// If it must panic and does, the history ends there. A broken precondition of std is told as a panic, too.
    fn must_panic(must: bool, work: impl FnOnce()) {
        if !must {
            return work();
        }
        let report = Arc::new(std::panic::take_hook());
        let told = report.clone();
        std::panic::set_hook(Box::new(move |info| {
            glassbox::assume(info.to_string().contains("unsafe precondition"));
            told(info);
        }));
        work();
        std::panic::set_hook(Box::new(move |info| report(info)));
        panic!("an index beyond the end is accepted");
    }
}
