//! Binary decision diagrams, over OxiDD. Only this folder names it.
//!
//! | file | holds |
//! |---|---|
//! | `mod.rs` | the diagram and its operators |
//! | `room.rs` | when garbage is collected, and what happens when that is not enough |
//! | `stack.rs` | where operators run, which call themselves once for each level |
//! | `view.rs` | OxiDD's nodes, as the rest of us wants to see them |
//!
//! A set is a counted reference to a node: cloning counts up, dropping counts down, and what nobody refers to is
//! garbage until the next collection. Levels are the bits of `codes.rs`, in that order, for ever: nothing reorders.

mod room;
mod stack;
mod view;

use std::fmt;

use num_bigint::BigUint;
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::util::AllocResult;
use oxidd::{BooleanFunction as _, BooleanFunctionQuant as _, Function as _, Manager as _, ManagerRef as _};

use self::room::Room;
pub use self::stack::BigStack;
use self::view::{Edge, View};
use super::codes::Codes;
use super::graph::{EMPTY, FULL, Graph};
use super::lightest::Weights;
use super::walk;
use super::{Diagram, DiagramStatistics, count, file, lightest, split};
use crate::{LoadError, OutOfMemory, State};

/// A set of states in a [`Bdd`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BddSet(BDDFunction);

impl fmt::Debug for BddSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BddSet({})", self.0.with_manager_shared(|_, edge| edge.node_id()))
    }
}

/// Sets of states as binary decision diagrams. See the module's documentation.
pub struct Bdd {
    manager: BDDManagerRef,
    codes: Codes,
    empty: BddSet,
    full: BddSet,
    room: Room,
}

impl fmt::Debug for Bdd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bdd").field("codes", &self.codes).field("room", &self.room).finish_non_exhaustive()
    }
}

impl Default for Bdd {
    /// Room for 16 million nodes (20 bytes each, when they are needed) and a million cached results (20 MB, at
    /// once).
    fn default() -> Self {
        Self::with_capacity(1 << 24, 1 << 20)
    }
}

impl Bdd {
    /// A diagram with room for `inner_nodes` nodes, and for `apply_cache` results of operators: more make it
    /// faster. Starts two threads, which sleep most of the time; see `stack.rs` and `room.rs`.
    pub fn with_capacity(inner_nodes: usize, apply_cache: usize) -> Self {
        let inner_nodes = inner_nodes.min(1 << 31);
        let manager = oxidd::bdd::new_manager(inner_nodes, apply_cache.max(1), 1);
        let (empty, full) =
            manager.with_manager_shared(|manager| (BddSet(BDDFunction::f(manager)), BddSet(BDDFunction::t(manager))));
        Self { manager, codes: Codes::default(), empty, full, room: Room::new(inner_nodes) }
    }

    /// Runs an operator where the stack is deep enough for these operands (none: it is about one variable).
    /// Collects garbage before if it is time; if there was no room, collects garbage and tries once more.
    fn run<R: Send>(
        &self,
        operands: &[&BddSet],
        operator: impl Fn() -> AllocResult<R> + Sync,
    ) -> Result<R, OutOfMemory> {
        self.room.make(&self.manager);
        let n_levels = self.levels_below(operands);
        let result = stack::run(&self.manager, n_levels, &operator).or_else(|_| {
            self.room.collect(&self.manager);
            // The thread with the large stack may keep some nodes to itself, so that is where to try again.
            stack::run(&self.manager, stack::ANY, &operator)
        });
        self.room.measure(&self.manager);
        result.map_err(|_| OutOfMemory)
    }

    /// How many levels there are from the first node of the operands on.
    fn levels_below(&self, operands: &[&BddSet]) -> u32 {
        let top = |set: &BddSet| self.look(set, |view, edge| view.bit(edge).unwrap_or(self.codes.n_bits()));
        let first = operands.iter().map(|set| top(set)).min();
        self.codes.n_bits() - first.unwrap_or(self.codes.n_bits())
    }

    /// Looks at the nodes of a set.
    fn look<R>(&self, set: &BddSet, question: impl for<'a, 'id> FnOnce(&View<'a, 'id>, Edge<'a, 'id>) -> R) -> R {
        self.manager.with_manager_shared(|manager| question(&View::new(manager, &self.empty.0), set.0.as_edge(manager)))
    }

    /// All nodes of some sets.
    fn graph(&self, sets: &[&BddSet]) -> Graph {
        self.manager.with_manager_shared(|manager| {
            let roots: Vec<_> = sets.iter().map(|set| set.0.as_edge(manager)).collect();
            Graph::of(&View::new(manager, &self.empty.0), &roots)
        })
    }

    /// The codes that have this bit set.
    fn bit(&self, bit: u32) -> AllocResult<BDDFunction> {
        self.manager.with_manager_shared(|manager| BDDFunction::var(manager, bit))
    }

