//! Sets as lists of their members: a simple reference implementation for tests.
//!
//! Time and memory grow with the number of all states. Use it for a few thousand states.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;

use num_bigint::BigUint;

use super::codes::Codes;
use super::graph::{EMPTY, Edge, FULL, Graph, GraphNode, edge_to};
use super::lightest::Weights;
use super::operations::{Diagram, DiagramStatistics};
use super::{file_format, walk};
use crate::{LoadError, OutOfMemory, State};

/// Sets of states as lists, for tests. Slow, and never out of memory.
#[derive(Clone, Debug, Default)]
pub struct Explicit {
    codes: Codes,
}

/// A set of states in an [`Explicit`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ExplicitSet {
    /// Choices of the first `n` variables; the others are free. `n` is as small as possible, so that equal sets are
    /// equal values.
    members: Arc<BTreeSet<State>>,
    n: usize,
}

impl Explicit {
    /// A diagram without variables.
    pub fn new() -> Self {
        Self::default()
    }

    /// All states over the first `n` variables.
    fn all(&self, n: usize) -> BTreeSet<State> {
        let mut states = vec![Vec::new()];
        for &n_choices in &self.codes.choices()[..n] {
            let with = |state: &Vec<u32>, choice| [&state[..], &[choice]].concat();
            states = states.iter().flat_map(|state| (0..n_choices).map(move |c| with(state, c))).collect();
        }
        states.into_iter().map(State::from).collect()
    }

    /// The set of these states over all variables.
    fn set(&self, mut members: BTreeSet<State>) -> ExplicitSet {
        let mut n = self.codes.choices().len();
        while n > 0 {
            let shorter: BTreeSet<State> = members.iter().map(|state| prefix(state, n - 1)).collect();
            if shorter.len() * self.codes.choices()[n - 1] as usize != members.len() {
                break;
            }
            (members, n) = (shorter, n - 1);
        }
        ExplicitSet { members: Arc::new(members), n }
    }

    fn filter(&self, holds: impl Fn(&State) -> bool) -> ExplicitSet {
        self.set(self.all(self.codes.choices().len()).into_iter().filter(holds).collect())
    }

    /// The members, over all variables.
    fn members(&self, set: &ExplicitSet) -> BTreeSet<State> {
        self.all(self.codes.choices().len()).into_iter().filter(|state| self.contains(set, state)).collect()
    }

    /// Adds the nodes of the members whose codes begin with `bits`, and returns their root.
    fn build(&self, graph: &mut Nodes, set: &ExplicitSet, bits: &mut Vec<bool>) -> Edge {
        let bit = u32::try_from(bits.len()).expect("few bits");
        if bit == self.codes.levels().len() {
            return if self.contains(set, &self.decode(bits)) { FULL } else { EMPTY };
        }
        let [lo, hi] = [false, true].map(|value| {
            bits.push(value);
            let edge = self.build(graph, set, bits);
            bits.pop();
            edge
        });
        if lo == hi {
            return lo;
        }
        let next = edge_to(graph.len());
        graph.entry((bit, lo, hi)).or_insert(next);
        graph[&(bit, lo, hi)]
    }

    /// The state of a code.
    fn decode(&self, bits: &[bool]) -> State {
        let mut choices = vec![0_u32; self.codes.choices().len()];
        for (bit, &value) in (0..).zip(bits) {
            let choice = &mut choices[self.codes.owner(bit)];
            *choice = *choice << 1 | u32::from(value);
        }
        let owned = choices.iter().enumerate().map(|(variable, &code)| code.min(self.codes.last(variable)));
        owned.collect()
    }

    fn graph(&self, sets: &[&ExplicitSet]) -> Graph {
        let mut nodes = Nodes::new();
        let roots = sets.iter().map(|set| self.build(&mut nodes, set, &mut Vec::new())).collect();
        let mut list: Vec<_> = nodes.into_iter().collect();
        list.sort_by_key(|&(_, edge)| edge);
        let nodes = list.into_iter().map(|((bit, lo, hi), _)| GraphNode::Bit { bit, lo, hi }).collect();
        Graph { nodes, pairs: Vec::new(), roots }
    }
}

