//! The member of least weight: a shortest path in the diagram.

use super::codes::Codes;
use super::graph::{EMPTY, Edge, Graph, GraphNode};
use super::walk::{Nodes as _, Pair};
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
    let edge = graph.roots[0];
    if edge == EMPTY {
        return None;
    }
    let search = Search::new(graph, codes, weights);
    let mut choices = vec![0; codes.choices().len()];
    search.choose(vec![Item { edge, extra: 0 }], (0, codes.choices().len()), &mut choices);
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
    /// Least weight in the scope of each node, from the first bit of its variable on.
    below: Vec<u128>,
    /// For each variable, the groups that begin at it, the outermost first.
    groups: Vec<Vec<u32>>,
}

/// States below an edge, which weigh so much more.
#[derive(Clone, Copy, Debug)]
struct Item {
    edge: Edge,
    extra: u128,
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
        let levels = codes.levels();
        let mut groups = vec![Vec::new(); codes.choices().len() + 1];
        for level in (0..levels.len()).filter(|&level| levels.group_end(level).is_some()) {
            groups[codes.variable_from(level)].push(level);
        }
        let below = Vec::with_capacity(graph.nodes.len());
        let mut search = Self { graph, codes, weights, skipped, below, groups };
        for (index, is_entry) in graph.entries(codes).into_iter().enumerate() {
            // Other nodes are reached only in the middle of a variable, where the weight is not needed.
            let below = if is_entry { search.best_at(index) } else { NEVER };
            search.below.push(below);
        }
        search
    }

    fn best_at(&self, index: usize) -> u128 {
        let end = |level| self.codes.variable_from(self.codes.levels().end(level));
        match self.graph.nodes[index] {
            GraphNode::Bit { bit, .. } => {
                let (edge, variable) = (super::graph::edge_to(index), self.codes.owner(bit));
                let choices = 0..self.codes.choices()[variable];
                let best = choices.map(|choice| self.with_choice(edge, variable, choice, end(bit)));
                best.min().unwrap_or(NEVER)
            }
            GraphNode::Product { level, first, end: last } => {
                let pairs = self.graph.pairs[first..last].iter();
                pairs.map(|pair| self.of_pair(level, *pair, end(level))).min().unwrap_or(NEVER)
            }
        }
    }

    /// The least weight of the variables from this one to `end`, if it has this choice.
    fn with_choice(&self, edge: Edge, variable: usize, choice: u32, end: usize) -> u128 {
        let rest = self.rest(self.graph.step(self.codes, edge, variable, choice), (variable + 1, end));
        rest.saturating_add(u128::from(self.weights.get(variable, choice)))
    }

    fn of_pair(&self, level: u32, pair: Pair<Edge>, end: usize) -> u128 {
        let group = self.group(level);
        self.rest(pair.group, group).saturating_add(self.rest(pair.rest, (group.1, end)))
    }

    /// The variables of the group that begins at a level.
    fn group(&self, level: u32) -> (usize, usize) {
        let end = self.codes.levels().group_end(level).expect("it begins a group");
        (self.codes.variable_from(level), self.codes.variable_from(end))
    }

    /// The least weight of the variables `begin..end`.
    fn rest(&self, edge: Edge, (begin, end): (usize, usize)) -> u128 {
        if edge == EMPTY {
            return NEVER;
        }
        let Some(index) = Graph::index(edge) else { return self.skipped[end] - self.skipped[begin] };
        let level = self.graph.nodes[index].level();
        let (first, behind) = (self.codes.owner(level), self.codes.variable_from(self.codes.levels().end(level)));
        let skipped = (self.skipped[first] - self.skipped[begin]) + (self.skipped[end] - self.skipped[behind]);
        self.below[index].saturating_add(skipped)
    }

    /// Sets the choices of the variables `begin..end` to those of the first of the lightest states. Returns where each edge
    /// leads, if some state there is one of the lightest.
    fn choose(&self, items: Vec<Item>, (begin, end): (usize, usize), choices: &mut [u32]) -> Vec<Item> {
        self.choose_from(items, (begin, end), 0, choices)
    }

    /// The same behind so many of the groups that begin at the first variable.
    fn choose_from(
        &self,
        mut items: Vec<Item>,
        (begin, end): (usize, usize),
        mut n_inside: usize,
        choices: &mut [u32],
    ) -> Vec<Item> {
        let mut variable = begin;
        while variable < end {
            if let Some(&level) = self.groups[variable].get(n_inside) {
                variable = self.choose_group(&mut items, (level, end), n_inside, choices);
                n_inside = 0;
                continue;
            }
            n_inside = 0;
            let total =
                |item: &Item, choice| self.with_choice(item.edge, variable, choice, end).saturating_add(item.extra);
            let mut best = (0, NEVER);
            for choice in 0..self.codes.choices()[variable] {
                let weight = items.iter().map(|item| total(item, choice)).min().unwrap_or(NEVER);
                if weight < best.1 {
                    best = (choice, weight);
                }
            }
            let (choice, least) = best;
            choices[variable] = choice;
            for item in &mut items {
                let is_best = total(item, choice) == least;
                let edge = self.graph.step(self.codes, item.edge, variable, choice);
                item.edge = if is_best { edge } else { EMPTY };
                item.extra = item.extra.saturating_add(u128::from(self.weights.get(variable, choice)));
            }
            variable += 1;
        }
        items
    }

    /// Sets the choices of a group. Returns the first variable behind it.
    fn choose_group(
        &self,
        items: &mut [Item],
        (level, end): (u32, usize),
        n_inside: usize,
        choices: &mut [u32],
    ) -> usize {
        let (mut groups, mut rests) = (Vec::new(), Vec::new());
        let variables = self.group(level);
        for (index, item) in items.iter().enumerate() {
            for pair in self.graph.pairs(self.codes.levels(), item.edge, level) {
                let extra = item.extra.saturating_add(self.rest(pair.rest, (variables.1, end)));
                groups.push(Item { edge: pair.group, extra });
                rests.push((index, pair.rest));
            }
        }
        let led = self.choose_from(groups, variables, n_inside + 1, choices);
        let weights =
            (variables.0..variables.1).map(|variable| u128::from(self.weights.get(variable, choices[variable])));
        let weight = weights.sum();
        for item in items.iter_mut() {
            item.edge = EMPTY;
            item.extra = item.extra.saturating_add(weight);
        }
        for (_, (index, rest)) in led.into_iter().zip(rests).filter(|(item, _)| item.edge != EMPTY) {
            items[index].edge = rest;
        }
        variables.1
    }
}