    /// The codes of this choice of the variable and of greater ones.
    ///
    /// Codes are compared from the last bit up: where `choice` has a set bit, the code needs it and the rest, and
    /// where it has a clear one, the bit is enough.
    fn codes_from(&self, variable: usize, choice: u32) -> AllocResult<BDDFunction> {
        if choice > self.codes.last(variable) {
            return Ok(self.empty.0.clone());
        }
        let mut codes = self.full.0.clone();
        for bit in (self.codes.first(variable)..self.codes.end(variable)).rev() {
            let set = self.bit(bit)?;
            codes = if self.codes.is_set(choice, bit) { set.and(&codes)? } else { set.or(&codes)? };
        }
        Ok(codes)
    }

    /// Makes the nodes of a graph, each from its children. No recursion: a bit decides between things below it.
    fn build(&self, graph: &Graph) -> AllocResult<Vec<BddSet>> {
        let mut made: Vec<BDDFunction> = vec![self.empty.0.clone(), self.full.0.clone()];
        debug_assert_eq!([EMPTY, FULL], [0, 1]);
        for node in &graph.nodes {
            let (lo, hi) = (&made[node.lo as usize], &made[node.hi as usize]);
            made.push(self.bit(node.bit)?.ite(hi, lo)?);
        }
        Ok(graph.roots.iter().map(|&root| BddSet(made[root as usize].clone())).collect())
    }

    /// The conjunction of all bits that do not belong to variables of `keep`: OxiDD's way to list them.
    fn bits_except(&self, keep: &[usize]) -> AllocResult<BDDFunction> {
        let mut keeps = vec![false; self.codes.choices().len()];
        for &variable in keep {
            keeps[variable] = true;
        }
        let mut bits = self.full.0.clone();
        for bit in (0..self.codes.n_bits()).rev().filter(|&bit| !keeps[self.codes.owner(bit)]) {
            bits = self.bit(bit)?.and(&bits)?;
        }
        Ok(bits)
    }
}

impl Diagram for Bdd {
    type Set = BddSet;

    fn add_variable(&mut self, n_choices: u32) -> Result<(), OutOfMemory> {
        let width = self.codes.add(n_choices);
        self.manager.with_manager_exclusive(|manager| manager.add_vars(width));
        Ok(())
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
        self.run(&[], || {
            let more = self.codes_from(variable, choice + 1)?;
            more.imp_strict(&self.codes_from(variable, choice)?).map(BddSet)
        })
    }

    fn at_least(&self, variable: usize, choice: u32) -> Result<BddSet, OutOfMemory> {
        self.run(&[], || self.codes_from(variable, choice).map(BddSet))
    }

    fn and(&self, a: &BddSet, b: &BddSet) -> Result<BddSet, OutOfMemory> {
        self.run(&[a, b], || a.0.and(&b.0).map(BddSet))
    }

    fn or(&self, a: &BddSet, b: &BddSet) -> Result<BddSet, OutOfMemory> {
        self.run(&[a, b], || a.0.or(&b.0).map(BddSet))
    }

    fn minus(&self, a: &BddSet, b: &BddSet) -> Result<BddSet, OutOfMemory> {
        self.run(&[a, b], || b.0.imp_strict(&a.0).map(BddSet))
    }

    fn is_empty(&self, set: &BddSet) -> bool {
        *set == self.empty
    }

    fn contains(&self, set: &BddSet, state: &State) -> bool {
        self.look(set, |view, edge| walk::contains(view, &self.codes, edge, state))
    }

    fn count(&self, set: &BddSet) -> BigUint {
        count::count(&self.graph(&[set]), &self.codes)
    }

    fn least(&self, set: &BddSet) -> Option<State> {
        self.look(set, |view, edge| walk::least(view, &self.codes, edge))
    }

    fn after(&self, set: &BddSet, state: &State) -> Option<State> {
        self.look(set, |view, edge| walk::after(view, &self.codes, edge, state))
    }

    fn select(&self, set: &BddSet, ranks: &[BigUint]) -> Vec<Option<State>> {
        count::select(&self.graph(&[set]), &self.codes, ranks)
    }

    fn lightest(&self, set: &BddSet, weights: &Weights) -> Option<(State, u64)> {
        lightest::lightest(&self.graph(&[set]), &self.codes, weights)
    }

    fn project(&self, set: &BddSet, keep: &[usize]) -> Result<BddSet, OutOfMemory> {
        self.run(&[set], || set.0.exists(&self.bits_except(keep)?).map(BddSet))
    }

    fn split(&self, set: &BddSet, n: usize) -> Result<Vec<BddSet>, OutOfMemory> {
        // Some operators for each variable: not the place to switch threads for each.
        self.big_stack().run(|| split::parts(self, set, n))
    }

    fn n_nodes(&self, set: &BddSet) -> usize {
        self.graph(&[set]).nodes.len()
    }

    fn save(&self, sets: &[&BddSet]) -> Vec<u8> {
        file::encode(&self.graph(sets), &self.codes)
    }

    fn load(&self, bytes: &[u8]) -> Result<Vec<BddSet>, LoadError> {
        let graph = file::decode(bytes, &self.codes)?;
        Ok(self.run(&[], || self.build(&graph))?)
    }

    fn statistics(&self) -> DiagramStatistics {
        self.room.statistics(&self.manager)
    }
}
