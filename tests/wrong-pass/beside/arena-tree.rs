//! A tree beside a set.

#[glassbox::explore(operations = 5)]
pub mod beside_a_model {
    use std::collections::BTreeSet;

    use crate::Tree;

    pub struct Pair {
        subject: Tree,
        model: BTreeSet<u8>,
    }

    pub fn new() -> Pair {
        Pair { subject: Tree::new(), model: BTreeSet::new() }
    }

    pub fn insert(pair: &mut Pair, #[glassbox(values = 0..3)] key: u8) {
        assert_eq!(pair.subject.insert(key), pair.model.insert(key));
    }

    pub fn remove(pair: &mut Pair, #[glassbox(values = 0..3)] key: u8) {
        assert_eq!(pair.subject.remove(key), pair.model.remove(&key));
    }

    pub fn contains(pair: &Pair) -> bool {
        (0..3).all(|key| pair.subject.contains(key) == pair.model.contains(&key))
    }

    pub fn lists(pair: &Pair) -> bool {
        pair.subject.to_vec().iter().eq(&pair.model)
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
