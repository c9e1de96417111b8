//! Behaves as the standard library's set does, and reuses its slots.

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
        let (mut tree, mut model, mut most) = (Tree::new(), BTreeSet::new(), 0);
        for _ in 0..2000 {
            let key = u8::try_from(random.below(keys)).expect("small");
            if random.below(2) == 0 {
                assert_eq!(tree.insert(key), model.insert(key));
            } else {
                assert_eq!(tree.remove(key), model.remove(&key));
            }
            assert_eq!(tree.contains(key), model.contains(&key));
            assert!(tree.to_vec().iter().eq(&model));
            most = most.max(model.len());
            assert_eq!(tree.slots(), most, "a new slot is made only if none is free");
        }
    }
}
