//! An arena beside all values that it was given.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use crate::{Arena, Index};

    pub struct Pair {
        subject: Arena,
        model: Vec<(Index, Option<bool>)>,
    }

    pub fn new() -> Pair {
        Pair { subject: Arena::default(), model: Vec::new() }
    }

    pub fn insert(pair: &mut Pair, value: bool) {
        let index = pair.subject.insert(value);
        assert!(pair.model.iter().all(|(other, _)| *other != index));
        pair.model.push((index, Some(value)));
    }

    pub fn remove(pair: &mut Pair, #[glassbox(values = 0..4)] at: usize) {
        let Some((index, value)) = pair.model.get_mut(at) else { return };
        assert_eq!(pair.subject.remove(*index), value.take());
    }

    pub fn gets(pair: &Pair) -> bool {
        pair.model.iter().all(|(index, value)| pair.subject.get(*index) == *value)
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
