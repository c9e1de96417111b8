//! A tree beside a set.

#[glassbox::explore(operations = 5)]
pub mod beside_a_model {
    use std::collections::BTreeSet;

    use crate::Tree;

    pub struct Pair {
        subject: Tree<Box<u8>>,
        model: BTreeSet<u8>,
    }

    pub fn new() -> Pair {
        Pair { subject: Tree::new(), model: BTreeSet::new() }
    }

    pub fn insert(pair: &mut Pair, #[glassbox(values = 0..4)] key: u8) {
        assert_eq!(pair.subject.insert(Box::new(key)), pair.model.insert(key));
    }

    pub fn remove(pair: &mut Pair, #[glassbox(values = 0..4)] key: u8) {
        assert_eq!(pair.subject.remove(&Box::new(key)), pair.model.remove(&key));
    }

    pub fn contains(pair: &Pair) -> bool {
        (0..4).all(|key| pair.subject.contains(&Box::new(key)) == pair.model.contains(&key))
    }

    pub fn lists(pair: &Pair) -> bool {
        pair.subject.keys().into_iter().map(|key| **key).eq(pair.model.iter().copied())
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
