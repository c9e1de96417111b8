//! Audits the claim of a run about its lookalikes.
//!
//! The states of a sample are run one by one, and each must go the way of the run, if all states of the class do, and fail if it failed. It is judged by
//! looking at everything, which has nothing in common with judging locally. If the states were laid out in another way
//! as well, each must do the same there: where blocks lie says nothing about the structure, so a check that depends on it
//! is not decided by running it in one layout.

use glassbox_abi::names::CHECK_EXPORT_PREFIX;
use glassbox_abi::skeleton::{Cell, CellKind, Role};
use glassbox_space::{Diagram, OutOfMemory, State};
use glassbox_vm::track::Footprint;

use super::full::run_and_judge;
use super::sample::Audit;
use crate::limits::RUN_FUEL;
use crate::result::{AddressDependence, Difference, Mistake, Reason};
use crate::states::States;

/// A class that was run: its states, the one that was run, and whether it failed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Audited<'a, S> {
    pub(crate) alike: &'a S,
    pub(crate) state: &'a State,
    pub(crate) fails: bool,
    /// Whether all its states take the path of the one that was run.
    pub(crate) takes_one_path: bool,
}

/// Runs a sample of a class. Returns the number of states run.
pub(crate) fn audit_class<D: Diagram>(
    states: &mut States<D>,
    check: &str,
    class: &Audited<'_, D::Set>,
    audit: &Audit,
) -> Result<u64, Reason> {
    let Some(least) = states.space.least(class.alike).filter(|least| audit.picks(least)) else { return Ok(0) };
    let sample = audit.sample(&states.space, class.alike, &least);
    let expected = class.takes_one_path.then(|| Observed::of(states, check, class.state).footprint);
    for state in &sample {
        let here = Observed::of(states, check, state);
        if let Some(difference) = here.differs_from_class(expected, class.fails) {
            let (state, alike) = (text(states, state), text(states, class.state));
            return Err(Mistake::Audit { state, alike, difference }.into());
        }
        let Some(mut other) = states.other_layout.take() else { continue };
        let there = Observed::of(&mut other, check, state);
        let difference = there.differs_from_layout(&here).or_else(|| other_values(states, &other, &here, &there));
        states.other_layout = Some(other);
        if let Some(difference) = difference {
            let dependence = AddressDependence::State { state: text(states, state), difference };
            return Err(Reason::DependsOnAddresses(dependence));
        }
    }
    Ok(sample.len() as u64)
}

/// Checks that the same structures and arguments are valid in both layouts.
pub(crate) fn compare_layouts<D: Diagram>(states: &mut States<D>) -> Result<Result<(), Reason>, OutOfMemory> {
    let all = states.transitions()?;
    let n_states = states.space.count(&all);
    let Some(other) = &mut states.other_layout else { return Ok(Ok(())) };
    let same_variables = other.space.diagram().choices() == states.space.diagram().choices();
    let other_all = other.transitions()?;
    if same_variables && other.space.count(&other_all) == n_states {
        return Ok(Ok(()));
    }
    Ok(Err(Reason::DependsOnAddresses(AddressDependence::ValidStates)))
}

/// Result of a run from one state.
struct Observed {
    footprint: Footprint,
    /// Contents of value fields after the run: number of the cell, and its bytes.
    values: Vec<(usize, Vec<u8>)>,
    judged: Result<(), String>,
}

impl Observed {
    fn of<D: Diagram>(states: &mut States<D>, check: &str, state: &State) -> Self {
        let footprint = footprint(states, check, state);
        let values = values(states, state);
        Self { footprint, values, judged: run_and_judge(states, state).map_err(|rejection| rejection.to_string()) }
    }

    fn differs_from_class(&self, expected: Option<Footprint>, fails: bool) -> Option<Difference> {
        if expected.is_some_and(|expected| self.footprint != expected) {
            return Some(Difference::OtherPath);
        }
        match &self.judged {
            Err(message) if !fails => Some(Difference::Fails { message: message.clone() }),
            Ok(()) if fails => Some(Difference::DoesNotFail),
            _ => None,
        }
    }

