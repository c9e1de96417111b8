//! The set of valid states, from the leaves to the root.
//!
//! For each position, children first:
//!
//! - `remaining`: the states in which the position exists and the subtrees below it are valid;
//! - pick one, run `check` on it, take the lookalikes away, until nothing remains;
//! - the union of the lookalikes of runs that said yes are the states in which the subtree is valid. Where a run's
//!   summary is a term, the guard of each of its values is that of the term, among the run's lookalikes.
//!
//! A subtree that does not exist is valid if all its variables have their first choice, so that no state is counted
//! twice.
//!
//! A panic, a trap or too many steps in `check` is an error that shows the state: an invariant must answer. So is a
//! read beyond the node and its tree children.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::skeleton::CellKind;
use glassbox_space::{Diagram, OutOfMemory, Partition, PartitionLimits, Space, State};
use glassbox_vm::exec::{Stop, Stopped};
use glassbox_vm::heap::MemoryErrorKind;
use glassbox_vm::track::Word;

use super::reads::MayRead;
use super::summary::{Collected, Summary};
use crate::guest::Guest;
use crate::ids::ByteSpan;
use crate::lookalikes::{Lookalikes, Prune};
use crate::picture::{Picture, described};
use crate::result::InvariantError;
use crate::skeleton::{Reach, Skeleton};

/// The valid states of one structure.
#[derive(Debug)]
pub struct Initial<S> {
    /// The valid states. Variables that belong to other arguments are free.
    pub valid: S,
    /// Runs that were needed.
    pub runs: u64,
    /// Results for each node of the record.
    pub nodes: Vec<NodeResult<S>>,
    /// Bytes that the check of each type of nodes may read.
    pub may_read: Vec<MayRead>,
    /// Whether an invariant depends on a field that may have any value.
    pub depends_on_any: bool,
}

/// Results for one position.
#[derive(Clone, Debug)]
pub struct NodeResult<S> {
    /// The states in which it exists and its subtree is valid.
    pub valid: S,
    /// The states in `valid`, and those in which the position does not exist and its subtree's variables have their
    /// first choice.
    pub closed: S,
    /// The summary that its parent can read.
    pub summary: Summary,
    /// Runs that were needed.
    pub runs: u64,
}

/// Computes the valid states of all structures. Calls `goes_on` after every run.
pub fn initial<D: Diagram>(
    guest: &mut Guest,
    space: &mut Space<D>,
    skeleton: &mut Skeleton<D>,
    fuel: u64,
    goes_on: &dyn Fn() -> bool,
) -> Result<Initial<D::Set>, InvariantError> {
    let n_types = skeleton.record().types.len();
    let out = largest_summary(skeleton);
    let out = guest.machine.reserve(out.max(1), 16).ok_or(OutOfMemory)?;
    let mut variables = vec![Vec::new(); skeleton.record().nodes.len()];
    for (index, variable) in (0..).zip(&skeleton.record().variables) {
        if let Some(node) = variable.node {
            variables[node as usize].push(index);
        }
    }
    let mut solver = Solver {
        guest,
        space,
        skeleton,
        lookalikes: Lookalikes::new(Prune::Paths, PartitionLimits::default()),
        variables,
        results: BTreeMap::new(),
        may_read: vec![MayRead::default(); n_types],
        depends_on_any: false,
        out,
        fuel,
        goes_on,
    };
    solver.skeleton.keep(solver.guest);
    for node in (0..solver.skeleton.n_nodes()).rev() {
        let result = solver.node(node)?;
        solver.results.insert(node, result);
    }
    solver.finish()
}

fn largest_summary<D: Diagram>(skeleton: &Skeleton<D>) -> u32 {
    skeleton.record().types.iter().map(|ty| ty.summary_size).max().unwrap_or(0)
}

struct Solver<'a, D: Diagram> {
    guest: &'a mut Guest,
    space: &'a mut Space<D>,
    skeleton: &'a mut Skeleton<D>,
    lookalikes: Lookalikes<D>,
    /// For each node the variables that belong to it.
    variables: Vec<Vec<u32>>,
    results: BTreeMap<u32, NodeResult<D::Set>>,
    may_read: Vec<MayRead>,
    depends_on_any: bool,
    /// Where checks write their summaries.
    out: u32,
    fuel: u64,
    goes_on: &'a dyn Fn() -> bool,
}

