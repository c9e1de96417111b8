//! A cache beside its entries in the order of use.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use crate::Cache;

    pub struct Pair {
        subject: Cache,
        model: Vec<(u8, bool)>,
    }

    pub fn new() -> Pair {
        Pair { subject: Cache::default(), model: Vec::new() }
    }

    pub fn put(pair: &mut Pair, #[glassbox(values = 0..3)] key: u8, value: bool) {
        pair.subject.put(key, value);
        pair.model.retain(|(other, _)| *other != key);
        if pair.model.len() == 2 {
            pair.model.remove(0);
        }
        pair.model.push((key, value));
    }

    pub fn get(pair: &mut Pair, #[glassbox(values = 0..3)] key: u8) {
        let at = pair.model.iter().position(|(other, _)| *other == key);
        let found = at.map(|at| pair.model.remove(at));
        assert_eq!(pair.subject.get(key), found.map(|(_, value)| value));
        pair.model.extend(found);
    }

    pub fn oldest(pair: &Pair) -> bool {
        pair.subject.oldest() == pair.model.first().map(|(key, _)| *key)
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
