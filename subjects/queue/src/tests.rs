//! Behaves as the standard library's deque does.

use std::collections::VecDeque;

use super::*;

/// Marsaglia's xorshift: the same numbers in every run.
struct Random(u32);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % limit
    }
}

#[test]
fn agrees_with_a_deque() {
    let mut random = Random(1);
    let (mut queue, mut model) = (Queue::default(), VecDeque::new());
    for step in 0..3000 {
        if random.below(2) == 0 {
            queue.enqueue(step);
            model.push_back(step);
        } else {
            assert_eq!(queue.dequeue(), model.pop_front());
        }
        assert_eq!(queue.peek(), model.front());
        assert_eq!((queue.len(), queue.is_empty()), (model.len(), model.is_empty()));
    }
}

#[test]
fn linked_agrees_with_a_deque() {
    let mut random = Random(1);
    let (mut queue, mut model) = (LinkedQueue::default(), VecDeque::new());
    for step in 0..3000 {
        if random.below(2) == 0 {
            queue.enqueue(step);
            model.push_back(step);
        } else {
            assert_eq!(queue.dequeue(), model.pop_front());
        }
        assert_eq!((queue.len(), queue.is_empty()), (model.len(), model.is_empty()));
    }
}
