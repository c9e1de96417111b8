//! Values and effects, judged by listing all entries before and after.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Argument, Cell, CellKind, EffectKind, Returned};
use glassbox_vm::exec::Machine;
use glassbox_vm::track::Provenance;

use super::rejection::{Rejection, TokenProblem};
use crate::collection::numbers_are_keys;
use crate::laid::{Instance, Read, holds};
use crate::laid::{Name, name};

/// Contents of all structures.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    /// Keys and values, sorted.
    entries: Vec<(Option<u64>, Option<u64>)>,
}

/// Arguments and result of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct RunReport {
    pub(super) arguments: Vec<u64>,
    pub(super) returned: Option<(Returned, u64)>,
}

impl Contents {
    /// The entries of a state: the items of each node, keys and values in pairs if there are as many of both. `place` finds
    /// that of a cell in memory.
    pub(super) fn of(
        record: &Record,
        machine: &Machine<Provenance>,
        read: &Read,
        place: &dyn Fn(u32) -> Option<u32>,
    ) -> Self {
        let mut nodes: BTreeMap<u32, [Vec<u64>; 2]> = BTreeMap::new();
        let numbers_are_keys = numbers_are_keys(record);
        for cell in &record.cells {
            let column = match cell.kind {
                CellKind::Rank | CellKind::Key => 0,
                CellKind::Item if numbers_are_keys => 0,
                CellKind::Token | CellKind::Item => 1,
                _ => continue,
            };
            let Some(node) = cell.node.filter(|_| holds(&cell.condition, &read.choices)) else { continue };
            let Some(at) = place(cell.address) else { continue };
            nodes.entry(node).or_default()[column].push(number(machine, at, cell.len));
        }
        let mut contents = Self::default();
        for [keys, values] in nodes.into_values() {
            if keys.len() == values.len() {
                contents.entries.extend(keys.into_iter().map(Some).zip(values.into_iter().map(Some)));
            } else {
                contents.entries.extend(keys.into_iter().map(|key| (Some(key), None)));
                contents.entries.extend(values.into_iter().map(|value| (None, Some(value))));
            }
        }
        contents.entries.sort_unstable();
        contents
    }
}

