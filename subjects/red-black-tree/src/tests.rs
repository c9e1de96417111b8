//! Behaves as the standard library's map does, and stays balanced.

use std::collections::BTreeMap;

use super::*;
use crate::balance::color_of;

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

/// The black height, if colours, order and parent pointers are right.
fn black_height(node: *mut Node<u32, u32>, parent: *mut Node<u32, u32>) -> u32 {
    // SAFETY: the tree of the test is alive.
    let Some(inner) = (unsafe { node.as_ref() }) else { return 0 };
    assert_eq!(inner.parent, parent);
    for child in [inner.left, inner.right] {
        // SAFETY: null or a node of the tree.
        let red = unsafe { color_of(child) } == Color::Red;
        assert!(inner.color == Color::Black || !red, "a red node has a red child");
    }
    let (left, right) = (black_height(inner.left, node), black_height(inner.right, node));
    assert_eq!(left, right);
    left + u32::from(inner.color == Color::Black)
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
            assert_eq!(tree.is_empty(), model.is_empty());
            assert!(tree.iter().eq(&model));
            black_height(tree.root, ptr::null_mut());
            // SAFETY: null or a node of the tree.
            assert_eq!(unsafe { color_of(tree.root) }, Color::Black);
        }
    }
}

#[test]
fn prints_as_a_map() {
    let mut tree = Tree::default();
    tree.insert(2, 'b');
    tree.insert(1, 'a');
    assert_eq!(format!("{tree:?}"), "{1: 'a', 2: 'b'}");
}