impl<D: Diagram> Solver<'_, D> {
    /// Computes the valid states of a position, after those of its children.
    fn node(&mut self, node: u32) -> Result<NodeResult<D::Set>, InvariantError> {
        let exists = self.exists(node)?;
        let mut remaining = self.candidates(node, &exists)?;
        let summary_size = self.node_type(node).summary_size;
        let mut summary = Collected::new(summary_size);
        let mut valid = self.space.empty();
        let mut runs = 0;
        while let Some(state) = self.space.least(&remaining) {
            let accepted = self.run(node, &state)?;
            self.ask_whether_to_go_on()?;
            runs += 1;
            let mut lookalikes = self.lookalikes_of_run(&state)?;
            lookalikes = self.space.and(&lookalikes, &remaining)?;
            if accepted {
                lookalikes = self.summarise(&mut summary, lookalikes, &state)?;
                valid = self.space.or(&valid, &lookalikes)?;
            }
            debug_assert!(self.space.contains(&lookalikes, &state), "a run covers at least its own state");
            remaining = self.space.minus(&remaining, &lookalikes)?;
        }
        let summary = summary.finish(self.space, self.guest, &valid)?;
        let closed = self.closed(node, &exists, &valid)?;
        Ok(NodeResult { valid, closed, summary, runs })
    }

    fn node_type(&self, node: u32) -> &glassbox_abi::skeleton::NodeType {
        let record = self.skeleton.record();
        &record.types[record.nodes[node as usize].node_type as usize]
    }

    fn exists(&mut self, node: u32) -> Result<D::Set, OutOfMemory> {
        let condition = self.skeleton.record().nodes[node as usize].condition.clone();
        self.skeleton.guard(self.space, &condition)
    }

    /// The states in which the position exists, its subtrees are valid, and its variables that do not matter have their
    /// first choice.
    fn candidates(&mut self, node: u32, exists: &D::Set) -> Result<D::Set, OutOfMemory> {
        let mut candidates = exists.clone();
        for variable in self.variables[node as usize].clone() {
            let condition = self.skeleton.record().variables[variable as usize].condition.clone();
            let matters = self.skeleton.guard(self.space, &condition)?;
            let first = self.space.guard(self.skeleton.variable(variable), 0);
            candidates = self.space.and(&candidates, &self.space.or(&matters, &first)?)?;
        }
        for child in self.skeleton.children(node).to_vec() {
            candidates = self.space.and(&candidates, &self.results[&child].closed)?;
        }
        Ok(candidates)
    }

    /// Valid, or absent with all variables of the subtree at their first choice.
    fn closed(&mut self, node: u32, exists: &D::Set, valid: &D::Set) -> Result<D::Set, OutOfMemory> {
        let mut absent = self.space.complement(exists)?;
        for variable in self.variables[node as usize].clone() {
            absent = self.space.and(&absent, &self.space.guard(self.skeleton.variable(variable), 0))?;
        }
        for child in self.skeleton.children(node).to_vec() {
            // The child does not exist either, so its closed states are those at their first choices.
            absent = self.space.and(&absent, &self.results[&child].closed)?;
        }
        self.space.or(valid, &absent)
    }

    /// Runs `check` on a state. Returns whether it accepts it.
    fn run(&mut self, node: u32, state: &State) -> Result<bool, InvariantError> {
        self.skeleton.restore(self.guest);
        let children = self.skeleton.children(node).to_vec();
        self.guest.host().summaries.clear();
        self.guest.host().asked_for_stranger = false;
        self.skeleton.write_node(self.guest, self.space, node, state, Reach::Below);
        for &child in &children {
            self.skeleton.write_node(self.guest, self.space, child, state, Reach::Itself);
            let pieces = self.results[&child].summary.pieces(self.space, state);
            let address = self.skeleton.record().nodes[child as usize].address;
            self.guest.host().summaries.insert(address, pieces);
        }
        let index = self.node_type(node).check;
        let function = self.guest.machine.table_function(0, index).ok_or(InvariantError::NoFunction { index })?;
        let address = self.skeleton.record().nodes[node as usize].address;
        self.guest.machine.set_fuel(self.fuel);
        self.guest.machine.tracker_mut().log_reads(true);
        let result = self.guest.ask(function, &[address, self.out]);
        self.remember_reads(node, &children);
        self.depends_on_any |= self.guest.machine.tracker().depended_on_unknown();
        result.map_err(|stopped| self.no_answer(node, state, stopped))
    }

    fn ask_whether_to_go_on(&self) -> Result<(), InvariantError> {
        if (self.goes_on)() { Ok(()) } else { Err(InvariantError::Interrupted) }
    }

    fn remember_reads(&mut self, node: u32, children: &[u32]) {
        let reads = self.guest.machine.tracker().reads().iter();
        let reads: Vec<ByteSpan> = reads.map(|&(at, len)| ByteSpan { at, len }).collect();
        self.guest.machine.tracker_mut().log_reads(false);
        let record = self.skeleton.record();
        let ty = record.nodes[node as usize].node_type;
        self.may_read[ty as usize].add(record, self.skeleton.blocks(), node, children, &reads);
    }

    fn no_answer(&mut self, node: u32, state: &State, stopped: Stopped) -> InvariantError {
        let path = self.skeleton.record().nodes[node as usize].path.clone();
        let too_far = match &stopped.stop {
            Stop::Memory(error) => matches!(error.kind, MemoryErrorKind::OutOfReach { .. }),
            _ => self.guest.host().asked_for_stranger,
        };
        if too_far {
            return InvariantError::NotLocal { node: path, stopped };
        }
        let choices = self.skeleton.choices(self.space, state);
        let picture = described(self.skeleton.record(), &choices, self.skeleton.ranks());
        let picture = Picture { values: Vec::new(), ..picture };
        InvariantError::Stopped { node: path, stopped, picture: Box::new(picture) }
    }

    fn lookalikes_of_run(&mut self, state: &State) -> Result<D::Set, OutOfMemory> {
        let tracker = self.guest.machine.tracker();
        self.lookalikes.of(self.space, tracker.terms(), tracker.decisions(), state)
    }

    /// Adds a run's summary. Returns the states that are done: fewer than the lookalikes if a term has too many values.
    fn summarise(
        &mut self,
        summary: &mut Collected<D::Set>,
        lookalikes: D::Set,
        state: &State,
    ) -> Result<D::Set, OutOfMemory> {
        let mut done = lookalikes;
        let mut words = Vec::new();
        for ByteSpan { at: offset, len } in summary.places() {
            let value = self.guest.machine.read(self.out + offset, len);
            let word = Word::new(value.value, value.shadow.undefined);
            let is_unknown = self.guest.machine.tracker_mut().is_unknown(value.shadow.term);
            self.depends_on_any |= is_unknown;
            if !value.shadow.term.is_some() || is_unknown {
                words.push((word, None));
                continue;
            }
            let terms = self.guest.machine.tracker().terms();
            let partition = self.lookalikes.partition(self.space, terms, value.shadow.term)?;
            if partition == Partition::TooLarge {
                let pinned = self.lookalikes.as_now(self.space, terms, value.shadow.term, state)?;
                done = self.space.and(&done, &pinned)?;
                words.push((word, None));
            } else {
                words.push((word, Some(partition)));
            }
        }
        for (index, (word, partition)) in words.into_iter().enumerate() {
            match partition {
                Some(partition) => summary.add(self.space, index, &partition, &done)?,
                None => summary.add_one(self.space, index, word, &done)?,
            }
        }
        Ok(done)
    }

    /// Intersects the valid states of all structures, and applies the global invariants of their roots.
    fn finish(mut self) -> Result<Initial<D::Set>, InvariantError> {
        let mut valid = self.space.full();
        let mut runs = self.results.values().map(|result| result.runs).sum();
        let roots: Vec<u32> = self.skeleton.record().arguments.iter().filter_map(|argument| argument.root).collect();
        for &root in &roots {
            valid = self.space.and(&valid, &self.results[&root].valid.clone())?;
        }
        valid = self.with_real_aliases(valid)?;
        for &root in &roots {
            valid = self.global(root, valid, &mut runs)?;
        }
        self.no_inner_global(&valid)?;
        let nodes = self.results.into_values().collect();
        Ok(Initial { valid, runs, nodes, may_read: self.may_read, depends_on_any: self.depends_on_any })
    }

    /// The states in which every alias is null or leads to a node that the state has.
    fn with_real_aliases(&mut self, mut valid: D::Set) -> Result<D::Set, OutOfMemory> {
        let record = self.skeleton.record().clone();
        let aliases = record.cells.iter().filter(|cell| cell.kind == CellKind::Alias);
        for (cell, variable) in aliases.filter_map(|cell| Some((cell, cell.variable?))) {
            let is_there = self.skeleton.guard(self.space, &cell.condition)?;
            for (choice, label) in (0..).zip(&record.variables[variable as usize].labels) {
                let Some(target) = record.nodes.iter().find(|node| node.path == *label) else { continue };
                let exists = self.skeleton.guard(self.space, &target.condition)?;
                let leads_there = self.space.guard(self.skeleton.variable(variable), choice);
                let dangles = self.space.minus(&self.space.and(&is_there, &leads_there)?, &exists)?;
                valid = self.space.minus(&valid, &dangles)?;
            }
        }
        Ok(valid)
    }

    /// Refuses a global invariant of nodes that are no roots: it is never called. One that is not written reads nothing.
    fn no_inner_global(&mut self, valid: &D::Set) -> Result<(), InvariantError> {
        let mut asked = BTreeSet::new();
        for node in 0..self.skeleton.n_nodes() {
            let position = &self.skeleton.record().nodes[node as usize];
            let (path, node_type, address) = (position.path.clone(), position.node_type, position.address);
            if position.parent.is_none() || asked.contains(&node_type) {
                continue;
            }
            let exists = self.exists(node)?;
            let Some(state) = self.space.least(&self.space.and(valid, &exists)?) else { continue };
            asked.insert(node_type);
            let index = self.node_type(node).ok;
            let function = self.guest.machine.table_function(0, index).ok_or(InvariantError::NoFunction { index })?;
            self.skeleton.write(self.guest, self.space, &state);
            self.guest.machine.set_fuel(self.fuel);
            self.guest.machine.tracker_mut().log_reads(true);
            let answer = self.guest.ask(function, &[address]);
            let blocks = self.skeleton.blocks();
            let reads = self.guest.machine.tracker().reads();
            let is_written = reads.iter().any(|(at, len)| (*at..at + len).any(|byte| blocks.at(byte).is_some()));
            self.guest.machine.tracker_mut().log_reads(false);
            if is_written || answer != Ok(true) {
                return Err(InvariantError::InnerGlobal { node: path });
            }
        }
        Ok(())
    }

    /// The states of `candidates` that the global invariant of a root accepts.
    fn global(&mut self, root: u32, candidates: D::Set, runs: &mut u64) -> Result<D::Set, InvariantError> {
        let index = self.node_type(root).ok;
        let function = self.guest.machine.table_function(0, index).ok_or(InvariantError::NoFunction { index })?;
        let address = self.skeleton.record().nodes[root as usize].address;
        let mut remaining = candidates;
        let mut valid = self.space.empty();
        while let Some(state) = self.space.least(&remaining) {
            self.skeleton.write(self.guest, self.space, &state);
            self.guest.machine.set_fuel(self.fuel);
            let accepted = match self.guest.ask(function, &[address]) {
                Ok(accepted) => accepted,
                Err(stopped) => return Err(self.no_answer(root, &state, stopped)),
            };
            self.depends_on_any |= self.guest.machine.tracker().depended_on_unknown();
            *runs += 1;
            self.ask_whether_to_go_on()?;
            let lookalikes = self.lookalikes_of_run(&state)?;
            if accepted {
                valid = self.space.or(&valid, &self.space.and(&lookalikes, &remaining)?)?;
            }
            remaining = self.space.minus(&remaining, &lookalikes)?;
        }
        Ok(valid)
    }
}
