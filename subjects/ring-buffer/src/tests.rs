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
    let (mut ring, mut model): (RingBuffer<u32, 5>, _) = (RingBuffer::default(), VecDeque::new());
    for step in 0..5000 {
        let full = model.len() == 5;
        match random.below(6) {
            0 | 1 => {
                assert_eq!(ring.push_back(step).is_err(), full);
                if !full {
                    model.push_back(step);
                }
            }
            2 => {
                assert_eq!(ring.push_front(step).is_err(), full);
                if !full {
                    model.push_front(step);
                }
            }
            3 => assert_eq!(ring.pop_front(), model.pop_front()),
            4 => assert_eq!(ring.pop_back(), model.pop_back()),
            _ => {
                assert_eq!(ring.overwrite(step), if full { model.pop_front() } else { None });
                model.push_back(step);
            }
        }
        assert!((0..6).all(|index| ring.get(index) == model.get(index)));
        assert_eq!((ring.len(), ring.is_empty(), ring.is_full()), (model.len(), model.is_empty(), model.len() == 5));
    }
}
