//! The skeleton of a check on the host's side: its variables, and its memory as terms.
//!
//! The guest lays out the largest state within the bounds and describes it ([`glassbox_abi::Skeleton`]). From that
//! come the variables of the space, in an order that keeps diagrams small (`variable_order.rs`); guards of all conditions
//! (`conditions.rs`); and the memory itself, as terms: every byte of every cell is a function of the state
//! (`image.rs`). The terms are planted once and kept in a snapshot; for a run, only the values are written that
//! differ from those of the snapshot (`write.rs`).

mod blocks;
mod conditions;
mod fields;
mod image;
mod listed;
mod places;
mod plan;
mod related;
mod support;
mod unused;
mod variable_order;
mod write;

pub(crate) use blocks::Blocks;
pub(crate) use fields::ParentField;
pub(crate) use image::chunks;
pub(crate) use listed::{Listed, ListedValue, OwnedBlock};
pub(crate) use places::{Pattern, Place, is_compared};
pub use plan::plan;

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{CellKind, Condition};
use glassbox_space::{Diagram, OutOfMemory, Space, State, VariableId};
use glassbox_vm::exec::Snapshot;
use glassbox_vm::track::{Concolic, TermId, Terms, Word};

use crate::guest::Guest;
use crate::ids::{NodeKey, TypeKey, VariablePair};
use conditions::{ConditionId, Conditions};
use image::PlantedCount;
use places::Places;
use write::Pieces;

/// Part of a node's memory that a run may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All its blocks.
    Below,
    /// All but a buffer in which its own tree children lie.
    Itself,
}

/// A key that the position of its node determines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    /// The position of the node.
    pub(crate) node: u32,
    /// Path of the key.
    pub(crate) path: String,
    /// The key, as text.
    pub(crate) value: String,
}

/// A skeleton that states can be written into.
#[derive(Debug)]
pub struct Skeleton<D: Diagram> {
    record: Record,
    /// The space's variable for each variable of the record.
    variables: Vec<VariableId>,
    conditions: Conditions<D>,
    /// Memory that varies between states.
    pieces: Pieces,
    /// The counts of the record.
    counts: Vec<PlantedCount>,
    /// Keys that positions determine.
    ranks: Vec<Rank>,
    /// For each node its tree children.
    children: Vec<Vec<u32>>,
    /// Blocks by address.
    blocks: Blocks,
    /// For each block the condition under which it exists.
    exists: Vec<ConditionId>,
    /// The same for each node.
    nodes_exist: Vec<ConditionId>,
    /// For each condition the blocks that exist where it holds.
    blocks_where: Vec<Vec<u32>>,
    /// The fields of each type of nodes.
    fields: Vec<fields::Fields>,
    /// What positions have at each place of their type.
    places: Places,
    /// Listed values that own memory.
    listed: Listed,
    /// Terms for numbers of nodes of a type below a position.
    numbers_below: BTreeMap<(u32, TypeKey), TermId>,
    /// Positions by address and type.
    positions: BTreeMap<NodeKey, u32>,
    /// The machine with the terms planted and all blocks closed.
    start: Snapshot<Concolic>,
}

impl<D: Diagram> Skeleton<D> {
    /// Makes variables and plants the terms. The guest must have just sent `record`.
    pub fn new(guest: &mut Guest, space: &mut Space<D>, record: Record) -> Result<Self, OutOfMemory> {
        let related = related::related(guest, &record)?;
        Self::in_order(guest, space, record, &related)
    }

