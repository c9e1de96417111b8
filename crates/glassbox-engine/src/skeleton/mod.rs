//! The skeleton of a check on the host's side: its variables, and its memory as terms.
//!
//! The guest lays out the largest state within the bounds and describes it ([`glassbox_abi::Skeleton`]). From that
//! come the variables of the space, in an order that keeps diagrams small (`order.rs`); guards of all conditions
//! (`conditions.rs`); and the memory itself, as terms: every byte of every cell is a function of the state
//! (`image.rs`). The terms are planted once and kept in a snapshot; for a run, only the values are written that
//! differ from those of the snapshot.

mod conditions;
mod fields;
mod image;
mod order;
mod picture;
mod plan;
mod unused;

pub(crate) use fields::FixedField;
pub(crate) use image::chunks;
pub use picture::{Picture, PictureNode};
pub use plan::{PlanError, plan};

use std::collections::BTreeMap;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Block, CellKind, Condition};
use glassbox_space::{Diagram, OutOfMemory, Space, State, VariableId};
use glassbox_vm::exec::Snapshot;
use glassbox_vm::track::{Concolic, TermId, Terms};

use crate::guest::{Guest, Piece};
use conditions::Conditions;

/// What of a node may be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All its blocks.
    Below,
    /// All but a buffer in which its own tree children lie.
    Itself,
}

/// A skeleton that states can be written into.
#[derive(Debug)]
pub struct Skeleton<D: Diagram> {
    record: Record,
    /// The space's variable for each variable of the record.
    variables: Vec<VariableId>,
    conditions: Conditions<D>,
    /// What varies in memory, by the node it belongs to; the last entry is for arguments that are no structures.
    pieces: Vec<Vec<Piece>>,
    /// For each count of the record its term.
    count_terms: Vec<TermId>,
    /// Keys that the position fixes: node, path and value.
    ranks: Vec<(u32, String, String)>,
    /// For each node its tree children.
    children: Vec<Vec<u32>>,
    /// For each node the blocks it has.
    blocks: Vec<Vec<u32>>,
    /// For each type of nodes what is known of its fields.
    fields: Vec<fields::Fields>,
    /// Positions by address and type.
    positions: BTreeMap<(u32, u32), u32>,
    /// The machine with the terms planted and all blocks closed.
    start: Snapshot<Concolic>,
}

impl<D: Diagram> Skeleton<D> {
    /// Makes variables and plants the terms. The guest must have just sent `record`.
    pub fn new(guest: &mut Guest, space: &mut Space<D>, record: Record) -> Result<Self, OutOfMemory> {
        let variables = order::declare(space, &record)?;
        let mut conditions = Conditions::new(variables.clone());
        let (pieces, count_terms) = image::plant(guest, space, &record, &variables, &mut conditions)?;
        for block in &record.blocks {
            guest.machine.tracker_mut().close_block(block.address..block.address + block.len);
            conditions.term(space, guest, &block.condition)?;
        }
        for node in &record.nodes {
            conditions.term(space, guest, &node.condition)?;
        }
        let children = children(&record);
        let ranks = ranks(guest, &record);
        let (fields, positions) = (fields::fields(&record), fields::positions(&record));
        let blocks = blocks(&record);
        let start = guest.machine.snapshot();
        Ok(Self {
            record,
            variables,
            conditions,
            pieces,
            count_terms,
            ranks,
            children,
            blocks,
            fields,
            positions,
            start,
        })
    }

