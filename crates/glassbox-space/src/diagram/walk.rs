//! Queries that take one walk from the root to a leaf.
//!
//! They read nodes through the trait [`Nodes`], so that they do not depend on the engine and need no copy of the
//! diagram. None is recursive in bits, because diagrams are tens of thousands of levels deep; groups are not that deep.

use std::cmp::Ordering;

use super::codes::Codes;
use super::levels::Levels;
use crate::State;

/// Read access to the nodes of a diagram.
pub(super) trait Nodes {
    /// A reference to a node or leaf. Equal references lead to equal sets.
    type Edge: Copy + Eq;

    /// The node that an edge leads to.
    fn node(&self, edge: Self::Edge) -> Node<'_, Self::Edge>;

    /// A number that no other node has.
    fn id(&self, edge: Self::Edge) -> usize;

    /// The leaf of all states.
    fn full(&self) -> Self::Edge;

    /// Whether the edge leads to the empty leaf. Diagrams are reduced, so any other edge leads to at least one state.
    fn is_empty(&self, edge: Self::Edge) -> bool {
        matches!(self.node(edge), Node::Empty)
    }

    /// The level of a node; none for a leaf.
    fn level(&self, edge: Self::Edge) -> Option<u32> {
        match self.node(edge) {
            Node::Empty | Node::Full => None,
            Node::Inner { bit, .. } => Some(bit),
            Node::Product { level, .. } => Some(level),
        }
    }

    /// The edges where the bit is clear and where it is set. Both are `edge` itself if the diagram skips the bit.
    fn branches(&self, edge: Self::Edge, bit: u32) -> (Self::Edge, Self::Edge) {
        match self.node(edge) {
            Node::Inner { bit: at, lo, hi } if at == bit => (lo, hi),
            _ => (edge, edge),
        }
    }

    /// The choices of a group with what they leave for the variables behind it. The edge must lead to a node in the scope of the group's beginning.
    fn pairs(&self, levels: &Levels, edge: Self::Edge, group: u32) -> Vec<Pair<Self::Edge>> {
        let end = levels.group_end(group).expect("it begins a group");
        match self.node(edge) {
            Node::Empty => Vec::new(),
            Node::Product { level, pairs } if level == group => pairs.to_vec(),
            _ if self.level(edge).is_some_and(|level| level < end) => vec![Pair { group: edge, rest: self.full() }],
            _ => vec![Pair { group: self.full(), rest: edge }],
        }
    }
}

/// A node or leaf.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node<'a, E> {
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
    /// A node that depends on a group and on what is behind it.
    Product {
        /// The beginning of the group.
        level: u32,
        /// Choices of the group that share nothing, with different rests that are not empty.
        pairs: &'a [Pair<E>],
    },
}

/// Choices of a group, and what they leave for the variables behind the group.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pair<E> {
    pub(super) group: E,
    pub(super) rest: E,
}

/// Whether `state` is in the set.
pub(super) fn contains<N: Nodes>(nodes: &N, codes: &Codes, mut edge: N::Edge, state: &State) -> bool {
    codes.check(state);
    loop {
        match nodes.node(edge) {
            Node::Empty => return false,
            Node::Full => return true,
            Node::Inner { bit, lo, hi } => edge = if codes.is_set_in(state, bit) { hi } else { lo },
            Node::Product { pairs, .. } => {
                let chosen = pairs.iter().find(|pair| contains(nodes, codes, pair.group, state));
                let Some(chosen) = chosen else { return false };
                edge = chosen.rest;
            }
        }
    }
}

/// The first state of the set.
pub(super) fn least<N: Nodes>(nodes: &N, codes: &Codes, edge: N::Edge) -> Option<State> {
    if nodes.is_empty(edge) {
        return None;
    }
    let mut choices = vec![0; codes.choices().len()];
    set_least(nodes, codes, edge, &mut choices);
    Some(State::from(choices))
}

/// Sets the bits of the least state below `edge`, which is not empty.
fn set_least<N: Nodes>(nodes: &N, codes: &Codes, mut edge: N::Edge, choices: &mut [u32]) {
    loop {
        match nodes.node(edge) {
            Node::Empty | Node::Full => return,
            Node::Inner { bit, lo, hi } => {
                edge = lo;
                if nodes.is_empty(lo) {
                    choices[codes.owner(bit)] |= 1 << codes.bits_after(bit);
                    edge = hi;
                }
            }
            Node::Product { pairs, .. } => {
                let Pair { group, rest } = first_pair(nodes, codes.levels(), pairs);
                set_least(nodes, codes, group, choices);
                edge = rest;
            }
        }
    }
}

/// The pair with the least choices of the group.
fn first_pair<N: Nodes>(nodes: &N, levels: &Levels, pairs: &[Pair<N::Edge>]) -> Pair<N::Edge> {
    let first = pairs.iter().copied().reduce(|first, pair| {
        if compare_least(nodes, levels, pair.group, first.group) == Ordering::Less { pair } else { first }
    });
    first.expect("a node leads to at least one state")
}

