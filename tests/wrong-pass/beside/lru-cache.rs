//! A cache beside its entries, the newest first.

#[glassbox::explore(operations = 3)]
pub mod beside_a_model {
    use crate::Cache;

    pub struct Pair {
        subject: Cache<Box<u8>, Box<bool>>,
        model: Vec<(u8, bool)>,
    }

    pub fn new() -> Pair {
        Pair { subject: Cache::new(2), model: Vec::new() }
    }

    pub fn put(pair: &mut Pair, #[glassbox(values = 0..3)] key: u8, value: bool) {
        let out = pair.subject.put(Box::new(key), Box::new(value)).map(|(key, value)| (*key, *value));
        let at = pair.model.iter().position(|(other, _)| *other == key);
        let expected = match at {
            Some(at) => Some(pair.model.remove(at)),
            None if pair.model.len() == 2 => pair.model.pop(),
            None => None,
        };
        pair.model.insert(0, (key, value));
        assert_eq!(out, expected);
    }

    pub fn get(pair: &mut Pair, #[glassbox(values = 0..3)] key: u8) {
        let at = pair.model.iter().position(|(other, _)| *other == key);
        let found = at.map(|at| pair.model.remove(at));
        assert_eq!(pair.subject.get(&Box::new(key)).map(|value| **value), found.map(|(_, value)| value));
        pair.model.splice(0..0, found);
    }

    pub fn remove(pair: &mut Pair, #[glassbox(values = 0..3)] key: u8) {
        let at = pair.model.iter().position(|(other, _)| *other == key);
        let found = at.map(|at| pair.model.remove(at).1);
        assert_eq!(pair.subject.remove(&Box::new(key)).map(|value| *value), found);
    }

    pub fn pop(pair: &mut Pair) {
        assert_eq!(pair.subject.pop().map(|(key, value)| (*key, *value)), pair.model.pop());
    }

    pub fn lists(pair: &Pair) -> bool {
        pair.subject.iter().map(|(key, value)| (**key, **value)).eq(pair.model.iter().copied())
    }

    pub fn peeks(pair: &Pair) -> bool {
        let found = |key| pair.model.iter().find(|(other, _)| *other == key).map(|(_, value)| *value);
        (0..3).all(|key| pair.subject.peek(&Box::new(key)).map(|value| **value) == found(key))
    }

    pub fn counts(pair: &Pair) -> bool {
        let (len, is_empty) = (pair.model.len(), pair.model.is_empty());
        (pair.subject.len(), pair.subject.is_empty(), pair.subject.capacity()) == (len, is_empty, 2)
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
