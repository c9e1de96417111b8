//! A set beside another.

#[glassbox::explore(operations = 5)]
pub mod beside_a_model {
    use std::collections::BTreeSet;

    use crate::SparseSet;

    pub struct Pair {
        subject: SparseSet<3>,
        model: BTreeSet<usize>,
    }

    pub fn new() -> Pair {
        Pair { subject: SparseSet::default(), model: BTreeSet::new() }
    }

    pub fn insert(pair: &mut Pair, #[glassbox(values = 0..3)] number: usize) {
        assert_eq!(pair.subject.insert(number), pair.model.insert(number));
    }

    pub fn remove(pair: &mut Pair, #[glassbox(values = 0..3)] number: usize) {
        assert_eq!(pair.subject.remove(number), pair.model.remove(&number));
    }

    pub fn contains(pair: &Pair) -> bool {
        (0..4).all(|number| pair.subject.contains(number) == pair.model.contains(&number))
    }

    pub fn counts(pair: &Pair) -> bool {
        pair.subject.len() == pair.model.len() && pair.subject.is_empty() == pair.model.is_empty()
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
