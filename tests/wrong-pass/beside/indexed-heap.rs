//! A heap beside the priorities of its items.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use crate::IndexedHeap;

    pub struct Pair {
        subject: IndexedHeap<3>,
        model: [Option<u8>; 3],
    }

    pub fn new() -> Pair {
        Pair { subject: IndexedHeap::default(), model: [None; 3] }
    }

    pub fn set(pair: &mut Pair, #[glassbox(values = 0..3)] item: usize, #[glassbox(values = 0..3)] priority: u8) {
        pair.subject.set(item, priority);
        pair.model[item] = Some(priority);
    }

    pub fn pop(pair: &mut Pair) {
        let least = pair.model.iter().flatten().min().copied();
        let item = pair.subject.pop();
        assert_eq!(item.and_then(|item| pair.model[item].take()), least);
    }

    pub fn priorities(pair: &Pair) -> bool {
        (0..3).all(|item| pair.subject.priority(item) == pair.model[item])
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.iter().flatten().count()
    }
}
