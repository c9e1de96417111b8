//! `SmallVec::drain_filter` against `Vec`.
#![cfg(glassbox)]

macro_rules! explore {
    ($name:ident, $inline:literal) => {
        #[glassbox::explore(operations = 5)]
        mod $name {
            use smallvec::SmallVec;

            pub struct Subject {
                vec: SmallVec<[Box<u8>; $inline]>,
                model: Vec<u8>,
            }

            pub fn new() -> Subject {
                Subject { vec: SmallVec::new(), model: Vec::with_capacity(4) }
            }

            pub fn push(subject: &mut Subject, #[glassbox(values = 0..2)] value: u8) {
                glassbox::assume(subject.model.len() < 4);
                subject.vec.push(Box::new(value));
                subject.model.push(value);
            }

            pub fn pop(subject: &mut Subject) {
                assert_eq!(subject.vec.pop().map(|value| *value), subject.model.pop());
            }

            /// What is not read is removed, too.
            pub fn drain_filter(subject: &mut Subject, #[glassbox(values = 0..3)] taken: usize) {
                subject.vec.drain_filter(|value| **value == 1).take(taken).for_each(drop);
                subject.model.retain(|value| *value != 1);
            }

            /// What is not read stays.
            pub fn keep_rest(subject: &mut Subject, #[glassbox(values = 0..3)] taken: usize) {
                let mut drained = subject.vec.drain_filter(|value| **value == 1);
                let n_taken = drained.by_ref().take(taken).map(|value| assert_eq!(*value, 1)).count();
                drained.keep_rest();
                let mut n = 0;
                subject.model.retain(|value| {
                    n += usize::from(*value == 1);
                    *value != 1 || n > n_taken
                });
            }

            pub fn shrink_to_fit(subject: &mut Subject) {
                subject.vec.shrink_to_fit();
            }

            pub fn into_iter(subject: Subject, #[glassbox(values = 0..2)] taken: usize) {
                subject.vec.into_iter().take(taken).for_each(drop);
            }

            pub fn is_like_the_model(subject: &Subject) -> bool {
                subject.vec.iter().map(|value| **value).eq(subject.model.iter().copied())
            }
        }
    };
}

explore!(inline, 2);
explore!(on_the_heap, 0);