/// Edges to nodes, by bit and children of the node.
type Nodes = BTreeMap<(u32, Edge, Edge), Edge>;

fn prefix(state: &State, n: usize) -> State {
    State::from(state.choices()[..n].to_vec())
}

impl Diagram for Explicit {
    type Set = ExplicitSet;

    fn add_variable(&mut self, n_choices: u32) -> Result<(), OutOfMemory> {
        self.codes.add(n_choices);
        Ok(())
    }

    fn choices(&self) -> &[u32] {
        self.codes.choices()
    }

    fn empty(&self) -> ExplicitSet {
        self.filter(|_| false)
    }

    fn full(&self) -> ExplicitSet {
        self.filter(|_| true)
    }

    fn literal(&self, variable: usize, choice: u32) -> Result<ExplicitSet, OutOfMemory> {
        assert!(choice <= self.codes.last(variable), "variable {variable} has no choice {choice}");
        Ok(self.filter(|state| state[variable] == choice))
    }

    fn at_least(&self, variable: usize, choice: u32) -> Result<ExplicitSet, OutOfMemory> {
        Ok(self.filter(|state| state[variable] >= choice))
    }

    fn and(&self, a: &ExplicitSet, b: &ExplicitSet) -> Result<ExplicitSet, OutOfMemory> {
        Ok(self.filter(|state| self.contains(a, state) && self.contains(b, state)))
    }

    fn or(&self, a: &ExplicitSet, b: &ExplicitSet) -> Result<ExplicitSet, OutOfMemory> {
        Ok(self.filter(|state| self.contains(a, state) || self.contains(b, state)))
    }

    fn minus(&self, a: &ExplicitSet, b: &ExplicitSet) -> Result<ExplicitSet, OutOfMemory> {
        Ok(self.filter(|state| self.contains(a, state) && !self.contains(b, state)))
    }

    fn is_empty(&self, set: &ExplicitSet) -> bool {
        set.members.is_empty()
    }

    fn contains(&self, set: &ExplicitSet, state: &State) -> bool {
        self.codes.check(state);
        set.members.contains(&prefix(state, set.n))
    }

    fn count(&self, set: &ExplicitSet) -> BigUint {
        BigUint::from(self.members(set).len())
    }

    fn least(&self, set: &ExplicitSet) -> Option<State> {
        self.members(set).first().cloned()
    }

    fn after(&self, set: &ExplicitSet, state: &State) -> Option<State> {
        self.members(set).range((Bound::Excluded(state), Bound::Unbounded)).next().cloned()
    }

    fn select(&self, set: &ExplicitSet, ranks: &[BigUint]) -> Vec<Option<State>> {
        let members: Vec<State> = self.members(set).into_iter().collect();
        let index = |rank: &BigUint| usize::try_from(rank).ok();
        ranks.iter().map(|rank| members.get(index(rank)?).cloned()).collect()
    }

    fn lightest(&self, set: &ExplicitSet, weights: &Weights) -> Option<(State, u64)> {
        // `min` returns the first of several, and the members are in order.
        self.members(set).into_iter().map(|state| (weights.of(&state), state)).min().map(|(w, state)| (state, w))
    }

    fn project(&self, set: &ExplicitSet, keep: &[usize]) -> Result<ExplicitSet, OutOfMemory> {
        let kept = |state: &State| -> Vec<u32> { keep.iter().map(|&variable| state[variable]).collect() };
        let projected: BTreeSet<_> = self.members(set).iter().map(kept).collect();
        Ok(self.filter(|state| projected.contains(&kept(state))))
    }

    fn n_nodes(&self, set: &ExplicitSet) -> usize {
        self.graph(&[set]).nodes.len()
    }

    fn save(&self, sets: &[&ExplicitSet]) -> Vec<u8> {
        file_format::encode(&self.graph(sets), &self.codes)
    }

    fn load(&self, bytes: &[u8]) -> Result<Vec<ExplicitSet>, LoadError> {
        let graph = file_format::decode(bytes, &self.codes)?;
        let set = |&root| self.filter(|state| walk::contains(&graph, &self.codes, root, state));
        Ok(graph.roots.iter().map(set).collect())
    }

    fn statistics(&self) -> DiagramStatistics {
        DiagramStatistics::default()
    }
}