    /// Makes variables and plants the terms, with pairs of variables that an invariant compares.
    fn in_order(
        guest: &mut Guest,
        space: &mut Space<D>,
        record: Record,
        related: &[VariablePair],
    ) -> Result<Self, OutOfMemory> {
        let variables = variable_order::declare(space, &record, related)?;
        let mut conditions = Conditions::new(space, variables.clone());
        let blocks = Blocks::new(&record);
        let places = Places::new(guest, &record);
        let listed = Listed::new(guest, &record);
        let planted = image::plant(guest, space, &record, &blocks, &variables, &mut conditions)?;
        let exists = declare_blocks(guest, space, &record, &mut conditions)?;
        let mut nodes_exist = Vec::new();
        for node in &record.nodes {
            let exists = conditions.make(space, &node.condition)?;
            conditions.term(space, guest, exists)?;
            nodes_exist.push(exists);
        }
        let children = children(&record);
        let ranks = ranks(guest, &record);
        let (fields, positions) = (fields::fields(&record), fields::positions(&record));
        let terms = guest.machine.tracker().terms();
        let pieces = Pieces::new(planted.pieces, &planted.counts, terms, space, &conditions, record.nodes.len());
        let mut blocks_where = vec![Vec::new(); conditions.len()];
        for (block, condition) in (0..).zip(&exists) {
            blocks_where[condition.index()].push(block);
        }
        let start = guest.machine.snapshot();
        Ok(Self {
            record,
            variables,
            conditions,
            pieces,
            counts: planted.counts,
            ranks,
            children,
            blocks,
            exists,
            nodes_exist,
            blocks_where,
            fields,
            places,
            listed,
            numbers_below: BTreeMap::new(),
            positions,
            start,
        })
    }

    /// Adds what nodes of larger states have at places that no position of this skeleton has, and their listed values. The guest
    /// must have just sent `larger`.
    pub(crate) fn learn_places(&mut self, guest: &mut Guest, larger: &Record) {
        let values_differ = self.record.values_depend_on_bounds > 0;
        self.places.learn(Places::new(guest, larger), values_differ);
        if values_differ {
            self.listed.learn(Listed::new(guest, larger), larger);
        }
    }

    /// Whether the structures are valid after a panic of a callback, as the check's attribute says.
    pub(crate) fn is_panic_safe(&self) -> bool {
        self.record.panic_safe > 0
    }

    /// Whether the check may leave the states that are checked, as its attribute says.
    pub(crate) fn may_leave(&self) -> bool {
        self.record.may_leave > 0
    }

    /// Bytes of fields that may have any value.
    pub(crate) fn bytes_of_any(&self) -> BTreeSet<u32> {
        let cells = self.record.cells.iter().filter(|cell| cell.kind == CellKind::Any);
        cells.flat_map(|cell| cell.address..cell.address + cell.len).collect()
    }

    /// Names of fields that may have any value, each once.
    pub(crate) fn fields_of_any(&self) -> Vec<String> {
        let cells = self.record.cells.iter().filter(|cell| cell.kind == CellKind::Any);
        let names: BTreeSet<&str> = cells.filter_map(|cell| cell.path.rsplit('.').next()).collect();
        names.into_iter().map(str::to_owned).collect()
    }

    /// The guest's description.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The space's variable for a variable of the record.
    pub fn variable(&self, variable: u32) -> VariableId {
        self.variables[variable as usize]
    }

    /// The tree children of a node.
    pub fn children(&self, node: u32) -> &[u32] {
        &self.children[node as usize]
    }

    /// The states in which a condition holds.
    pub fn guard(&mut self, space: &Space<D>, condition: &Condition) -> Result<D::Set, OutOfMemory> {
        let id = self.conditions.make(space, condition)?;
        Ok(self.conditions.guard(id).clone())
    }

    /// Whether a condition holds in a state.
    pub fn holds(&self, space: &Space<D>, condition: &Condition, state: &State) -> bool {
        condition.iter().all(|requirement| {
            let choice = space.choice(self.variable(requirement.variable), state);
            choice.is_some_and(|choice| requirement.choices.contains(&choice))
        })
    }

    /// Whether a state has a node, and the term for that.
    pub(crate) fn node_exists(&self, node: u32, state: &State) -> (bool, TermId) {
        self.condition_in(self.nodes_exist[node as usize], state)
    }

    /// Whether a state has a block, and the term for that.
    pub(crate) fn block_exists(&self, block: u32, state: &State) -> (bool, TermId) {
        self.condition_in(self.exists[block as usize], state)
    }

