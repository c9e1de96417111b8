//! An interner beside the names in order.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use crate::Interner;

    pub struct Pair {
        subject: Interner,
        model: Vec<u32>,
    }

    pub fn new() -> Pair {
        Pair { subject: Interner::default(), model: Vec::new() }
    }

    pub fn intern(pair: &mut Pair, #[glassbox(values = 0..3)] name: u32) {
        let number = pair.subject.intern(name) as usize;
        if number == pair.model.len() {
            assert!(!pair.model.contains(&name));
            pair.model.push(name);
        }
        assert_eq!(pair.model[number], name);
    }

    pub fn names(pair: &Pair) -> bool {
        (0..4).all(|number| pair.subject.name(number) == pair.model.get(number as usize).copied())
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }
}
