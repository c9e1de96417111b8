//! Questions that one walk from the root to a leaf answers.
//!
//! They look at nodes through a small trait, so that they neither know the engine nor have to copy the diagram.
//! Nothing here calls itself: diagrams are tens of thousands of levels deep.

use super::codes::Codes;
use crate::State;

/// Something that has nodes.
pub(super) trait Nodes {
    /// A reference to a node or leaf. Equal references lead to equal sets.
    type Edge: Copy;

    /// What is there.
    fn node(&self, edge: Self::Edge) -> Node<Self::Edge>;

    /// A number of the node's own.
    fn id(&self, edge: Self::Edge) -> usize;

    /// Whether the edge leads to nothing. Diagrams are reduced, so any other edge leads to at least one state.
    fn is_empty(&self, edge: Self::Edge) -> bool {
        matches!(self.node(edge), Node::Empty)
    }

    /// Where the edge leads with the bit clear and set. A bit that the diagram skips makes no difference.
    fn branches(&self, edge: Self::Edge, bit: u32) -> (Self::Edge, Self::Edge) {
        match self.node(edge) {
            Node::Inner { bit: at, lo, hi } if at == bit => (lo, hi),
            _ => (edge, edge),
        }
    }
}

/// A node or leaf.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node<E> {
    /// No state.
    Empty,
    /// All states.
    Full,
    /// Depends on a bit, and then on bits after it.
    Inner {
        bit: u32,
        /// Where the bit is clear.
        lo: E,
        /// Where the bit is set.
        hi: E,
    },
}

/// Whether `state` is in the set.
pub(super) fn contains<N: Nodes>(nodes: &N, codes: &Codes, mut edge: N::Edge, state: &State) -> bool {
    codes.check(state);
    loop {
        match nodes.node(edge) {
            Node::Empty => return false,
            Node::Full => return true,
            Node::Inner { bit, lo, hi } => edge = if codes.is_set_in(state, bit) { hi } else { lo },
        }
    }
}

/// The first state of the set.
pub(super) fn least<N: Nodes>(nodes: &N, codes: &Codes, edge: N::Edge) -> Option<State> {
    if nodes.is_empty(edge) {
        return None;
    }
    Some(least_with(nodes, codes, edge, vec![0; codes.choices().len()]))
}

/// The first state of the set after `state`.
///
/// Such a state agrees with `state` up to some bit, which it raises. The later the bit, the smaller the state, so
/// follow `state` down and remember the last bit that can be raised.
pub(super) fn after<N: Nodes>(nodes: &N, codes: &Codes, mut edge: N::Edge, state: &State) -> Option<State> {
    codes.check(state);
    let mut last = None;
    for bit in 0..codes.n_bits() {
        let (lo, hi) = nodes.branches(edge, bit);
        if codes.is_set_in(state, bit) {
            edge = hi;
            continue;
        }
        let raised = codes.raised(state[codes.owner(bit)], bit);
        if let Some(code) = raised.filter(|_| !nodes.is_empty(hi)) {
            last = Some((codes.owner(bit), code, hi));
        }
        edge = lo;
    }
    let (variable, code, edge) = last?;
    let mut choices = vec![0; codes.choices().len()];
    choices[..variable].copy_from_slice(&state.choices()[..variable]);
    choices[variable] = code;
    Some(least_with(nodes, codes, edge, choices))
}

/// The least state that is reached over `edge`, which is not empty; `choices` has the bits before it.
fn least_with<N: Nodes>(nodes: &N, codes: &Codes, mut edge: N::Edge, mut choices: Vec<u32>) -> State {
    while let Node::Inner { bit, lo, hi } = nodes.node(edge) {
        edge = lo;
        if nodes.is_empty(lo) {
            choices[codes.owner(bit)] |= 1 << codes.bits_after(bit);
            edge = hi;
        }
    }
    State::from(choices)
}
