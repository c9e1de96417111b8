//! Behaves as the standard library's set does, and all leaves are equally deep.

use std::collections::BTreeSet;
use std::rc::Rc;

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

/// How deep the leaves are, if that is the same for all and no node has too few or too many keys.
fn depth<K>(node: &Node<K>) -> usize {
    assert!((FEWEST..ORDER).contains(&node.len));
    let depths: Vec<usize> = node.children.iter().flatten().map(|child| depth(child)).collect();
    assert!(depths.is_empty() || depths.len() == node.len + 1);
    assert!(depths.iter().all(|depth| *depth == depths[0]));
    depths.first().map_or(0, |depth| depth + 1)
}

#[test]
fn agrees_with_a_set_of_the_standard_library() {
    let mut random = Random(1);
    for keys in [4, 16, 100] {
        let (mut tree, mut model) = (Tree::new(), BTreeSet::new());
        for _ in 0..2000 {
            let key = random.below(keys);
            if random.below(2) == 0 {
                assert_eq!(tree.insert(key), model.insert(key));
            } else {
                assert_eq!(tree.remove(&key), model.remove(&key));
            }
            assert_eq!(tree.contains(&key), model.contains(&key));
            assert!(tree.keys().into_iter().eq(&model));
            tree.root.as_deref().map(depth);
        }
    }
}

#[test]
fn every_key_is_dropped_once() {
    let keys: Vec<Rc<u32>> = (0..50).map(Rc::new).collect();
    let mut tree = Tree::default();
    for key in &keys {
        tree.insert(Rc::clone(key));
        tree.insert(Rc::clone(key));
    }
    for key in &keys[10..30] {
        tree.remove(key);
    }
    assert!(keys[10..30].iter().all(|key| Rc::strong_count(key) == 1));
    assert!(keys[..10].iter().all(|key| Rc::strong_count(key) == 2));
    drop(tree);
    assert!(keys.iter().all(|key| Rc::strong_count(key) == 1));
}