/// The number in some bytes.
fn number(machine: &Machine<Provenance>, at: u32, len: u32) -> u64 {
    let mut number = [0; 8];
    let bytes = machine.memory().get(at, len.min(8)).unwrap_or_default();
    number[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(number)
}

/// The first bytes of each argument, as far as they are one number.
pub(super) fn arguments(record: &Record, machine: &Machine<Provenance>) -> Vec<u64> {
    let of_argument = |argument: &Argument| {
        let is_it = |cell: &&Cell| cell.node.is_none() && cell.address == argument.address;
        record.cells.iter().find(is_it).map_or(0, |cell| number(machine, cell.address, cell.len.min(4)))
    };
    record.arguments.iter().map(of_argument).collect()
}

/// All tokens of a state, in structures and arguments.
pub(super) fn tokens(instance: &Instance, read: &Read) -> BTreeSet<u32> {
    let cells = instance.record().cells.iter().zip(instance.patterns());
    let there = cells.filter(|(cell, _)| cell.kind == CellKind::Token && holds(&cell.condition, &read.choices));
    let token = |(_, patterns): (&Cell, &Vec<Vec<_>>)| match name(patterns.first()?) {
        Some(Name::Token(token)) => Some(token),
        _ => None,
    };
    there.filter_map(token).collect()
}

/// Checks that every token is in one place, or was dropped once. The comparison has seen that none is in two places.
pub(super) fn judge_tokens(
    given: &BTreeSet<u32>,
    there: &BTreeSet<u32>,
    dropped: &[u32],
    outside: &BTreeSet<u32>,
) -> Result<(), Rejection> {
    let fail = |token: u32, problem| Err(Rejection::Value { token, problem });
    let mut gone = BTreeSet::new();
    for &token in dropped {
        if !gone.insert(token) {
            return fail(token, TokenProblem::DroppedTwice);
        }
        if there.contains(&token) {
            return fail(token, TokenProblem::DroppedAndThere);
        }
    }
    let is_somewhere = |token: &&u32| there.contains(token) || gone.contains(token) || outside.contains(token);
    match given.iter().find(|token| !is_somewhere(token)) {
        Some(&token) => fail(token, TokenProblem::Lost),
        None => Ok(()),
    }
}

/// Compares the contents with those that the effect predicts.
pub(super) fn judge_effect(
    record: &Record,
    before: &Contents,
    after: &Contents,
    report: &RunReport,
) -> Result<(), Rejection> {
    let Some(effect) = &record.effect else { return Ok(()) };
    let is_key = |cell: &Cell| cell.node.is_some() && cell.kind.is_key();
    let has_keys = record.cells.iter().any(is_key) || numbers_are_keys(record);
    let arguments: Vec<u64> = effect.arguments.iter().map(|&argument| report.arguments[argument as usize]).collect();
    let key = arguments.first().copied().filter(|_| has_keys);
    let value = arguments.get(usize::from(key.is_some())).copied();
    let old = before.entries.iter().position(|(found, _)| key.is_some() && *found == key);
    let mut expected = before.entries.clone();
    let no = report.returned.is_some_and(|(kind, value)| kind == Returned::Bool && value == 0);
    let happened = match effect.kind {
        EffectKind::Nothing => false,
        EffectKind::Finds => old.is_some(),
        EffectKind::Adds => {
            let adds = if has_keys { old.is_none() } else { !no };
            if adds {
                expected.push((key, value));
            }
            adds
        }
        EffectKind::Replaces => {
            if let Some(old) = old {
                expected.remove(old);
            }
            expected.push((key, value));
            old.is_some()
        }
        EffectKind::Removes if has_keys => {
            old.map(|old| expected.remove(old));
            old.is_some()
        }
        EffectKind::Removes => return removes_one(before, after, report),
    };
    expected.sort_unstable();
    if expected != after.entries {
        return Err(Rejection::Contents(format!("contents are {:?} and should be {expected:?}", after.entries)));
    }
    let entry = old.map(|old| before.entries[old]);
    if effect.kind == EffectKind::Nothing { Ok(()) } else { returned(report, happened, key, entry) }
}

/// One entry less, any; none if there was none.
fn removes_one(before: &Contents, after: &Contents, report: &RunReport) -> Result<(), Rejection> {
    let mut counts: BTreeMap<_, i64> = BTreeMap::new();
    for entry in &before.entries {
        *counts.entry(*entry).or_default() += 1;
    }
    for entry in &after.entries {
        *counts.entry(*entry).or_default() -= 1;
    }
    let changed: Vec<_> = counts.into_iter().filter(|(_, n)| *n != 0).collect();
    match changed.as_slice() {
        [(entry, 1)] => returned(report, true, None, Some(*entry)),
        [] if before.entries.is_empty() => returned(report, false, None, None),
        _ => Err(Rejection::Contents(format!("not one entry less, but {changed:?}"))),
    }
}

fn returned(
    report: &RunReport,
    happened: bool,
    key: Option<u64>,
    entry: Option<(Option<u64>, Option<u64>)>,
) -> Result<(), Rejection> {
    let Some((kind, number)) = report.returned else { return Ok(()) };
    let (found_key, found_value) = entry.unwrap_or_default();
    let right = match kind {
        Returned::Nothing => true,
        Returned::Bool => (number != 0) == happened,
        Returned::Absent => !happened,
        Returned::Present => happened,
        Returned::Key => happened && found_key.or(key) == Some(number),
        Returned::Value => happened && found_value == Some(number),
    };
    if right {
        Ok(())
    } else {
        Err(Rejection::Contents(format!("returned {kind:?} {number}, but {happened}, {entry:?}")))
    }
}
