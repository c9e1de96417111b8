//! Disjoint sets beside the name of the set of each element.

#[glassbox::explore(operations = 3)]
pub mod beside_a_model {
    use crate::UnionFind;

    pub struct Pair {
        subject: UnionFind<4>,
        model: [usize; 4],
    }

    pub fn new() -> Pair {
        Pair { subject: UnionFind::new(), model: [0, 1, 2, 3] }
    }

    pub fn union(pair: &mut Pair, #[glassbox(values = 0..4)] a: usize, #[glassbox(values = 0..4)] b: usize) {
        let (of_a, of_b) = (pair.model[a], pair.model[b]);
        assert_eq!(pair.subject.union(a, b), of_a != of_b);
        for set in &mut pair.model {
            if *set == of_b {
                *set = of_a;
            }
        }
    }

    pub fn same(pair: &mut Pair, #[glassbox(values = 0..4)] a: usize, #[glassbox(values = 0..4)] b: usize) {
        assert_eq!(pair.subject.same(a, b), pair.model[a] == pair.model[b]);
    }

    pub fn find(pair: &mut Pair, #[glassbox(values = 0..4)] element: usize) {
        let top = pair.subject.find(element);
        assert_eq!(pair.model[top], pair.model[element]);
        assert_eq!(pair.subject.find(top), top);
    }

    pub fn agrees(pair: &Pair) -> bool {
        let mut sets = pair.subject.clone();
        (0..16).all(|at| sets.same(at / 4, at % 4) == (pair.model[at / 4] == pair.model[at % 4]))
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        0 * pair.model[0]
    }
}
