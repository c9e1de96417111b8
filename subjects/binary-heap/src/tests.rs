//! Behaves as the standard library's heap does.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
fn agrees_with_the_standard_librarys_heap() {
    let mut random = Random(1);
    let (mut heap, mut model) = (Heap::default(), BinaryHeap::new());
    for _ in 0..5000 {
        if random.below(2) == 0 {
            let item = random.below(20);
            heap.insert(item);
            model.push(Reverse(item));
        } else {
            assert_eq!(heap.extract_min(), model.pop().map(|Reverse(item)| item));
        }
        assert_eq!(heap.peek(), model.peek().map(|Reverse(item)| item));
        assert_eq!((heap.len(), heap.is_empty()), (model.len(), model.is_empty()));
    }
}
