//! Queries that take one walk from the root to a leaf.
//!
//! They read nodes through the trait [`Nodes`], so that they do not depend on the engine and need no copy of the
//! diagram. None is recursive: diagrams are tens of thousands of levels deep.

use super::codes::Codes;
use crate::State;

/// Read access to the nodes of a diagram.
pub(super) trait Nodes {
    /// A reference to a node or leaf. Equal references lead to equal sets.
    type Edge: Copy;

    /// The node that an edge leads to.
    fn node(&self, edge: Self::Edge) -> Node<Self::Edge>;

    /// A number that no other node has.
    fn id(&self, edge: Self::Edge) -> usize;

    /// Whether the edge leads to the empty leaf. Diagrams are reduced, so any other edge leads to at least one state.
    fn is_empty(&self, edge: Self::Edge) -> bool {
        matches!(self.node(edge), Node::Empty)
    }

    /// The edges where the bit is clear and where it is set. Both are `edge` itself if the diagram skips the bit.
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
    /// The leaf of the empty set.
    Empty,
    /// The leaf of all states.
    Full,
    /// A node that depends on a bit.
    Inner {
        bit: u32,
        /// Child where the bit is clear.
        lo: E,
        /// Child where the bit is set.
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
/// Such a state agrees with `state` up to some bit, which is clear in `state` and set in the result. The later the bit,
/// the smaller the result, so follow `state` down and remember the last bit that can be set.
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

/// The least state below `edge`, which is not empty. `choices` has the bits before it.
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
