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

/// Forwards along `next` and backwards along `prev` must give the same nodes.
fn assert_linked_both_ways<T>(list: &List<T>) {
    let (mut prev, mut next) = (None, list.head);
    while let Some(node) = next {
        // SAFETY: a node of a list that is alive.
        let inner = unsafe { &*node.as_ptr() };
        assert_eq!(inner.prev, prev);
        (prev, next) = (next, inner.next);
    }
    assert_eq!(list.tail, prev);
}

#[test]
fn agrees_with_a_deque() {
    let mut random = Random(1);
    let (mut list, mut model) = (List::default(), VecDeque::new());
    for step in 0..3000 {
        let index = random.below(6) as usize;
        match random.below(9) {
            0 => {
                list.push_front(step);
                model.push_front(step);
            }
            1 | 2 => {
                list.push_back(step);
                model.push_back(step);
            }
            3 => {
                let fits = index <= model.len();
                assert_eq!(list.insert(index, step).is_ok(), fits);
                if fits {
                    model.insert(index, step);
                }
            }
            4 => assert_eq!(list.pop_front(), model.pop_front()),
            5 => assert_eq!(list.pop_back(), model.pop_back()),
            6 | 7 => assert_eq!(list.remove(index), model.remove(index)),
            _ => {
                list.reverse();
                model.make_contiguous().reverse();
            }
        }
        assert!(list.iter().eq(&model));
        assert_eq!((list.front(), list.back()), (model.front(), model.back()));
        assert_eq!(list.is_empty(), model.is_empty());
        assert_linked_both_ways(&list);
    }
}
