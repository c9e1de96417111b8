//! The member of least weight: a shortest path in the diagram.

use super::codes::Codes;
use super::graph::{EMPTY, Edge, Graph};
use crate::State;

/// A weight for each choice of each variable, 0 unless set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weights(Vec<Vec<u64>>);

impl Weights {
    /// All weights are 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the weight of a choice of the variable at this position among the base variables.
    pub fn set(&mut self, variable: usize, choice: u32, weight: u64) {
        let choice = choice as usize;
        if self.0.len() <= variable {
            self.0.resize(variable + 1, Vec::new());
        }
        let weights = &mut self.0[variable];
        if weights.len() <= choice {
            weights.resize(choice + 1, 0);
        }
        weights[choice] = weight;
    }

    /// The weight of a choice.
    pub fn get(&self, variable: usize, choice: u32) -> u64 {
        self.0.get(variable).and_then(|weights| weights.get(choice as usize)).copied().unwrap_or(0)
    }

    /// The weight of a state: the sum over its choices, saturating.
    pub fn of(&self, state: &State) -> u64 {
        let weights = state.choices().iter().enumerate().map(|(variable, &choice)| self.get(variable, choice));
        weights.fold(0, u64::saturating_add)
    }
}

/// The lightest member of the first set, and its weight; the first of several.
///
/// Computes the least weight below every entry node of a variable, from the leaves up; then follows the path down, at
/// each variable to the first choice that still allows the least weight.
pub(super) fn lightest(graph: &Graph, codes: &Codes, weights: &Weights) -> Option<(State, u64)> {
    let mut edge = graph.roots[0];
    if edge == EMPTY {
        return None;
    }
    let search = Search::new(graph, codes, weights);
    let mut choices = Vec::with_capacity(codes.choices().len());
    for variable in 0..codes.choices().len() {
        let (choice, _) = search.best_choice(edge, variable);
        choices.push(choice);
        edge = graph.step(codes, edge, variable, choice);
    }
    let state = State::from(choices);
    let weight = weights.of(&state);
    Some((state, weight))
}

struct Search<'a> {
    graph: &'a Graph,
    codes: &'a Codes,
    weights: &'a Weights,
    /// For each variable, the sum of the least weights of all variables before it. 128 bits, so that sums do not
    /// overflow.
    skipped: Vec<u128>,
    /// Least weight below each node, from the first bit of its variable on.
    below: Vec<u128>,
}

/// The weight of an impossible path, more than any weight.
const NEVER: u128 = u128::MAX;

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, codes: &'a Codes, weights: &'a Weights) -> Self {
        let mut skipped = vec![0];
        for (variable, &n) in codes.choices().iter().enumerate() {
            let least = (0..n).map(|choice| weights.get(variable, choice)).min().unwrap_or(0);
            skipped.push(skipped[variable] + u128::from(least));
        }
        let mut search = Self { graph, codes, weights, skipped, below: Vec::with_capacity(graph.nodes.len()) };
        for (index, is_entry) in graph.entries(codes).into_iter().enumerate() {
            // Other nodes are reached only in the middle of a variable, where the weight is not needed.
            let below = if is_entry { search.best_at(index) } else { NEVER };
            search.below.push(below);
        }
        search
    }

    fn best_at(&self, index: usize) -> u128 {
        let variable = self.codes.owner(self.graph.nodes[index].bit);
        self.best_choice(super::graph::edge_to(index), variable).1
    }

    /// The first choice with the least weight from `variable` on.
    fn best_choice(&self, edge: Edge, variable: usize) -> (u32, u128) {
        let mut best = (0, NEVER);
        for choice in 0..self.codes.choices()[variable] {
            let rest = self.rest(self.graph.step(self.codes, edge, variable, choice), variable + 1);
            let weight = rest.saturating_add(u128::from(self.weights.get(variable, choice)));
            if weight < best.1 {
                best = (choice, weight);
            }
        }
        best
    }

    /// The least weight of the variables from `variable` on.
    fn rest(&self, edge: Edge, variable: usize) -> u128 {
        if edge == EMPTY {
            return NEVER;
        }
        let (until, below) = match Graph::index(edge) {
            None => (self.codes.choices().len(), 0),
            Some(index) => (self.codes.owner(self.graph.nodes[index].bit), self.below[index]),
        };
        below + (self.skipped[until] - self.skipped[variable])
    }
}