    fn condition_in(&self, condition: ConditionId, state: &State) -> (bool, TermId) {
        let term = self.conditions.known_term(condition).expect("all nodes and blocks have a term");
        (self.conditions.holds(condition, state), term)
    }

    /// The choices of a state in the order of the record's variables.
    pub fn choices(&self, space: &Space<D>, state: &State) -> Vec<u32> {
        let choice = |&variable: &VariableId| space.choice(variable, state).expect("base variables have a choice");
        self.variables.iter().map(choice).collect()
    }

    /// A state of the structures as text, from which `glassbox::native::from_replay` builds it in ordinary memory:
    /// bounds, a colon, and the choices without the zeros at the end.
    pub fn replay(&self, space: &Space<D>, state: &State) -> String {
        let bounds = self.record.bounds.iter().map(|bound| format!("{}={}", bound.name, bound.value));
        let bounds: Vec<String> = bounds.collect();
        format!("{}:{}", bounds.join(","), self.choices_text(space, state, true))
    }

    /// A state with its arguments as text: that of the structures, and behind a semicolon the choices of the other
    /// arguments.
    pub fn transition(&self, space: &Space<D>, state: &State) -> String {
        let (structures, arguments) = (self.replay(space, state), self.choices_text(space, state, false));
        if arguments.is_empty() { structures } else { format!("{structures};{arguments}") }
    }

    /// The choices of the structures, or of all other arguments, without the zeros at the end.
    fn choices_text(&self, space: &Space<D>, state: &State, of_structures: bool) -> String {
        let choices = self.choices(space, state).into_iter().zip(&self.record.variables);
        let meant = choices.filter(|(_, variable)| variable.node.is_some() == of_structures);
        let mut choices: Vec<u32> = meant.map(|(choice, _)| choice).collect();
        choices.truncate(choices.iter().rposition(|choice| *choice > 0).map_or(0, |last| last + 1));
        let choices: Vec<String> = choices.iter().map(u32::to_string).collect();
        choices.join(".")
    }

    /// The state with these choices of the structures' variables and of the others, in the order of the record; zeros
    /// where there are none. None if a choice does not exist.
    pub(crate) fn state_of(&self, space: &Space<D>, structures: &[u32], others: &[u32]) -> Option<State> {
        let mut state = vec![0; space.base_variables().len()];
        let (mut structures, mut others) = (structures.iter(), others.iter());
        for (index, variable) in (0..).zip(&self.record.variables) {
            let choices = if variable.node.is_some() { &mut structures } else { &mut others };
            let choice = choices.next().copied().unwrap_or(0);
            if choice >= variable.choices {
                return None;
            }
            state[space.base_index(self.variable(index))?] = choice;
        }
        (structures.len() + others.len() == 0).then(|| State::from(state))
    }

    /// Keys that positions determine.
    pub(crate) fn ranks(&self) -> &[Rank] {
        &self.ranks
    }

    /// The fields of a type.
    pub(crate) fn fields(&self, node_type: TypeKey) -> &fields::Fields {
        &self.fields[node_type.index()]
    }

    /// What positions have at each place of their type.
    pub(crate) fn places(&self) -> &Places {
        &self.places
    }

    /// Listed values that own memory.
    pub(crate) fn listed(&self) -> &Listed {
        &self.listed
    }

    /// The position with this address and type, whether a state has it or not.
    pub(crate) fn position(&self, key: NodeKey) -> Option<u32> {
        self.positions.get(&key).copied()
    }

    /// The term for the number of nodes of a type below a position, if it is known.
    pub(crate) fn known_number_below(&self, position: u32, counted: TypeKey) -> Option<TermId> {
        let is_it =
            |count: &&glassbox_abi::skeleton::Count| count.node == Some(position) && count.node_type == counted.0;
        let declared = self.record.counts.iter().zip(&self.counts).find(|(count, _)| is_it(count));
        declared.map(|(_, planted)| planted.term).or_else(|| self.numbers_below.get(&(position, counted)).copied())
    }

