//! Behaves as the standard library's map does, and stays balanced.

use std::collections::BTreeMap;

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

/// The height, if all stored ones are right and the tree is balanced.
fn measured<K, V>(link: &Link<K, V>) -> u8 {
    let Some(node) = link else { return 0 };
    let (left, right) = (measured(&node.left), measured(&node.right));
    assert!(left.abs_diff(right) <= 1);
    assert_eq!(node.height, 1 + left.max(right));
    node.height
}

#[test]
fn agrees_with_a_map_of_the_standard_library() {
    let mut random = Random(1);
    for keys in [4, 16, 64] {
        let (mut tree, mut model) = (Tree::new(), BTreeMap::new());
        for step in 0..2000 {
            let key = random.below(keys);
            if random.below(2) == 0 {
                assert_eq!(tree.insert(key, step), model.insert(key, step));
            } else {
                assert_eq!(tree.remove(&key), model.remove(&key));
            }
            assert_eq!(tree.get(&key), model.get(&key));
            assert!(tree.iter().eq(&model));
            measured(&tree.root);
        }
    }
}