/// Compares the least states of two sets, which are not empty.
pub(super) fn compare_least<N: Nodes>(nodes: &N, levels: &Levels, mut a: N::Edge, mut b: N::Edge) -> Ordering {
    loop {
        if a == b {
            return Ordering::Equal;
        }
        let top = match (nodes.level(a), nodes.level(b)) {
            (None, None) => return Ordering::Equal,
            (Some(level), None) | (None, Some(level)) => level,
            (Some(a), Some(b)) => levels.common(a, b),
        };
        if levels.group_end(top).is_some() {
            let [first, second] = [a, b].map(|edge| least_pair(nodes, levels, edge, top));
            let in_group = compare_least(nodes, levels, first.group, second.group);
            if in_group != Ordering::Equal {
                return in_group;
            }
            (a, b) = (first.rest, second.rest);
            continue;
        }
        let ((a_lo, a_hi), (b_lo, b_hi)) = (nodes.branches(a, top), nodes.branches(b, top));
        match (nodes.is_empty(a_lo), nodes.is_empty(b_lo)) {
            (false, false) => (a, b) = (a_lo, b_lo),
            (true, true) => (a, b) = (a_hi, b_hi),
            (false, true) => return Ordering::Less,
            (true, false) => return Ordering::Greater,
        }
    }
}

/// The pair with the least choices of a group.
fn least_pair<N: Nodes>(nodes: &N, levels: &Levels, edge: N::Edge, group: u32) -> Pair<N::Edge> {
    match nodes.node(edge) {
        Node::Product { level, pairs } if level == group => first_pair(nodes, levels, pairs),
        _ => nodes.pairs(levels, edge, group)[0],
    }
}

/// The first state of the set after `state`.
pub(super) fn after<N: Nodes>(nodes: &N, codes: &Codes, edge: N::Edge, state: &State) -> Option<State> {
    codes.check(state);
    let mut choices = vec![0; codes.choices().len()];
    set_after(nodes, codes, edge, (0, codes.levels().len()), state, &mut choices).then(|| State::from(choices))
}

/// A place at which a greater state can part from a state.
enum Raise<E> {
    /// A bit that is set in the greater state, with its variable's choice so far and the states below.
    Bit { variable: usize, code: u32, below: E },
    /// A group whose choices are greater, and the states there.
    Group { level: u32, edge: E },
}

/// Sets the choices of the first state between two levels that is greater than `state` there. False if there is none.
///
/// Such a state agrees with `state` up to some bit or group, and is greater there. The later that is, the smaller the result,
/// so follow `state` down and remember where it could be greater.
fn set_after<N: Nodes>(
    nodes: &N,
    codes: &Codes,
    mut edge: N::Edge,
    (begin, end): (u32, u32),
    state: &State,
    choices: &mut [u32],
) -> bool {
    let levels = codes.levels();
    let mut raises = Vec::new();
    let mut level = begin;
    while level < end {
        if let Some(group_end) = levels.group_end(level) {
            if nodes.is_empty(edge) {
                break;
            }
            raises.push(Raise::Group { level, edge });
            let pairs = nodes.pairs(levels, edge, level);
            let followed = pairs.into_iter().find(|pair| contains(nodes, codes, pair.group, state));
            // No state of the set agrees with `state` so far.
            let Some(followed) = followed else { break };
            edge = followed.rest;
            level = group_end;
            continue;
        }
        let (lo, hi) = nodes.branches(edge, level);
        if codes.is_set_in(state, level) {
            edge = hi;
        } else {
            let variable = codes.owner(level);
            if let Some(code) = codes.raised(state[variable], level).filter(|_| !nodes.is_empty(hi)) {
                raises.push(Raise::Bit { variable, code, below: hi });
            }
            edge = lo;
        }
        level += 1;
    }
    let first = codes.variable_from(begin);
    while let Some(raise) = raises.pop() {
        match raise {
            Raise::Bit { variable, code, below } => {
                choices[first..variable].copy_from_slice(&state.choices()[first..variable]);
                choices[variable] = code;
                set_least(nodes, codes, below, choices);
                return true;
            }
            Raise::Group { level, edge } => {
                let group_end = levels.group_end(level).expect("it begins a group");
                let variables = codes.variable_from(level)..codes.variable_from(group_end);
                let mut best: Option<(Vec<u32>, N::Edge)> = None;
                for Pair { group, rest } in nodes.pairs(levels, edge, level) {
                    let mut found = vec![0; choices.len()];
                    let is_found = set_after(nodes, codes, group, (level + 1, group_end), state, &mut found);
                    let found = found[variables.clone()].to_vec();
                    if is_found && best.as_ref().is_none_or(|(best, _)| found < *best) {
                        best = Some((found, rest));
                    }
                }
                if let Some((found, rest)) = best {
                    choices[first..variables.start].copy_from_slice(&state.choices()[first..variables.start]);
                    choices[variables].copy_from_slice(&found);
                    set_least(nodes, codes, rest, choices);
                    return true;
                }
            }
        }
    }
    false
}
