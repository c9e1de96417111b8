//! A ring beside a deque.

#[glassbox::explore(operations = 6)]
pub mod beside_a_model {
    use std::collections::VecDeque;

    use crate::Ring;

    pub struct Pair {
        subject: Ring<Box<u8>, 3>,
        model: VecDeque<u8>,
    }

    pub fn new() -> Pair {
        Pair { subject: Ring::new(), model: VecDeque::new() }
    }

    pub fn push(pair: &mut Pair, #[glassbox(values = 0..2)] item: u8) {
        let is_full = pair.model.len() == 3;
        assert_eq!(pair.subject.push(Box::new(item)).is_err(), is_full);
        if !is_full {
            pair.model.push_back(item);
        }
    }

    pub fn pop(pair: &mut Pair) {
        assert_eq!(pair.subject.pop().map(|item| *item), pair.model.pop_front());
    }

    pub fn first(pair: &Pair) -> bool {
        pair.subject.first().map(|item| **item) == pair.model.front().copied()
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
