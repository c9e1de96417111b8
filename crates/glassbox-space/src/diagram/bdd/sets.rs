//! The diagram in terms of variables and choices.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use num_bigint::BigUint;

use super::super::codes::Codes;
use super::super::graph::{self, Graph, GraphNode};
use super::super::levels::Levels;
use super::super::lightest::{self, Weights};
use super::super::operations::{Diagram, DiagramStatistics};
use super::super::{count, file_format, walk};
use super::engine::Engine;
use super::roots::BddSet;
use super::storage::Storage;
use super::table::{EDGE_BITS, EMPTY, Edge, FULL, Full, Table};
use crate::{LoadError, OutOfMemory, State};

/// Sets of states as binary decision diagrams.
#[derive(Debug)]
pub struct Bdd {
    codes: Codes,
    empty: BddSet,
    full: BddSet,
    /// Number of the diagram, to tell its sets from those of others.
    number: u32,
    /// Behind a mutex, because operators change it and yet take the diagram by shared reference.
    storage: Mutex<Storage>,
}

impl Default for Bdd {
    /// A diagram for 16 million nodes of 16 bytes and 4 million cached results of 12 bytes, allocated as needed.
    fn default() -> Self {
        Self::with_capacity(1 << 24, 1 << 22)
    }
}

impl Bdd {
    /// A diagram for at most `inner_nodes` nodes and `apply_cache` cached results. More results make it faster, up to
    /// about one for each node.
    pub fn with_capacity(inner_nodes: usize, apply_cache: usize) -> Self {
        let inner_nodes = inner_nodes.min((1 << EDGE_BITS) - 2);
        let mut storage = Storage::new(inner_nodes, apply_cache);
        let [empty, full] = [EMPTY, FULL].map(|leaf| storage.roots.hold(leaf));
        let number = storage.roots.diagram();
        Self { codes: Codes::default(), empty, full, number, storage: Mutex::new(storage) }
    }

    /// The engine's copy of the levels in `codes`.
    fn levels(&mut self) -> &mut Levels {
        &mut self.storage.get_mut().unwrap_or_else(PoisonError::into_inner).engine.table.levels
    }

    fn storage(&self) -> MutexGuard<'_, Storage> {
        // A panic cannot leave a broken node behind: a node is added completely or not at all.
        self.storage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The root of a set, which must belong to this diagram.
    fn edge(&self, set: &BddSet) -> Edge {
        assert_eq!(set.0.diagram, self.number, "a set belongs to one diagram");
        set.0.edge
    }

    fn apply(
        &self,
        a: &BddSet,
        b: &BddSet,
        operator: impl Fn(&mut Engine, Edge, Edge) -> Result<Edge, Full>,
    ) -> Result<BddSet, OutOfMemory> {
        let (a, b) = (self.edge(a), self.edge(b));
        self.storage().make(|engine| operator(engine, a, b))
    }

    /// Runs a query on the nodes of a set.
    fn query<R>(&self, set: &BddSet, query: impl FnOnce(&Table, Edge) -> R) -> R {
        query(&self.storage().engine.table, self.edge(set))
    }

    /// Copies the nodes of some sets.
    fn graph(&self, sets: &[&BddSet]) -> Graph {
        let roots: Vec<Edge> = sets.iter().map(|set| self.edge(set)).collect();
        Graph::of(&self.storage().engine.table, self.codes.levels(), &roots)
    }

    /// The codes of this choice of the variable and of greater ones.
    ///
    /// Builds the comparison from the last bit up: where `choice` has a set bit, the code needs the bit and the rest;
    /// where it has a clear bit, a set bit is enough.
    fn codes_from(&self, engine: &mut Engine, variable: usize, choice: u32) -> Result<Edge, Full> {
        if choice > self.codes.last(variable) {
            return Ok(EMPTY);
        }
        let mut codes = FULL;
        for bit in (self.codes.first(variable)..self.codes.end(variable)).rev() {
            let (lo, hi) = if self.codes.is_set(choice, bit) { (EMPTY, codes) } else { (codes, FULL) };
            codes = engine.table.make(bit, lo, hi)?;
        }
        Ok(codes)
    }
}

