//! A tree beside a set.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use std::collections::BTreeSet;

    use crate::Tree;

    pub struct Pair {
        subject: Tree,
        model: BTreeSet<i32>,
    }

    pub fn new() -> Pair {
        Pair { subject: Tree::default(), model: BTreeSet::new() }
    }

    pub fn insert(pair: &mut Pair, #[glassbox(values = 0..3)] key: i32) {
        assert_eq!(pair.subject.insert(key), pair.model.insert(key));
    }

    pub fn remove(pair: &mut Pair, #[glassbox(values = 0..3)] key: i32) {
        assert_eq!(pair.subject.remove(key), pair.model.remove(&key));
    }

    pub fn remove_min(pair: &mut Pair) {
        assert_eq!(pair.subject.remove_min(), pair.model.pop_first());
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
