//! A heap beside a sorted vector.

#[glassbox::explore(operations = 5)]
pub mod beside_a_model {
    use crate::Heap;

    pub struct Pair {
        subject: Heap<Box<u8>>,
        model: Vec<u8>,
    }

    pub fn new() -> Pair {
        Pair { subject: Heap::new(), model: Vec::new() }
    }

    pub fn insert(pair: &mut Pair, #[glassbox(values = 0..3)] item: u8) {
        pair.subject.insert(Box::new(item));
        pair.model.push(item);
        pair.model.sort_unstable_by(|a, b| b.cmp(a));
    }

    pub fn extract_min(pair: &mut Pair) {
        assert_eq!(pair.subject.extract_min().map(|item| *item), pair.model.pop());
    }

    pub fn looks_alike(pair: &Pair) -> bool {
        pair.subject.peek().map(|item| **item) == pair.model.last().copied()
            && pair.subject.len() == pair.model.len()
            && pair.subject.is_empty() == pair.model.is_empty()
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
