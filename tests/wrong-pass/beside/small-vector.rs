//! A vector beside another.

#[glassbox::explore(operations = 6)]
pub mod beside_a_model {
    use crate::SmallVec;

    pub struct Pair {
        subject: SmallVec,
        model: Vec<u8>,
    }

    pub fn new() -> Pair {
        Pair { subject: SmallVec::default(), model: Vec::new() }
    }

    pub fn push(pair: &mut Pair, #[glassbox(values = 0..2)] element: u8) {
        pair.subject.push(element);
        pair.model.push(element);
    }

    pub fn pop(pair: &mut Pair) {
        assert_eq!(pair.subject.pop(), pair.model.pop());
    }

    pub fn counts(pair: &Pair) -> bool {
        pair.subject.len() == pair.model.len() && pair.subject.is_empty() == pair.model.is_empty()
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
