//! `ArrayVec` of boxes, and of a type without size that counts how many there are.
#![cfg(glassbox)]

#[glassbox::explore(operations = 6)]
mod counted {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use arrayvec::ArrayVec;

    static COUNT: AtomicUsize = AtomicUsize::new(0);

    /// Counts itself.
    pub struct Counted;

    impl Counted {
        fn new() -> Self {
            COUNT.fetch_add(1, Ordering::Relaxed);
            Self
        }
    }

    impl Clone for Counted {
        fn clone(&self) -> Self {
            Self::new()
        }
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            COUNT.fetch_sub(1, Ordering::Relaxed);
        }
    }

    type Vec = ArrayVec<Counted, 2>;

    pub fn new() -> Vec {
        ArrayVec::new()
    }

    pub fn from_array() -> Vec {
        ArrayVec::from([Counted::new(), Counted::new()])
    }

    pub fn push(vec: &mut Vec) {
        let was_full = vec.is_full();
        assert_eq!(vec.try_push(Counted::new()).is_err(), was_full);
    }

    pub fn pop(vec: &mut Vec) {
        vec.pop();
    }

    pub fn insert(vec: &mut Vec, #[glassbox(values = 0..=vec.len())] index: usize) {
        let was_full = vec.is_full();
        assert_eq!(vec.try_insert(index, Counted::new()).is_err(), was_full);
    }

    pub fn remove(vec: &mut Vec, #[glassbox(values = 0..vec.len())] index: usize) {
        vec.remove(index);
    }

    pub fn swap_remove(vec: &mut Vec, #[glassbox(values = 0..vec.len())] index: usize) {
        vec.swap_remove(index);
    }

    pub fn truncate(vec: &mut Vec, #[glassbox(values = 0..=vec.len())] len: usize) {
        vec.truncate(len);
    }

    pub fn extend(vec: &mut Vec, #[glassbox(values = 0..=vec.remaining_capacity())] n: usize) {
        vec.extend((0..n).map(|_| Counted::new()));
    }

    pub fn drain(vec: &mut Vec, #[glassbox(values = 0..=vec.len())] end: usize) {
        vec.drain(..end);
    }

    pub fn retain_first(vec: &mut Vec) {
        let mut is_first = true;
        vec.retain(|_| std::mem::take(&mut is_first));
    }

    pub fn clear(vec: &mut Vec) {
        vec.clear();
    }

    pub fn take(vec: &mut Vec) {
        *vec = vec.take();
    }

    pub fn clone_and_drop(vec: &mut Vec) {
        assert_eq!(vec.clone().len(), vec.len());
    }

    pub fn into_iter(vec: Vec, #[glassbox(values = 0..2)] taken: usize) {
        vec.into_iter().take(taken).for_each(drop);
        assert_eq!(COUNT.load(Ordering::Relaxed), 0);
    }

    pub fn each_is_counted(vec: &Vec) -> bool {
        COUNT.load(Ordering::Relaxed) == vec.len()
    }
}

#[glassbox::explore(operations = 6)]
mod boxes {
    use arrayvec::ArrayVec;

    type Vec = ArrayVec<Box<u8>, 2>;

    pub fn new() -> Vec {
        ArrayVec::new()
    }

    pub fn push(vec: &mut Vec, #[glassbox(values = 0..2)] value: u8) {
        let _ = vec.try_push(Box::new(value));
    }

    pub fn pop(vec: &mut Vec) -> Option<Box<u8>> {
        vec.pop()
    }

    pub fn insert(vec: &mut Vec, #[glassbox(values = 0..=vec.len())] index: usize) {
        let _ = vec.try_insert(index, Box::new(1));
    }

    pub fn remove(vec: &mut Vec, #[glassbox(values = 0..vec.len())] index: usize) {
        vec.remove(index);
    }

    pub fn truncate(vec: &mut Vec, #[glassbox(values = 0..=vec.len())] len: usize) {
        vec.truncate(len);
    }

    pub fn extend(vec: &mut Vec, #[glassbox(values = 0..=vec.remaining_capacity())] n: usize) {
        vec.extend((0..n).map(|_| Box::new(0)));
    }

    pub fn drain(vec: &mut Vec, #[glassbox(values = 0..=vec.len())] end: usize) {
        vec.drain(..end);
    }

    pub fn retain_ones(vec: &mut Vec) {
        vec.retain(|value| **value == 1);
    }

    pub fn clear(vec: &mut Vec) {
        vec.clear();
    }

    pub fn clone_and_drop(vec: &mut Vec) {
        assert_eq!(*vec, vec.clone());
    }

    pub fn into_iter(vec: Vec, #[glassbox(values = 0..2)] taken: usize) {
        vec.into_iter().take(taken).for_each(drop);
    }
}
