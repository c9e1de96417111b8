//! A slab beside the values that it gave numbers to.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use crate::Slab;

    pub struct Pair {
        slab: Slab,
        model: [Option<bool>; 5],
    }

    pub fn new() -> Pair {
        Pair { slab: Slab::default(), model: [None; 5] }
    }

    pub fn insert(pair: &mut Pair, value: bool) {
        let number = usize::from(pair.slab.insert(value));
        let count = pair.model.iter().flatten().count();
        assert!(number <= count || pair.model[..number].iter().any(Option::is_none));
        assert_eq!(pair.model[number].replace(value), None);
    }

    pub fn remove(pair: &mut Pair, #[glassbox(values = 0..3)] number: u8) {
        assert_eq!(pair.slab.remove(number), pair.model[usize::from(number)].take());
    }

    pub fn gets(pair: &Pair) -> bool {
        (0..5).all(|number| pair.slab.get(number) == pair.model[usize::from(number)])
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.iter().rposition(Option::is_some).map_or(0, |last| last + 1)
    }
}