impl Diagram for Bdd {
    type Set = BddSet;

    fn add_variable(&mut self, n_choices: u32) -> Result<(), OutOfMemory> {
        let width = self.codes.add(n_choices);
        (0..width).for_each(|_| self.levels().add_bit());
        Ok(())
    }

    fn begin_group(&mut self) {
        self.codes.begin_group();
        self.levels().begin_group();
    }

    fn end_group(&mut self) {
        self.codes.end_group();
        self.levels().end_group();
    }

    fn groups(&self) -> Vec<Range<usize>> {
        self.codes.groups()
    }

    fn choices(&self) -> &[u32] {
        self.codes.choices()
    }

    fn empty(&self) -> BddSet {
        self.empty.clone()
    }

    fn full(&self) -> BddSet {
        self.full.clone()
    }

    fn literal(&self, variable: usize, choice: u32) -> Result<BddSet, OutOfMemory> {
        assert!(choice <= self.codes.last(variable), "variable {variable} has no choice {choice}");
        self.storage().make(|engine| {
            let more = self.codes_from(engine, variable, choice + 1)?;
            let from = self.codes_from(engine, variable, choice)?;
            engine.minus(from, more)
        })
    }

    fn at_least(&self, variable: usize, choice: u32) -> Result<BddSet, OutOfMemory> {
        self.storage().make(|engine| self.codes_from(engine, variable, choice))
    }

    fn and(&self, a: &BddSet, b: &BddSet) -> Result<BddSet, OutOfMemory> {
        match (self.edge(a), self.edge(b)) {
            // The result is one of the operands.
            (EMPTY, _) | (_, FULL) => Ok(a.clone()),
            (_, EMPTY) | (FULL, _) => Ok(b.clone()),
            _ => self.apply(a, b, Engine::and),
        }
    }

    fn or(&self, a: &BddSet, b: &BddSet) -> Result<BddSet, OutOfMemory> {
        match (self.edge(a), self.edge(b)) {
            (EMPTY, _) | (_, FULL) => Ok(b.clone()),
            (_, EMPTY) | (FULL, _) => Ok(a.clone()),
            _ => self.apply(a, b, Engine::or),
        }
    }

    fn minus(&self, a: &BddSet, b: &BddSet) -> Result<BddSet, OutOfMemory> {
        self.apply(a, b, Engine::minus)
    }

    fn is_subset(&self, a: &BddSet, b: &BddSet) -> Result<bool, OutOfMemory> {
        let (a, b) = (self.edge(a), self.edge(b));
        self.storage().run(|engine| engine.is_subset(a, b))
    }

    fn intersection(&self, sets: Vec<BddSet>) -> Result<BddSet, OutOfMemory> {
        let edges: Vec<Edge> = sets.iter().map(|set| self.edge(set)).collect();
        self.storage().make(|engine| engine.intersect(&edges))
    }

    fn is_disjoint(&self, a: &BddSet, b: &BddSet) -> Result<bool, OutOfMemory> {
        let (a, b) = (self.edge(a), self.edge(b));
        self.storage().run(|engine| engine.is_disjoint(a, b))
    }

    fn take(&self, from: &BddSet, part: &BddSet, all: &BddSet) -> Result<Option<BddSet>, OutOfMemory> {
        let [from, part, all] = [from, part, all].map(|set| self.edge(set));
        let storage = &mut *self.storage();
        let left = storage.run(|engine| engine.take(from, part, all))?;
        Ok(left.map(|left| storage.roots.hold(left)))
    }

    fn simplify(&self, set: &BddSet, care: &BddSet) -> Result<BddSet, OutOfMemory> {
        let simple = self.apply(set, care, Engine::simplify)?;
        // The operator knows bits, not choices: outside of `care` it may treat codes of one choice differently, and
        // then the result is no set of states. That is rare, so the fallback is simply the set itself.
        let is_closed = self.codes.are_all_choices() || self.graph(&[&simple]).open_node(&self.codes).is_none();
        Ok(if is_closed { simple } else { set.clone() })
    }

