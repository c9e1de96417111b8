//! A list beside a deque.

#[glassbox::explore(operations = 3)]
pub mod beside_a_model {
    use std::collections::VecDeque;

    use crate::List;

    pub struct Pair {
        subject: List<Box<u8>>,
        model: VecDeque<u8>,
    }

    pub fn new() -> Pair {
        Pair { subject: List::new(), model: VecDeque::new() }
    }

    pub fn push_front(pair: &mut Pair, #[glassbox(values = 0..2)] item: u8) {
        pair.subject.push_front(Box::new(item));
        pair.model.push_front(item);
    }

    pub fn push_back(pair: &mut Pair, #[glassbox(values = 0..2)] item: u8) {
        pair.subject.push_back(Box::new(item));
        pair.model.push_back(item);
    }

    pub fn pop_front(pair: &mut Pair) {
        assert_eq!(pair.subject.pop_front().map(|item| *item), pair.model.pop_front());
    }

    pub fn pop_back(pair: &mut Pair) {
        assert_eq!(pair.subject.pop_back().map(|item| *item), pair.model.pop_back());
    }

    pub fn insert(pair: &mut Pair, #[glassbox(values = 0..4)] index: usize) {
        let is_there = index <= pair.model.len();
        assert_eq!(pair.subject.insert(index, Box::new(2)).is_ok(), is_there);
        if is_there {
            pair.model.insert(index, 2);
        }
    }

    pub fn remove(pair: &mut Pair, #[glassbox(values = 0..4)] index: usize) {
        assert_eq!(pair.subject.remove(index).map(|item| *item), pair.model.remove(index));
    }

    pub fn reverse(pair: &mut Pair) {
        pair.subject.reverse();
        pair.model.make_contiguous().reverse();
    }

    pub fn lists(pair: &Pair) -> bool {
        pair.subject.iter().map(|item| **item).eq(pair.model.iter().copied())
    }

    pub fn has_ends(pair: &Pair) -> bool {
        let copied = |item: Option<&Box<u8>>| item.map(|item| **item);
        copied(pair.subject.front()) == pair.model.front().copied()
            && copied(pair.subject.back()) == pair.model.back().copied()
            && pair.subject.is_empty() == pair.model.is_empty()
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
