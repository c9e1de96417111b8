//! Judges a run by reading the whole structure: the oracle for the local judge.
//!
//! Written without regard for the judge, and as plainly as possible: walk from the roots, see every node once,
//! check all of them from the leaves up. It looks at values only; which terms they have does not matter to it.

use std::collections::BTreeMap;

use glassbox_abi::names::CHECK_EXPORT_PREFIX;
use glassbox_abi::skeleton::{Argument, Cell, CellKind, ItemKind, Returned, visit};
use glassbox_space::{Diagram, State};
use glassbox_vm::memory::GuestAddr;
use glassbox_vm::track::{TermId, Word};

use crate::guest::{Guest, Piece, Visited};
use crate::ids::{NodeKey, TypeKey};
use crate::judge::new_blocks;
use crate::limits::RUN_FUEL;
use crate::states::States;

/// Runs a check on a state. Returns a finding, if any.
pub fn run_and_judge<D: Diagram>(states: &mut States<D>, check: &str, state: &State) -> Result<(), String> {
    let function = states.guest.machine.module().exported_function(&format!("{CHECK_EXPORT_PREFIX}{check}"));
    let function = function.ok_or("no such check")?;
    states.write(state);
    let mut oracle = Oracle { states, state, seen: BTreeMap::new() };
    oracle.states.guest.machine.set_fuel(RUN_FUEL);
    let roots = oracle.roots();
    let before = oracle.contents(&roots)?;
    let mut report = RunReport { arguments: oracle.arguments(), ..RunReport::default() };
    let arguments: Vec<u32> =
        oracle.states.skeleton.record().arguments.iter().map(|argument| argument.address).collect();
    oracle.states.guest.machine.set_fuel(RUN_FUEL);
    if !oracle.states.guest.ask(function, &arguments).map_err(|stopped| stopped.to_string())? {
        return Err("refuted".to_owned());
    }
    let host = oracle.states.guest.host();
    report.returned = host.returned.map(|(kind, value)| (kind, value.value));
    report.dropped = host.dropped.iter().map(|token| u64::from(*token)).collect();
    oracle.states.guest.machine.set_fuel(RUN_FUEL);
    // Before judging, which needs memory itself.
    let new = new_blocks(&oracle.states.guest);
    if is_any_forgotten(&mut oracle.states.guest, new) {
        return Err("a new block is never freed".to_owned());
    }
    oracle.judge(&roots)?;
    let after = oracle.contents(&roots)?;
    oracle.tokens(&before, &after, &report)?;
    oracle.effect(&before, &after, &report)
}

/// Judges a state. Returns a finding, if any.
pub(crate) fn judge_state<D: Diagram>(states: &mut States<D>, state: &State) -> Result<(), String> {
    states.write(state);
    let mut oracle = Oracle { states, state, seen: BTreeMap::new() };
    oracle.states.guest.machine.set_fuel(RUN_FUEL);
    let roots = oracle.roots();
    oracle.judge(&roots)
}

/// Whether no word of memory leads into one of the blocks.
fn is_any_forgotten(guest: &mut Guest, mut forgotten: Vec<std::ops::Range<u32>>) -> bool {
    let is_forgotten = |forgotten: &[std::ops::Range<u32>], at: u32| forgotten.iter().any(|block| block.contains(&at));
    let live = guest.machine.heap().live().map(|block| block.address..block.address + block.size);
    let mut to_read: Vec<_> = live.filter(|block| !is_forgotten(&forgotten, block.start)).collect();
    to_read.push(0..guest.machine.heap().range().start);
    while let Some(range) = to_read.pop().filter(|_| !forgotten.is_empty()) {
        for at in (range.start.next_multiple_of(4)..range.end.saturating_sub(3)).step_by(4) {
            let word = guest.machine.read(at, 4);
            let target = u32::try_from(word.value).unwrap_or(0);
            if let Some(index) =
                forgotten.iter().position(|block| block.contains(&target)).filter(|_| word.shadow.undefined == 0)
            {
                to_read.push(forgotten.swap_remove(index));
            }
        }
    }
    !forgotten.is_empty()
}

fn increasing(keys: &[u64]) -> Result<(), String> {
    if keys.is_sorted_by(|a, b| a < b) { Ok(()) } else { Err(format!("keys are not in order: {keys:?}")) }
}

/// The arguments of a run, and its reports to the host.
#[derive(Clone, Debug, Default)]
pub(super) struct RunReport {
    pub(super) arguments: Vec<u64>,
    pub(super) returned: Option<(Returned, u64)>,
    pub(super) dropped: Vec<u64>,
}

