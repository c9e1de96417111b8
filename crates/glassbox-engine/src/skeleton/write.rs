//! Writing states into the machine's memory.
//!
//! The terms are in memory already, and so are the values of the state in which every variable has its first choice.
//! For another state, only values that depend on a variable with another choice change, and only the blocks that exist
//! are opened. So writing a state costs as much as it has nodes, not as much as the skeleton has.

use glassbox_space::{Diagram, Space, State, VariableId};
use glassbox_vm::track::Terms;

use super::conditions::{ConditionId, Conditions};
use super::image::PlantedCount;
use super::support::{add_support, variables};
use super::{Reach, Skeleton};
use crate::guest::{Guest, Piece};

/// Memory that varies between states.
#[derive(Debug)]
pub(super) struct Pieces {
    /// Pieces in order of the nodes that they belong to; those that belong to no node come first.
    all: Vec<Piece>,
    /// For each node the index of its first piece, and at the end the number of pieces.
    of_nodes: Vec<usize>,
    /// For each position in a state the pieces that depend on the choice there.
    depend_on: Vec<Vec<u32>>,
    /// For each piece the last write that it was part of.
    written: Vec<u64>,
    /// Number of the last write.
    write: u64,
}

impl Pieces {
    /// `pieces` are in order of their nodes.
    pub(super) fn new<D: Diagram>(
        pieces: Vec<(Option<u32>, Piece)>,
        counts: &[PlantedCount],
        terms: &Terms,
        space: &Space<D>,
        conditions: &Conditions<D>,
        n_nodes: usize,
    ) -> Self {
        let before =
            |node: usize| pieces.partition_point(|(owner, _)| owner.is_none_or(|owner| (owner as usize) < node));
        let of_nodes = (0..=n_nodes).map(before).collect();
        let mut depend_on = vec![Vec::new(); space.base_variables().len()];
        for (index, (_, piece)) in (0..).zip(&pieces) {
            let mut support: Vec<usize> = Vec::new();
            for variable in variables(terms, [piece.term]) {
                add_support(&mut support, variable, counts, space, conditions);
            }
            support.sort_unstable();
            support.dedup();
            for position in support {
                depend_on[position].push(index);
            }
        }
        let written = vec![0; pieces.len()];
        let all = pieces.into_iter().map(|(_, piece)| piece).collect();
        Self { all, of_nodes, depend_on, written, write: 0 }
    }

    fn of_node(&self, node: u32) -> &[Piece] {
        &self.all[self.of_nodes[node as usize]..self.of_nodes[node as usize + 1]]
    }

    /// The pieces that may differ from the snapshot in a state.
    fn changed(&mut self, state: &State) -> Vec<Piece> {
        let mut changed = Vec::new();
        self.write += 1;
        let dependent = self.depend_on.iter().zip(state.choices()).filter(|(_, choice)| **choice > 0);
        for &index in dependent.flat_map(|(pieces, _)| pieces) {
            let written = &mut self.written[index as usize];
            if std::mem::replace(written, self.write) != self.write {
                changed.push(self.all[index as usize]);
            }
        }
        changed
    }
}

impl<D: Diagram> Skeleton<D> {
    /// Takes the machine's current memory as the skeleton's, after the host has allocated something.
    pub(crate) fn keep(&mut self, guest: &mut Guest) {
        self.start = guest.machine.snapshot();
    }

    /// Goes back to the skeleton; no run is in progress.
    pub fn restore(&self, guest: &mut Guest) {
        guest.machine.restore(&self.start);
        guest.machine.tracker_mut().begin_run();
        guest.host().begin_run();
    }

    /// Goes back to the skeleton and writes a whole state into it, with its arguments, ready for a run.
    pub fn write(&mut self, guest: &mut Guest, space: &Space<D>, state: &State) {
        self.restore(guest);
        guest.machine.tracker_mut().guard_all_blocks();
        let mut holds = vec![false; self.conditions.len()];
        self.conditions.holding(state, |condition| {
            holds[condition.index()] = true;
            for &block in self.blocks_where.get(condition.index()).into_iter().flatten() {
                self.guard_block(guest, block, true);
            }
        });
        for piece in self.pieces.changed(state) {
            self.write_piece(guest, space, piece, state, |condition| holds[condition.index()]);
        }
    }

    /// Writes the part of a state that belongs to a node, which the state has, and opens the node's memory for the run.
    pub fn write_node(&self, guest: &mut Guest, space: &Space<D>, node: u32, state: &State, reach: Reach) {
        for &piece in self.pieces.of_node(node) {
            self.write_piece(guest, space, piece, state, |condition| self.conditions.holds(condition, state));
        }
        if reach == Reach::Below && self.is_in_place(node) {
            // Its neighbours in the buffer stay closed.
            let position = &self.record.nodes[node as usize];
            let size = self.record.types[position.node_type as usize].size;
            guest.machine.tracker_mut().open_part(position.address..position.address + size);
        }
        for &block in self.blocks.of(node) {
            if reach == Reach::Below || !self.holds_children(node, block) {
                self.guard_block(guest, block, self.block_exists(block, state).0);
            }
        }
    }

    fn guard_block(&self, guest: &mut Guest, block: u32, present: bool) {
        let term = self.conditions.known_term(self.exists[block as usize]).expect("made when the block was declared");
        let block = &self.record.blocks[block as usize];
        guest.machine.tracker_mut().guard_block(block.address..block.address + block.len, term, present);
    }

    fn holds_children(&self, node: u32, block: u32) -> bool {
        self.blocks.nodes_in(block).any(|inside| self.record.nodes[inside as usize].parent == Some(node))
    }

    fn write_piece(
        &self,
        guest: &mut Guest,
        space: &Space<D>,
        piece: Piece,
        state: &State,
        holds: impl Fn(ConditionId) -> bool,
    ) {
        let choice = |variable| self.choice(space, VariableId::from_index(variable), state, &holds);
        let word = guest.machine.tracker().terms().evaluate(piece.term, &choice).expect("cells have values");
        if word != piece.word {
            guest.machine.revalue(piece.at, piece.len, word);
        }
    }

    /// The choice of any variable that memory depends on. `holds` returns whether a condition does.
    fn choice(
        &self,
        space: &Space<D>,
        variable: VariableId,
        state: &State,
        holds: &impl Fn(ConditionId) -> bool,
    ) -> u32 {
        if let Some(position) = space.base_index(variable) {
            return state[position];
        }
        if let Some(condition) = self.conditions.of_variable(variable) {
            return holds(condition).into();
        }
        let count = self.counts.iter().find(|count| count.variable == variable);
        let counted = count.map_or(0, |count| count.counted.iter().filter(|condition| holds(**condition)).count());
        u32::try_from(counted).expect("conditions are numbered with 32 bits")
    }
}
