//! A stack beside a vector.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use crate::Stack;

    pub struct Pair {
        stack: Stack,
        model: Vec<u8>,
    }

    pub fn new() -> Pair {
        Pair { stack: Stack::new(), model: Vec::new() }
    }

    pub fn push(pair: &mut Pair, #[glassbox(values = 0..2)] item: u8) {
        pair.stack.push(item);
        pair.model.push(item);
    }

    pub fn pop(pair: &mut Pair) {
        assert_eq!(pair.stack.pop(), pair.model.pop());
    }

    pub fn peeks(pair: &Pair) -> bool {
        pair.stack.peek() == pair.model.last().copied()
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
