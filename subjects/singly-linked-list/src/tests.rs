//! Behaves as a vector does.

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
fn agrees_with_a_vector() {
    let mut random = Random(1);
    let (mut list, mut model) = (List::new(), Vec::new());
    for step in 0..3000 {
        let index = random.below(6) as usize;
        match random.below(8) {
            0 => {
                list.push_front(step);
                model.insert(0, step);
            }
            1 => {
                list.push_back(step);
                model.push(step);
            }
            2 => {
                let fits = index <= model.len();
                assert_eq!(list.insert(index, step).is_ok(), fits);
                if fits {
                    model.insert(index, step);
                }
            }
            3 | 4 => assert_eq!(list.pop_front(), (!model.is_empty()).then(|| model.remove(0))),
            5 | 6 => assert_eq!(list.remove(index), (index < model.len()).then(|| model.remove(index))),
            _ => {
                list.reverse();
                model.reverse();
            }
        }
        assert!(list.iter().eq(&model));
        assert_eq!(list.get(index), model.get(index));
        assert_eq!((list.len(), list.is_empty()), (model.len(), model.is_empty()));
    }
}

#[test]
fn long_lists_are_dropped_without_recursion() {
    let mut list = List::default();
    for item in 0..200_000 {
        list.push_front(item);
    }
    drop(list);
}
