//! What is left after a structure was dropped, or taken by value.
//!
//! Every block of the structures is freed, except for those that they lie in themselves; every value is dropped; and no block
//! is made that nothing leads to. That a block or a value is not there in this state is a decision: a lookalike in which it
//! is there would leave it behind. Nothing is asked about what is known to be gone (`route.rs`).
//!
//! A wrong free, a second drop and whatever else stops a run is found by the machine.

use std::collections::BTreeSet;

use glassbox_abi::skeleton::{Block, Condition, Requirement};
use glassbox_space::{Diagram, OutOfMemory, State};
use glassbox_vm::isa::Decision;
use glassbox_vm::track::{Shadow, Tracked, Tracker as _};

use super::route::{Gone, tokens_of};
use crate::judge::{first_forgotten, new_blocks};
use crate::result::{Finding, LeakTime, ValueProblem};
use crate::states::States;

/// Judges the memory after the structures of `state` were dropped.
pub(super) fn judge_dropped<D: Diagram>(
    states: &mut States<D>,
    state: &State,
    when: LeakTime,
    gone: &Gone,
) -> Result<Option<Finding>, OutOfMemory> {
    let record = states.skeleton.record();
    let roots: BTreeSet<u32> = record.arguments.iter().map(|argument| argument.address).collect();
    let is_freed = |block: &Block| {
        let block = states.guest.machine.heap().block_at_or_before(block.address);
        block.is_none_or(|block| block.freed.is_some())
    };
    // Arguments that are no structures have no node.
    let is_left =
        |block: &&Block| block.node.is_some() && block.len > 0 && !roots.contains(&block.address) && !is_freed(block);
    let mut left = Vec::new();
    let blocks =
        record.blocks.iter().enumerate().filter(|(number, _)| !gone.has_block(*number)).map(|(_, block)| block);
    for block in blocks.filter(is_left).cloned().collect::<Vec<Block>>() {
        if decide(states, &block.condition, state)? {
            left.push(block);
        }
    }
    left.extend(left_of_listed(states, state, when)?);
    if let Some(first) = left.first() {
        let bytes = left.iter().map(|block| u64::from(block.len)).sum();
        let first = states.guest.machine.heap().block_at_or_before(first.address);
        let first = first.map(glassbox_vm::heap::Block::accused);
        return Ok(Some(Finding::Leak { blocks: left.len(), bytes, first, when }));
    }
    let new = new_blocks(&states.guest);
    match first_forgotten(&mut states.guest, new) {
        Some(forgotten) => Ok(Some(forgotten)),
        None => judge_values(states, state, gone),
    }
}

/// Blocks that listed values owned and that are not freed.
fn left_of_listed<D: Diagram>(
    states: &mut States<D>,
    state: &State,
    when: LeakTime,
) -> Result<Vec<Block>, OutOfMemory> {
    let listed = states.skeleton.listed().clone();
    let mut left = Vec::new();
    // What is shared belongs to nobody alone.
    for (&cell, values) in listed.by_cell.iter().filter(|_| !listed.is_unclear) {
        let cell = states.skeleton.record().cells[cell as usize].clone();
        // Dropping a structure leaves the arguments of the check alone.
        if cell.node.is_none() && when == LeakTime::AfterDrop {
            continue;
        }
        for (choice, value) in (0..).zip(values) {
            let heap = states.guest.machine.heap();
            let is_freed = |start: u32| heap.block_at_or_before(start).is_none_or(|block| block.freed.is_some());
            let Some((&address, block)) = value.blocks.iter().find(|(start, _)| !is_freed(**start)) else { continue };
            let mut condition = cell.condition.clone();
            condition.extend(cell.variable.map(|variable| Requirement { variable, choices: vec![choice] }));
            if decide(states, &condition, state)? {
                left.push(Block { address, len: block.size, align: block.align, node: cell.node, condition });
            }
        }
    }
    Ok(left)
}

/// A value of the structures that was not dropped, or dropped twice.
fn judge_values<D: Diagram>(
    states: &mut States<D>,
    state: &State,
    gone: &Gone,
) -> Result<Option<Finding>, OutOfMemory> {
    let mut dropped = BTreeSet::new();
    for token in states.guest.host().dropped.clone() {
        if !dropped.insert(token) {
            return Ok(Some(Finding::Value { token: token.into(), problem: ValueProblem::DroppedTwice }));
        }
    }
    let is_left = |token: u32| !dropped.contains(&token) && !gone.has_token(token);
    let tokens = tokens_of(states).into_iter().filter(|(token, ..)| is_left(*token));
    let left: Vec<(u32, Condition)> = tokens.map(|(token, _, condition)| (token, condition)).collect();
    for (token, condition) in left {
        if decide(states, &condition, state)? {
            return Ok(Some(Finding::Value { token: token.into(), problem: ValueProblem::Lost }));
        }
    }
    Ok(None)
}

/// Whether a condition holds, as a decision of the run.
fn decide<D: Diagram>(states: &mut States<D>, condition: &Condition, state: &State) -> Result<bool, OutOfMemory> {
    let holds = states.skeleton.holds(&states.space, condition, state);
    let States { skeleton, space, guest, .. } = &mut *states;
    if !condition.is_empty() {
        let term = skeleton.make_condition_term(guest, space, condition)?;
        let shadow = Shadow { undefined: 0, term };
        // The value is defined, so the machine has nothing to object.
        let _ = states.guest.machine.tracker_mut().decide(Decision::Branch, Tracked { value: holds.into(), shadow });
    }
    Ok(holds)
}
