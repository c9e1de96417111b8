//! Both queues beside a deque.

#[glassbox::explore(operations = 6)]
pub mod beside_a_model {
    use std::collections::VecDeque;

    use crate::{LinkedQueue, Queue};

    pub struct Pair {
        subject: Queue<Box<u8>>,
        linked: LinkedQueue<Box<u8>>,
        model: VecDeque<u8>,
    }

    pub fn new() -> Pair {
        Pair { subject: Queue::new(), linked: LinkedQueue::new(), model: VecDeque::new() }
    }

    pub fn enqueue(pair: &mut Pair, #[glassbox(values = 0..2)] item: u8) {
        pair.subject.enqueue(Box::new(item));
        pair.linked.enqueue(Box::new(item));
        pair.model.push_back(item);
    }

    pub fn dequeue(pair: &mut Pair) {
        let first = pair.model.pop_front();
        assert_eq!(pair.subject.dequeue().map(|item| *item), first);
        assert_eq!(pair.linked.dequeue().map(|item| *item), first);
    }

    pub fn looks_alike(pair: &Pair) -> bool {
        pair.subject.peek().map(|item| **item) == pair.model.front().copied()
            && pair.subject.len() == pair.model.len()
            && pair.linked.len() == pair.model.len()
            && pair.subject.is_empty() == pair.model.is_empty()
            && pair.linked.is_empty() == pair.model.is_empty()
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
