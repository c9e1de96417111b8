//! A buffer beside the letters before and behind the cursor.

#[glassbox::explore(operations = 5)]
pub mod beside_a_model {
    use crate::GapBuffer;

    pub struct Pair {
        subject: GapBuffer,
        model: (Vec<u8>, Vec<u8>),
    }

    pub fn new() -> Pair {
        Pair { subject: GapBuffer::default(), model: (Vec::new(), Vec::new()) }
    }

    pub fn insert(pair: &mut Pair, #[glassbox(values = 0..2)] letter: u8) {
        pair.subject.insert(letter);
        pair.model.0.push(letter);
    }

    pub fn delete(pair: &mut Pair) {
        assert_eq!(pair.subject.delete(), pair.model.0.pop());
    }

    pub fn left(pair: &mut Pair) {
        pair.subject.left();
        pair.model.1.extend(pair.model.0.pop());
    }

    pub fn counts(pair: &Pair) -> bool {
        pair.subject.len() == size(pair) && pair.subject.is_empty() == (size(pair) == 0)
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.0.len() + pair.model.1.len()
    }
}
