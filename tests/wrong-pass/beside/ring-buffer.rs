//! A ring beside a deque.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use std::collections::VecDeque;

    use crate::RingBuffer;

    pub struct Pair {
        subject: RingBuffer<Box<u8>, 3>,
        model: VecDeque<u8>,
    }

    pub fn new() -> Pair {
        Pair { subject: RingBuffer::new(), model: VecDeque::new() }
    }

    pub fn push_back(pair: &mut Pair, #[glassbox(values = 0..2)] item: u8) {
        let is_full = pair.model.len() == 3;
        assert_eq!(pair.subject.push_back(Box::new(item)).is_err(), is_full);
        if !is_full {
            pair.model.push_back(item);
        }
    }

    pub fn push_front(pair: &mut Pair, #[glassbox(values = 0..2)] item: u8) {
        let is_full = pair.model.len() == 3;
        assert_eq!(pair.subject.push_front(Box::new(item)).is_err(), is_full);
        if !is_full {
            pair.model.push_front(item);
        }
    }

    pub fn pop_front(pair: &mut Pair) {
        assert_eq!(pair.subject.pop_front().map(|item| *item), pair.model.pop_front());
    }

    pub fn pop_back(pair: &mut Pair) {
        assert_eq!(pair.subject.pop_back().map(|item| *item), pair.model.pop_back());
    }

    pub fn overwrite(pair: &mut Pair) {
        let expected = if pair.model.len() == 3 { pair.model.pop_front() } else { None };
        assert_eq!(pair.subject.overwrite(Box::new(2)).map(|item| *item), expected);
        pair.model.push_back(2);
    }

    pub fn gets(pair: &Pair) -> bool {
        (0..4).all(|index| pair.subject.get(index).map(|item| **item) == pair.model.get(index).copied())
    }

    pub fn counts(pair: &Pair) -> bool {
        let (len, is_empty) = (pair.model.len(), pair.model.is_empty());
        (pair.subject.len(), pair.subject.is_empty(), pair.subject.is_full()) == (len, is_empty, len == 3)
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
