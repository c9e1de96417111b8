//! Behaves as the standard library's set does.

use std::collections::BTreeSet;

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
fn agrees_with_a_set_of_the_standard_library() {
    let mut random = Random(1);
    for keys in [4, 32] {
        let (mut tree, mut model) = (Tree::default(), BTreeSet::new());
        for _ in 0..2000 {
            let key = i32::try_from(random.below(keys)).expect("small") - 2;
            match random.below(5) {
                0 | 1 => assert_eq!(tree.insert(key), model.insert(key)),
                2 | 3 => assert_eq!(tree.remove(key), model.remove(&key)),
                _ => assert_eq!(tree.remove_min(), model.pop_first()),
            }
            assert_eq!(tree.contains(key), model.contains(&key));
            assert!(tree.to_vec().iter().eq(&model));
        }
    }
}