    fn differs_from_layout(&self, here: &Self) -> Option<Difference> {
        match (&self.judged, &here.judged) {
            (Err(message), Ok(())) => Some(Difference::Fails { message: message.clone() }),
            (Ok(()), Err(_)) => Some(Difference::DoesNotFail),
            _ => (self.footprint != here.footprint).then_some(Difference::OtherPath),
        }
    }
}

/// Runs a check from a state. Returns its path.
fn footprint<D: Diagram>(states: &mut States<D>, check: &str, state: &State) -> Footprint {
    let function = states.guest.machine.module().exported_function(&format!("{CHECK_EXPORT_PREFIX}{check}"));
    let Some(function) = function else { return Footprint::default() };
    states.write(state);
    let arguments: Vec<u32> = states.skeleton.record().arguments.iter().map(|argument| argument.address).collect();
    states.guest.machine.set_fuel(RUN_FUEL);
    states.guest.machine.tracker_mut().note_footprint(true);
    // How the run ends is for the judge to say.
    let _ = states.guest.ask(function, &arguments);
    let footprint = states.guest.machine.tracker().footprint().unwrap_or_default();
    states.guest.machine.tracker_mut().note_footprint(false);
    footprint
}

/// Contents of value fields; not of links, and of fields that decide about links: they hold addresses.
fn values<D: Diagram>(states: &States<D>, state: &State) -> Vec<(usize, Vec<u8>)> {
    let (record, machine) = (states.skeleton.record(), &states.guest.machine);
    let is_value = |cell: &Cell| match cell.kind {
        CellKind::Data => cell.variable.is_some_and(|variable| record.variables[variable as usize].role == Role::Value),
        CellKind::Rank | CellKind::Key | CellKind::Item | CellKind::Token => true,
        _ => false,
    };
    let is_there = |cell: &Cell| {
        let block = machine.heap().block_at_or_before(cell.address);
        block.is_some_and(|block| block.freed.is_none()) && states.skeleton.holds(&states.space, &cell.condition, state)
    };
    let cells = record.cells.iter().enumerate().filter(|(_, cell)| is_value(cell) && is_there(cell));
    cells.map(|(index, cell)| (index, bytes(states, cell.address, cell.len))).collect()
}

fn bytes<D: Diagram>(states: &States<D>, address: u32, len: u32) -> Vec<u8> {
    states.guest.machine.memory().get(address, len).unwrap_or_default().to_vec()
}

/// A field with another value in the other layout, although its possible values are the same in both.
fn other_values<D: Diagram>(
    states: &States<D>,
    other: &States<D>,
    here: &Observed,
    there: &Observed,
) -> Option<Difference> {
    let differing = here.values.iter().zip(&there.values).find(|(here, there)| {
        let cells = (&states.skeleton.record().cells[here.0], &other.skeleton.record().cells[there.0]);
        let patterns = |states: &States<D>, cell: &Cell| -> Vec<Vec<u8>> {
            cell.patterns.iter().map(|&pattern| bytes(states, pattern, cell.len)).collect()
        };
        here != there && patterns(states, cells.0) == patterns(other, cells.1)
    });
    if here.values.len() != there.values.len() {
        return Some(Difference::FreesOtherBlocks);
    }
    let ((cell, _), _) = differing?;
    Some(Difference::OtherValue { field: states.skeleton.record().cells[*cell].path.clone() })
}

/// A state in few words: how to build it, and the arguments.
fn text<D: Diagram>(states: &States<D>, state: &State) -> String {
    let replay = states.skeleton.replay(&states.space, state);
    let values = states.picture(state).values;
    let values: Vec<String> = values.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if values.is_empty() { replay } else { format!("{replay} with {}", values.join(", ")) }
}