    /// Makes a term for the number of these positions that a state has: those of a type below a position.
    pub(crate) fn count_below(
        &mut self,
        guest: &mut Guest,
        space: &mut Space<D>,
        position: u32,
        counted: TypeKey,
        nodes: &[u32],
    ) -> Result<TermId, OutOfMemory> {
        let conditions: Vec<Condition> =
            nodes.iter().map(|node| self.record.nodes[*node as usize].condition.clone()).collect();
        let ids = conditions.iter().map(|condition| self.conditions.make(space, condition));
        let ids = ids.collect::<Result<Vec<_>, _>>()?;
        let guards = image::count_guards(space, &self.conditions, &ids)?;
        let words: Vec<Word> = (0..guards.len() as u64).map(Word::defined).collect();
        let variable = space.derive(guards)?;
        let term = guest.machine.tracker_mut().terms_mut().variable(variable.index(), &words);
        self.numbers_below.insert((position, counted), term);
        Ok(term)
    }

    /// The snapshot that runs start from.
    pub(crate) fn start(&self) -> &Snapshot<Concolic> {
        &self.start
    }

    /// Blocks by address, and the nodes in them.
    pub(crate) fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// The blocks that a position owns besides the one that it lies in.
    pub(crate) fn buffers_of(&self, node: u32) -> Vec<u32> {
        let own = self.blocks.at(self.record.nodes[node as usize].address);
        self.blocks.of(node).iter().copied().filter(|block| Some(*block) != own).collect()
    }

    /// Whether a position has no block of its own: it lies in a buffer.
    pub(crate) fn is_in_place(&self, node: u32) -> bool {
        let block = self.blocks.at(self.record.nodes[node as usize].address);
        block.is_none_or(|block| self.record.blocks[block as usize].node != Some(node))
    }

    /// Number of positions.
    pub fn n_nodes(&self) -> u32 {
        u32::try_from(self.record.nodes.len()).expect("the record counts with 32 bits")
    }

    /// The planted terms.
    pub fn terms<'a>(&self, guest: &'a Guest) -> &'a Terms {
        guest.machine.tracker().terms()
    }

    /// The term of a condition; made if there is none yet.
    pub(crate) fn make_condition_term(
        &mut self,
        guest: &mut Guest,
        space: &mut Space<D>,
        condition: &Condition,
    ) -> Result<TermId, OutOfMemory> {
        let id = self.conditions.make(space, condition)?;
        self.conditions.term(space, guest, id)
    }

    /// The term of a condition, if it has one.
    pub(crate) fn known_condition_term(&self, condition: &Condition) -> Option<TermId> {
        self.conditions.find(condition).and_then(|id| self.conditions.known_term(id))
    }
}

fn ranks(guest: &mut Guest, record: &Record) -> Vec<Rank> {
    let mut ranks = Vec::new();
    for cell in record.cells.iter().filter(|cell| cell.kind == CellKind::Rank && cell.variable.is_none()) {
        if let (Some(node), Some(&pattern)) = (cell.node, cell.patterns.first()) {
            let value = guest.machine.read(pattern, cell.len.min(8)).value;
            ranks.push(Rank { node, path: cell.path.clone(), value: value.to_string() });
        }
    }
    ranks
}

fn children(record: &Record) -> Vec<Vec<u32>> {
    let mut children = vec![Vec::new(); record.nodes.len()];
    for (index, node) in (0..).zip(&record.nodes) {
        if let Some(parent) = node.parent {
            children[parent as usize].push(index);
        }
    }
    children
}

/// Closes all blocks. Returns for each the condition under which it exists.
fn declare_blocks<D: Diagram>(
    guest: &mut Guest,
    space: &mut Space<D>,
    record: &Record,
    conditions: &mut Conditions<D>,
) -> Result<Vec<ConditionId>, OutOfMemory> {
    let mut exists = Vec::new();
    for block in &record.blocks {
        let condition = conditions.make(space, &block.condition)?;
        let term = conditions.term(space, guest, condition)?;
        guest.machine.tracker_mut().declare_block(block.address..block.address + block.len, term);
        exists.push(condition);
    }
    Ok(exists)
}