    /// What the guest described.
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
        self.conditions.guard(space, condition)
    }

    /// Whether a condition holds in a state.
    pub fn holds(&self, space: &Space<D>, condition: &Condition, state: &State) -> bool {
        condition.iter().all(|requirement| {
            let choice = space.choice(self.variable(requirement.variable), state);
            choice.is_some_and(|choice| requirement.choices.contains(&choice))
        })
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
        let choices = self.choices(space, state).into_iter().zip(&self.record.variables);
        let own = choices.filter(|(_, variable)| variable.node.is_some());
        let mut choices: Vec<u32> = own.map(|(choice, _)| choice).collect();
        choices.truncate(choices.iter().rposition(|choice| *choice > 0).map_or(0, |last| last + 1));
        let choices: Vec<String> = choices.iter().map(u32::to_string).collect();
        format!("{}:{}", bounds.join(","), choices.join("."))
    }

    /// What a state looks like.
    pub fn picture(&self, space: &Space<D>, state: &State) -> Picture {
        picture::picture(&self.record, &self.choices(space, state), &self.ranks)
    }

    /// What is known of the fields of a type.
    pub(crate) fn fields(&self, node_type: u32) -> &fields::Fields {
        &self.fields[node_type as usize]
    }

    /// The position with this address and type, whether a state has it or not.
    pub(crate) fn position(&self, key: (u32, u32)) -> Option<u32> {
        self.positions.get(&key).copied()
    }

    /// The term of a count of the record, before a run.
    pub(crate) fn count_term(&self, count: usize) -> TermId {
        self.count_terms[count]
    }

    /// Writes what belongs to no node, the arguments that are no structures, and lets the run touch it.
    pub fn write_arguments(&self, guest: &mut Guest, space: &Space<D>, state: &State) {
        self.write_pieces(guest, space, &self.pieces[self.record.nodes.len()], state);
        for block in self.record.blocks.iter().filter(|block| block.node.is_none()) {
            self.open_block(guest, space, block, state);
        }
    }

    /// What runs start from.
    pub(crate) fn start(&self) -> &Snapshot<Concolic> {
        &self.start
    }

    /// Takes what the machine is now for the skeleton: the host has made room for something.
    pub(crate) fn keep(&mut self, guest: &mut Guest) {
        self.start = guest.machine.snapshot();
    }

    /// Goes back to the skeleton; no run is in progress.
    pub fn restore(&self, guest: &mut Guest) {
        guest.machine.restore(&self.start);
        guest.machine.tracker_mut().begin_run();
        guest.desk().begin_run();
    }

    /// Number of positions.
    pub fn n_nodes(&self) -> u32 {
        u32::try_from(self.record.nodes.len()).expect("the record counts with 32 bits")
    }

    /// Writes the part of a state that belongs to a node, and lets the run touch its blocks.
    pub fn write_node(&self, guest: &mut Guest, space: &Space<D>, node: u32, state: &State, reach: Reach) {
        self.write_pieces(guest, space, &self.pieces[node as usize], state);
        for &block in &self.blocks[node as usize] {
            let block = &self.record.blocks[block as usize];
            if reach == Reach::Itself && self.holds_children(node, block) {
                continue;
            }
            self.open_block(guest, space, block, state);
        }
    }

    fn open_block(&self, guest: &mut Guest, space: &Space<D>, block: &Block, state: &State) {
        let present = self.holds(space, &block.condition, state);
        let term = self.conditions.known_term(&block.condition);
        guest.machine.tracker_mut().guard_block(block.address..block.address + block.len, term, present);
    }

    fn holds_children(&self, node: u32, block: &Block) -> bool {
        let range = block.address..block.address + block.len;
        self.children(node).iter().any(|&child| range.contains(&self.record.nodes[child as usize].address))
    }

    fn write_pieces(&self, guest: &mut Guest, space: &Space<D>, pieces: &[Piece], state: &State) {
        let choice = |variable| self.choice_of(space, variable, state);
        for piece in pieces {
            let word = guest.machine.tracker().terms().evaluate(piece.term, &choice).expect("cells have values");
            if word != piece.word {
                guest.machine.revalue(piece.at, piece.len, word);
            }
        }
    }

    /// The choice of any of the space's variables: conditions are looked up here, which is faster than in the diagram.
    fn choice_of(&self, space: &Space<D>, variable: u32, state: &State) -> u32 {
        let id = VariableId::from_index(variable);
        match self.conditions.of_variable(id) {
            Some(condition) => self.holds(space, condition, state).into(),
            None => space.choice(id, state).unwrap_or(0),
        }
    }

    /// The terms planted.
    pub fn terms<'a>(&self, guest: &'a Guest) -> &'a Terms {
        guest.machine.tracker().terms()
    }

    /// The term of a condition that a block or cell has; none for one that always holds.
    pub fn condition_term(&self, condition: &Condition) -> TermId {
        self.conditions.known_term(condition)
    }
}

fn ranks(guest: &mut Guest, record: &Record) -> Vec<(u32, String, String)> {
    let mut ranks = Vec::new();
    for cell in record.cells.iter().filter(|cell| cell.kind == CellKind::Rank && cell.variable.is_none()) {
        if let (Some(node), Some(&pattern)) = (cell.node, cell.patterns.first()) {
            let value = guest.machine.read(pattern, cell.len.min(8)).value;
            ranks.push((node, cell.path.clone(), value.to_string()));
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

/// The blocks of each node.
fn blocks(record: &Record) -> Vec<Vec<u32>> {
    let mut blocks = vec![Vec::new(); record.nodes.len()];
    for (index, block) in (0..).zip(&record.blocks) {
        if let Some(node) = block.node {
            blocks[node as usize].push(index);
        }
    }
    blocks
}
