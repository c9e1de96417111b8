//! Runs a check on one state natively, for [`replay!`](crate::replay!).
//!
//! It finds panics, and afterwards checks the tree property, invariants, the order of keys, parent links, counts,
//! values that are lost or dropped twice, and the effect. It does not find memory errors: use after free, leaks,
//! undefined values. Miri and `cargo glassbox replay` do.

use std::collections::BTreeSet;

use glassbox_abi::Disturbance;
use glassbox_abi::disturbance::split_mark;
use glassbox_abi::skeleton::CellKind;

use super::contents::{Contents, Operation};
use super::disturbed::{self, End};
use super::judge::{Fault, Judge, Node, sorted_keys};
use super::{ReplayError, Space};
use crate::host;
use crate::node::NodeType;
use crate::plan::Plan;

/// Runs a check on a state with its arguments. `describe` names the arguments, `run` takes their addresses. If the text ends
/// with `~`, the structures are only dropped. A mark at the end (`!panic2`) says what goes wrong.
///
/// # Panics
///
/// If something is wrong, or there is no such state.
#[track_caller]
pub fn replay(state: &str, describe: fn(&mut Plan), run: unsafe fn(&[*mut u8]) -> u32) {
    let (text, disturbance) = split_mark(state).unwrap_or((state, None));
    let only_dropped = text.strip_suffix('~');
    let check = match CheckRun::new(only_dropped.unwrap_or(text), describe) {
        Ok(check) => check,
        Err(error) => panic!("`{state}` is not a state of this check: {error}"),
    };
    if only_dropped.is_some() {
        check.only_drop();
    } else if let Err(what) = check.run(run, disturbance) {
        panic!("{what}");
    }
}

/// A state in native memory, and its choices.
struct CheckRun {
    space: Space,
    choices: Vec<u32>,
}

impl CheckRun {
    /// From `bounds:structures;others`: the choices of the structures' variables, and of the other arguments'.
    fn new(text: &str, describe: fn(&mut Plan)) -> Result<Self, ReplayError> {
        let (structures, others) = text.split_once(';').unwrap_or((text, ""));
        let structures: super::Replay = structures.parse()?;
        let others: super::Replay = format!(":{others}").parse()?;
        let (space, choices) = structures.space_with(&others, describe)?;
        Ok(Self { space, choices })
    }

    fn run(mut self, run: unsafe fn(&[*mut u8]) -> u32, disturbance: Option<Disturbance>) -> Result<(), String> {
        self.hand_over();
        let (mut before, given) = (self.contents(), self.given_tokens());
        for (at, ty) in self.moved() {
            before.add(at, &ty);
        }
        let arguments: Vec<u32> = self.arguments();
        let addresses: Vec<*mut u8> = self.space.plan.arguments.iter().map(|argument| argument.at).collect();
        let _ = (host::take_dropped(), host::take_returned());
        // SAFETY: a state was written there, one value for each argument; those that are moved out are not used again.
        let end = disturbed::call(disturbance, || unsafe { run(&addresses) });
        let is_excused = end == End::Disturbed || matches!(disturbance, Some(Disturbance::TraitLies { .. }));
        if is_excused && !self.space.plan.is_panic_safe() {
            return self.drop_what_is_left();
        }
        if end == End::Returned(0) {
            return Err("the check returned false".to_owned());
        }
        let (dropped, returned) = (host::take_dropped(), host::take_returned());
        self.judge()?;
        let after = self.contents();
        after.check_tokens(&before, &given, &dropped)?;
        if let (Some(effect), End::Returned(_)) = (&self.space.plan.effect, end) {
            let arguments: Vec<u32> = effect.arguments.iter().map(|&number| arguments[number as usize]).collect();
            let is_key = |kind| matches!(kind, CellKind::Key | CellKind::Rank);
            let has_keys = self.space.plan.cells.iter().any(|cell| cell.node.is_some() && is_key(cell.kind));
            let operation = Operation { kind: effect.kind, arguments: &arguments, has_keys, returned };
            let followed = after.check_effect(&before, &operation);
            followed.map_err(|what| format!("afterwards, the contents are wrong: {what}"))?;
        }
        self.drop_roots();
        Ok(())
    }

    /// Drops what a panic or a lie has left. It may be a mess, but no value is dropped twice.
    fn drop_what_is_left(&self) -> Result<(), String> {
        self.drop_roots();
        let mut seen = BTreeSet::new();
        match host::take_dropped().into_iter().find(|token| !seen.insert(*token)) {
            Some(token) => Err(format!("value {token} is dropped twice")),
            None => Ok(()),
        }
    }

    fn only_drop(mut self) {
        self.hand_over();
        for (at, ty) in self.moved() {
            // SAFETY: the structure is valid, and is not used again.
            unsafe { (ty.entries.drop)(at) };
        }
        self.drop_roots();
    }

    fn drop_roots(&self) {
        for (at, ty) in self.roots() {
            // SAFETY: the structure is valid, and is not used again.
            unsafe { (ty.entries.drop)(at) };
        }
    }

