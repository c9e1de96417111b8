//! A tree beside a map.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use std::collections::BTreeMap;

    use crate::Tree;

    pub struct Pair {
        subject: Tree<Box<u8>, Box<bool>>,
        model: BTreeMap<u8, bool>,
    }

    pub fn new() -> Pair {
        Pair { subject: Tree::new(), model: BTreeMap::new() }
    }

    pub fn insert(pair: &mut Pair, #[glassbox(values = 0..4)] key: u8, value: bool) {
        let before = pair.subject.insert(Box::new(key), Box::new(value));
        assert_eq!(before.map(|value| *value), pair.model.insert(key, value));
    }

    pub fn remove(pair: &mut Pair, #[glassbox(values = 0..4)] key: u8) {
        assert_eq!(pair.subject.remove(&Box::new(key)).map(|value| *value), pair.model.remove(&key));
    }

    pub fn gets(pair: &Pair) -> bool {
        (0..4).all(|key| pair.subject.get(&Box::new(key)).map(|value| **value) == pair.model.get(&key).copied())
    }

    pub fn lists(pair: &Pair) -> bool {
        pair.subject.iter().map(|(key, value)| (**key, **value)).eq(pair.model.iter().map(|(key, value)| (*key, *value)))
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
