//! A graph beside a matrix.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use crate::Graph;

    pub struct Pair {
        subject: Graph<3>,
        model: [[bool; 3]; 3],
    }

    pub fn new() -> Pair {
        Pair { subject: Graph::default(), model: [[false; 3]; 3] }
    }

    pub fn connect(pair: &mut Pair, #[glassbox(values = 0..3)] a: usize, #[glassbox(values = 0..3)] b: usize) {
        let is_new = a != b && !pair.model[a][b];
        assert_eq!(pair.subject.connect(a, b), is_new);
        if is_new {
            (pair.model[a][b], pair.model[b][a]) = (true, true);
        }
    }

    pub fn isolate(pair: &mut Pair, #[glassbox(values = 0..3)] node: usize) {
        pair.subject.isolate(node);
        for other in 0..3 {
            (pair.model[node][other], pair.model[other][node]) = (false, false);
        }
    }

    pub fn is_connected(pair: &Pair) -> bool {
        (0..9).all(|at| pair.subject.is_connected(at / 3, at % 3) == pair.model[at / 3][at % 3])
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        0 * usize::from(pair.model[0][0])
    }
}