    fn is_empty(&self, set: &BddSet) -> bool {
        self.edge(set) == EMPTY
    }

    fn contains(&self, set: &BddSet, state: &State) -> bool {
        self.query(set, |table, edge| walk::contains(table, &self.codes, edge, state))
    }

    fn count(&self, set: &BddSet) -> BigUint {
        count::count(&self.graph(&[set]), &self.codes)
    }

    fn least(&self, set: &BddSet) -> Option<State> {
        self.query(set, |table, edge| walk::least(table, &self.codes, edge))
    }

    fn after(&self, set: &BddSet, state: &State) -> Option<State> {
        self.query(set, |table, edge| walk::after(table, &self.codes, edge, state))
    }

    fn select(&self, set: &BddSet, ranks: &[BigUint]) -> Vec<Option<State>> {
        count::select(&self.graph(&[set]), &self.codes, ranks)
    }

    fn lightest(&self, set: &BddSet, weights: &Weights) -> Option<(State, u64)> {
        lightest::lightest(&self.graph(&[set]), &self.codes, weights)
    }

    fn project(&self, set: &BddSet, keep: &[usize]) -> Result<BddSet, OutOfMemory> {
        let mut keeps = vec![false; self.codes.choices().len()];
        for &variable in keep {
            keeps[variable] = true;
        }
        let graph = self.graph(&[set]);
        let make = |engine: &mut Engine, bit, lo, hi| {
            if keeps[self.codes.owner(bit)] { engine.table.make(bit, lo, hi) } else { engine.or(lo, hi) }
        };
        // The parts of a pair have no variables in common, so each can be projected by itself; but then the parts of several
        // pairs may share states.
        self.storage().make(|engine| Ok(build(engine, &graph, make)?.into_iter().next().expect("one root")))
    }

    fn n_nodes(&self, set: &BddSet) -> usize {
        self.query(set, |table, edge| table.mark(std::iter::once(edge)).count())
    }

    fn save(&self, sets: &[&BddSet]) -> Vec<u8> {
        file_format::encode(&self.graph(sets), &self.codes)
    }

    fn load(&self, bytes: &[u8]) -> Result<Vec<BddSet>, LoadError> {
        let graph = file_format::decode(bytes, &self.codes)?;
        let make = |engine: &mut Engine, bit, lo, hi| engine.table.make(bit, lo, hi);
        let sets: Vec<BddSet> = {
            let storage = &mut *self.storage();
            let roots = storage.run(|engine| build(engine, &graph, make))?;
            roots.into_iter().map(|root| storage.roots.hold(root)).collect()
        };
        // What is built from any pairs is some set, but perhaps not the one that was saved.
        let is_plain = self.codes.levels().are_bits();
        if is_plain || self.save(&sets.iter().collect::<Vec<_>>()) == bytes {
            Ok(sets)
        } else {
            Err(LoadError::NotReduced)
        }
    }

    fn statistics(&self) -> DiagramStatistics {
        let storage = self.storage();
        storage.policy.statistics(storage.engine.table.len())
    }
}

/// Makes the sets of a graph, children first, with `make` for each bit.
fn build(
    engine: &mut Engine,
    graph: &Graph,
    make: impl Fn(&mut Engine, u32, Edge, Edge) -> Result<Edge, Full>,
) -> Result<Vec<Edge>, Full> {
    let mut edges: Vec<Edge> = vec![EMPTY, FULL];
    debug_assert_eq!([graph::EMPTY, graph::FULL], [0, 1]);
    for node in &graph.nodes {
        let edge = match *node {
            GraphNode::Bit { bit, lo, hi } => make(engine, bit, edges[lo as usize], edges[hi as usize])?,
            GraphNode::Product { first, end, .. } => {
                let mut union = EMPTY;
                for pair in &graph.pairs[first..end] {
                    let product = engine.and(edges[pair.group as usize], edges[pair.rest as usize])?;
                    union = engine.or(union, product)?;
                }
                union
            }
        };
        edges.push(edge);
    }
    Ok(graph.roots.iter().map(|&root| edges[root as usize]).collect())
}