    /// Gives all blocks that exist in this state to the structures. Only the arguments themselves stay ours.
    fn hand_over(&mut self) {
        let plan = &mut self.space.plan;
        let is_ours = |at: *mut u8| plan.arguments.iter().any(|argument| argument.at == at);
        for block in plan.blocks.iter().filter(|block| plan.conditions.hold(block.condition, &self.choices)) {
            if !is_ours(block.at) {
                plan.memory.release(block.at);
            }
        }
    }

    fn roots(&self) -> Vec<(*mut u8, NodeType)> {
        let plan = &self.space.plan;
        let roots = plan.arguments.iter().filter(|argument| !argument.by_value).filter_map(|argument| argument.root);
        roots.map(|root| (plan.nodes[root].at, plan.types[plan.nodes[root].ty])).collect()
    }

    /// The structures that the check takes by value.
    fn moved(&self) -> Vec<(*mut u8, NodeType)> {
        let plan = &self.space.plan;
        let roots = plan.arguments.iter().filter(|argument| argument.by_value).filter_map(|argument| argument.root);
        roots.map(|root| (plan.nodes[root].at, plan.types[plan.nodes[root].ty])).collect()
    }

    fn contents(&self) -> Contents {
        let mut contents = Contents::default();
        for (at, ty) in self.roots() {
            contents.add(at, &ty);
        }
        contents
    }

    /// The tokens in arguments.
    fn given_tokens(&self) -> Vec<u32> {
        let plan = &self.space.plan;
        let cells = plan.cells.iter().filter(|cell| cell.node.is_none() && cell.kind == CellKind::Token);
        let existing = cells.filter(|cell| plan.conditions.hold(cell.condition, &self.choices));
        // SAFETY: a token has been written there.
        existing.map(|cell| unsafe { cell.at.cast::<u32>().read_unaligned() }).collect()
    }

    /// The number of each argument that the effect names; 0 for the others.
    fn arguments(&self) -> Vec<u32> {
        let plan = &self.space.plan;
        let number = |at: *mut u8| {
            let cell = plan.cells.iter().find(|cell| cell.node.is_none() && cell.at == at)?;
            let mut bytes = [0; 4];
            let len = cell.len.min(4);
            // SAFETY: the cell has been written, and effects are about plain numbers, keys and tokens only.
            let written = unsafe { std::slice::from_raw_parts(at, len) };
            let start = if cfg!(target_endian = "little") { 0 } else { 4 - len };
            bytes[start..start + len].copy_from_slice(written);
            Some(u32::from_ne_bytes(bytes))
        };
        let named = |argument: &u32| plan.effect.as_ref().is_some_and(|effect| effect.arguments.contains(argument));
        let numbers = (0..).zip(&plan.arguments).map(|(index, argument)| {
            let is_number = argument.root.is_none() && named(&index);
            if is_number { number(argument.at).unwrap_or(0) } else { 0 }
        });
        numbers.collect()
    }

    fn judge(&self) -> Result<(), String> {
        let mut judge = Judge::default();
        let tell = |fault: Fault| format!("afterwards, {}", fault.what.text(&self.name(fault.node)));
        for (at, ty) in self.roots() {
            judge.node(at, &ty, None).map_err(tell)?;
        }
        for (at, ty) in self.roots() {
            sorted_keys(at, &ty).map_err(tell)?;
            judge.parents(at, &ty).map_err(tell)?;
            // SAFETY: a live node of this type.
            if !unsafe { (ty.entries.ok)(at) } {
                let node = self.name((at.addr(), ty.id));
                return Err(format!(
                    "afterwards, the invariant of {node} is broken: the global invariant does not hold"
                ));
            }
        }
        self.counts(&judge)
    }

    /// Checks the fields of roots that count nodes.
    fn counts(&self, judge: &Judge) -> Result<(), String> {
        let plan = &self.space.plan;
        let is_root = |node: Option<usize>| plan.arguments.iter().any(|argument| argument.root == node);
        let exists = |condition| plan.conditions.hold(condition, &self.choices);
        let existing = plan.counts.iter().filter(|count| exists(count.condition) && is_root(count.node));
        for count in existing {
            let Some(counted) = plan.nodes.iter().find(|node| count.counted.contains(&node.condition)) else {
                continue;
            };
            let id = plan.types[counted.ty].id;
            let number = judge.reached.keys().filter(|(_, reached)| *reached == id).count();
            // SAFETY: a field of a root, which is live.
            let value = unsafe { super::space::read_number(count.at, count.len) };
            if value != number as u64 {
                return Err(format!(
                    "afterwards, {} is not the number of nodes: {value}, not {number}",
                    plan.paths.text(count.path)
                ));
            }
        }
        Ok(())
    }

    /// The path of a node before the run.
    fn name(&self, (address, id): Node) -> String {
        let plan = &self.space.plan;
        let is_it = |node: &&crate::plan::Node| node.at.addr() == address && plan.types[node.ty].id == id;
        let mut existing = plan.nodes.iter().filter(|node| plan.conditions.hold(node.condition, &self.choices));
        existing.find(is_it).map_or_else(|| "a new node".to_owned(), |node| plan.paths.text(node.path))
    }
}