pub(super) struct Oracle<'a, D: Diagram> {
    pub(super) states: &'a mut States<D>,
    state: &'a State,
    /// Every node reached, with the one above.
    seen: BTreeMap<NodeKey, Option<NodeKey>>,
}

impl<D: Diagram> Oracle<'_, D> {
    fn roots(&self) -> Vec<NodeKey> {
        let arguments = &self.states.skeleton.record().arguments;
        arguments.iter().filter_map(|argument| argument.root).map(|root| self.key(root)).collect()
    }

    /// The first bytes of each argument, as far as they are one number.
    fn arguments(&mut self) -> Vec<u64> {
        let record = self.states.skeleton.record().clone();
        let number = |argument: &Argument| {
            let is_it = |cell: &&Cell| cell.node.is_none() && cell.address == argument.address;
            let cell = record.cells.iter().find(is_it);
            cell.map_or(0, |cell| self.states.guest.machine.read(cell.address, cell.len.min(4)).value)
        };
        record.arguments.iter().map(number).collect()
    }

    fn judge(&mut self, roots: &[NodeKey]) -> Result<(), String> {
        let record = self.states.skeleton.record().clone();
        for &root in roots {
            self.walk(root, None)?;
        }
        for &root in roots {
            increasing(&self.keys(root)?)?;
        }
        self.nothing_is_lost()?;
        self.parents()?;
        self.counts()?;
        self.fixed()?;
        for &root in roots {
            let function = self.function(record.types[root.node_type.index()].ok)?;
            if !self.states.guest.ask(function, &[root.address.0]).map_err(|stopped| stopped.to_string())? {
                return Err("the global invariant is broken".to_owned());
            }
        }
        Ok(())
    }

    fn key(&self, node: u32) -> NodeKey {
        let node = &self.states.skeleton.record().nodes[node as usize];
        NodeKey::new(node.address, node.node_type)
    }

    fn function(&self, index: u32) -> Result<u32, String> {
        self.states.guest.machine.table_function(0, index).ok_or_else(|| "no such function".to_owned())
    }

    /// Checks a subtree. Returns its summary.
    fn walk(&mut self, node: NodeKey, above: Option<NodeKey>) -> Result<Vec<Piece>, String> {
        if self.seen.insert(node, above).is_some() {
            return Err(format!("{node} is reached twice"));
        }
        self.must_be_there(node)?;
        let mut summaries = BTreeMap::new();
        for child in self.links(node)? {
            summaries.insert(child.address.0, self.walk(child, Some(node))?);
        }
        self.check(node, summaries)
    }

    fn must_be_there(&self, node: NodeKey) -> Result<(), String> {
        let record = self.states.skeleton.record();
        let position = record.nodes.iter().find(|position| NodeKey::new(position.address, position.node_type) == node);
        if let Some(position) = position
            && !self.states.skeleton.holds(&self.states.space, &position.condition, self.state)
        {
            return Err(format!("{} does not exist", position.path));
        }
        let block = self.states.guest.machine.heap().block_at_or_before(node.address.0);
        let alive =
            block.is_some_and(|block| block.freed.is_none() && node.address.0 < block.address + block.size.max(1));
        if alive { Ok(()) } else { Err(format!("{node} is no live block")) }
    }

    pub(super) fn visit(&mut self, node: NodeKey, what: u32) -> Result<Vec<Visited>, String> {
        let visitor = self.function(self.states.skeleton.record().types[node.node_type.index()].links)?;
        self.states.guest.host().visited.clear();
        self.states.guest.invoke(visitor, &[node.address.0, what]).map_err(|stopped| stopped.to_string())?;
        Ok(std::mem::take(&mut self.states.guest.host().visited))
    }

    pub(super) fn type_of(&self, check: u32) -> Result<TypeKey, String> {
        let types = &self.states.skeleton.record().types;
        let ty = (0..).zip(types).find(|(_, ty)| ty.check == check).map(|(index, _)| TypeKey(index));
        ty.ok_or_else(|| "a link to an unknown type".to_owned())
    }

    fn links(&mut self, node: NodeKey) -> Result<Vec<NodeKey>, String> {
        let seen = self.visit(node, visit::LINKS)?;
        let links = seen.into_iter().filter_map(|seen| match seen {
            Visited::Link { target, check, .. } => {
                Some(self.type_of(check).map(|node_type| NodeKey { address: target, node_type }))
            }
            _ => None,
        });
        links.collect()
    }

    /// The keys in order at a node and below, one after the other.
    fn keys(&mut self, node: NodeKey) -> Result<Vec<u64>, String> {
        let mut keys = Vec::new();
        for seen in self.visit(node, visit::LINKS | visit::ITEMS)? {
            match seen {
                Visited::Item { kind: ItemKind::SortedKey, value } if value.shadow.undefined != 0 => {
                    return Err(format!("a key of {node} is undefined"));
                }
                Visited::Item { kind: ItemKind::SortedKey, value } => keys.push(value.value),
                Visited::Link { target, check, in_order, .. } => {
                    let below = self.keys(NodeKey { address: target, node_type: self.type_of(check)? })?;
                    if in_order {
                        keys.extend(below);
                    } else {
                        increasing(&below)?;
                    }
                }
                _ => {}
            }
        }
        Ok(keys)
    }

    fn check(&mut self, node: NodeKey, summaries: BTreeMap<u32, Vec<Piece>>) -> Result<Vec<Piece>, String> {
        let ty = self.states.skeleton.record().types[node.node_type.index()].clone();
        let out = self.states.guest.machine.reserve(ty.summary_size.max(1), 16).ok_or("no room")?;
        self.states.guest.host().summaries = summaries;
        let function = self.function(ty.check)?;
        if !self.states.guest.ask(function, &[node.address.0, out]).map_err(|stopped| stopped.to_string())? {
            return Err(format!("{node}: {:?}", self.states.guest.host().broken));
        }
        let byte = |offset: u32| {
            let value = self.states.guest.machine.read(out + offset, 1);
            Piece { at: offset, len: 1, term: TermId::NONE, word: Word::new(value.value, value.shadow.undefined) }
        };
        Ok((0..ty.summary_size).map(byte).collect())
    }

    fn nothing_is_lost(&self) -> Result<(), String> {
        let record = self.states.skeleton.record();
        for position in &record.nodes {
            let node = NodeKey::new(position.address, position.node_type);
            let existed = self.states.skeleton.holds(&self.states.space, &position.condition, self.state);
            let block = self.states.guest.machine.heap().block_at_or_before(node.address.0);
            let freed = block.is_none_or(|block| block.freed.is_some());
            if existed && !freed && !self.seen.contains_key(&node) {
                return Err(format!("{} is lost", position.path));
            }
        }
        Ok(())
    }

    fn parents(&mut self) -> Result<(), String> {
        for (node, above) in self.seen.clone() {
            for seen in self.visit(node, visit::PARENTS)? {
                let Visited::Parent { target, check } = seen else { continue };
                let ty = self.type_of(check)?;
                let expected = above.filter(|above| above.node_type == ty).map_or(GuestAddr(0), |above| above.address);
                if target != expected {
                    return Err(format!("a link up from {node} is wrong"));
                }
            }
        }
        Ok(())
    }

    /// Fields with one value, in every node of a type that has such a field at some position.
    fn fixed(&mut self) -> Result<(), String> {
        let record = self.states.skeleton.record().clone();
        for cell in record.cells.iter().filter(|cell| cell.kind == CellKind::Fixed) {
            let (Some(owner), Some(&pattern)) = (cell.node, cell.patterns.first()) else { continue };
            let owner = &record.nodes[owner as usize];
            if cell.condition != owner.condition {
                continue;
            }
            for node in
                self.seen.keys().filter(|node| node.node_type == TypeKey(owner.node_type)).copied().collect::<Vec<_>>()
            {
                for byte in 0..cell.len {
                    let now = self.states.guest.machine.read(node.address.0 + (cell.address - owner.address) + byte, 1);
                    let wanted = self.states.guest.machine.read(pattern + byte, 1);
                    let same = now.shadow.undefined == 0 && now.value == wanted.value;
                    if wanted.shadow.undefined == 0 && !same {
                        return Err(format!("{} has another value", cell.path));
                    }
                }
            }
        }
        Ok(())
    }

    fn counts(&mut self) -> Result<(), String> {
        for count in self.states.skeleton.record().counts.clone() {
            let record = self.states.skeleton.record();
            let counted = record.nodes.iter().find(|node| count.counted.contains(&node.condition));
            let Some(ty) = counted.map(|node| node.node_type) else { continue };
            let n = self.seen.keys().filter(|node| node.node_type == TypeKey(ty)).count() as u64;
            let value = self.states.guest.machine.read(count.address, count.len);
            if value.shadow.undefined != 0 || value.value != n {
                return Err(format!("{} is not {n}", count.path));
            }
        }
        Ok(())
    }
}
