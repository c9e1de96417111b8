//! `Chunk` of sized-chunks against `Vec`.
#![cfg(glassbox)]

macro_rules! explore {
    ($name:ident, $capacity:literal, $length:ident) => {
        #[glassbox::explore(operations = 4)]
        mod $name {
            use std::sync::Arc;

            use sized_chunks::Chunk;
            use typenum::$length;

            pub struct Subject {
                chunk: Chunk<Box<u8>, $length>,
                model: Vec<u8>,
            }

            pub fn new() -> Subject {
                Subject { chunk: Chunk::new(), model: Vec::with_capacity($capacity) }
            }

            pub fn unit() -> Subject {
                let chunk = must_panic($capacity < 1, || Chunk::unit(Box::new(0)));
                Subject { chunk, model: vec![0] }
            }

            pub fn pair() -> Subject {
                let chunk = must_panic($capacity < 2, || Chunk::pair(Box::new(0), Box::new(1)));
                Subject { chunk, model: vec![0, 1] }
            }

            pub fn push_back(subject: &mut Subject, #[glassbox(values = 0..2)] value: u8) {
                glassbox::assume(!subject.chunk.is_full());
                subject.chunk.push_back(Box::new(value));
                subject.model.push(value);
            }

            pub fn push_front(subject: &mut Subject, #[glassbox(values = 0..2)] value: u8) {
                glassbox::assume(!subject.chunk.is_full());
                subject.chunk.push_front(Box::new(value));
                subject.model.insert(0, value);
            }

            pub fn pop_back(subject: &mut Subject) {
                glassbox::assume(!subject.chunk.is_empty());
                assert_eq!(Some(*subject.chunk.pop_back()), subject.model.pop());
            }

            pub fn pop_front(subject: &mut Subject) {
                glassbox::assume(!subject.chunk.is_empty());
                assert_eq!(*subject.chunk.pop_front(), subject.model.remove(0));
            }

            pub fn insert(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] index: usize) {
                glassbox::assume(!subject.chunk.is_full());
                subject.chunk.insert(index, Box::new(1));
                subject.model.insert(index, 1);
            }

            pub fn remove(subject: &mut Subject, #[glassbox(values = 0..subject.model.len())] index: usize) {
                assert_eq!(*subject.chunk.remove(index), subject.model.remove(index));
            }

            pub fn drop_left(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] index: usize) {
                subject.chunk.drop_left(index);
                subject.model.drain(..index);
            }

            pub fn drop_right(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] index: usize) {
                subject.chunk.drop_right(index);
                subject.model.truncate(index);
            }

            pub fn split_off(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] index: usize) {
                let rest = subject.chunk.split_off(index);
                assert!(rest.iter().map(|value| **value).eq(subject.model.drain(index..)));
            }

            /// What is not read stays.
            pub fn drain(subject: &mut Subject, #[glassbox(values = 0..2)] taken: usize) {
                subject.chunk.drain().take(taken).for_each(drop);
                subject.model.drain(..taken.min(subject.model.len()));
            }

            pub fn clear(subject: &mut Subject) {
                subject.chunk.clear();
                subject.model.clear();
            }

            pub fn become_clone(subject: &mut Subject) {
                subject.chunk = subject.chunk.clone();
            }

            pub fn into_iter(subject: Subject, #[glassbox(values = 0..2)] taken: usize) {
                subject.chunk.into_iter().take(taken).for_each(drop);
            }

            pub fn is_like_the_model(subject: &Subject) -> bool {
                subject.chunk.iter().map(|value| **value).eq(subject.model.iter().copied())
            }

            /// Elements for which there is no room are refused with a panic.
            fn must_panic<T>(must: bool, work: impl FnOnce() -> T) -> T {
                if !must {
                    return work();
                }
                let report = Arc::new(std::panic::take_hook());
                std::panic::set_hook(Box::new(|_| glassbox::assume(false)));
                let result = work();
                std::panic::set_hook(Box::new(move |info| report(info)));
                drop(result);
                panic!("more elements than there is room for are accepted");
            }
        }
    };
}

explore!(none, 0, U0);
explore!(one, 1, U1);
explore!(three, 3, U3);
