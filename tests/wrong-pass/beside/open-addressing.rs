//! A table beside a set.

#[glassbox::explore(operations = 5)]
pub mod beside_a_model {
    use std::collections::BTreeSet;

    use crate::Table;

    pub struct Pair {
        subject: Table<4>,
        model: BTreeSet<u8>,
    }

    pub fn new() -> Pair {
        Pair { subject: Table::default(), model: BTreeSet::new() }
    }

    pub fn insert(pair: &mut Pair, #[glassbox(values = 0..4)] number: u8) {
        assert!(pair.subject.insert(number), "there are as many slots as numbers");
        pair.model.insert(number);
    }

    pub fn remove(pair: &mut Pair, #[glassbox(values = 0..4)] number: u8) {
        assert_eq!(pair.subject.remove(number), pair.model.remove(&number));
    }

    pub fn contains(pair: &Pair) -> bool {
        (0..4).all(|number| pair.subject.contains(number) == pair.model.contains(&number))
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
