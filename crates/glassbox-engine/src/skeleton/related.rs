//! Pairs of fields of a node that the invariant compares.
//!
//! They decide the order of variables and nothing else, so the list need not be complete: the invariant is run on a few
//! states of the largest node of each type that has enough fields, before the valid states are known. A run that stops
//! half-way contributes the comparisons before that.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::Role;
use glassbox_space::{Bdd, OutOfMemory, Space, State, VariableId};
use glassbox_vm::track::{Decided, Term, TermId, Terms};

use super::{Reach, Skeleton};
use crate::guest::Guest;
use crate::ids::VariablePair;

/// Number of fields from which the order of variables matters.
const ENOUGH: usize = 4;

/// Steps of a run. An invariant that needs more has made enough comparisons.
const FUEL: u64 = 100_000;

/// Pairs of the record's variables that invariants compare. Leaves the machine unchanged.
pub(super) fn related(guest: &mut Guest, record: &Record) -> Result<Vec<VariablePair>, OutOfMemory> {
    let nodes = largest_nodes(record);
    if nodes.is_empty() {
        return Ok(Vec::new());
    }
    let before = guest.machine.snapshot();
    let mut space = Space::new(Bdd::default());
    let mut skeleton = Skeleton::in_order(guest, &mut space, record.clone(), &[])?;
    let size = record.types.iter().map(|ty| ty.summary_size).max().unwrap_or(0);
    let out = guest.machine.reserve(size.max(1), 16).ok_or(OutOfMemory)?;
    skeleton.keep(guest);
    let numbered = (0..).zip(&record.variables).filter(|(_, variable)| variable.role == Role::Value);
    let numbers: BTreeMap<VariableId, u32> = numbered.map(|(index, _)| (skeleton.variable(index), index)).collect();
    let mut pairs = BTreeSet::new();
    for (node, fields) in nodes {
        for pattern in PATTERNS {
            let state = state(&skeleton, &space, &fields, pattern);
            run(guest, &space, &skeleton, node, &state, out);
            let decisions: Vec<Decided> = guest.machine.tracker().decisions().collect();
            pairs.extend(pairs_in(guest.machine.tracker().terms(), &decisions, &numbers));
        }
    }
    guest.machine.restore(&before);
    guest.machine.tracker_mut().begin_run();
    Ok(pairs.into_iter().collect())
}

/// For each type with enough fields: its largest node, and the variables of its fields.
fn largest_nodes(record: &Record) -> Vec<(u32, Vec<u32>)> {
    let mut fields: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (index, variable) in (0..).zip(&record.variables) {
        if let Some(node) = variable.node.filter(|_| variable.role == Role::Value) {
            fields.entry(node).or_default().push(index);
        }
    }
    let mut largest: BTreeMap<u32, (u32, Vec<u32>)> = BTreeMap::new();
    for (node, fields) in fields.into_iter().filter(|(_, fields)| fields.len() >= ENOUGH) {
        let ty = record.nodes[node as usize].node_type;
        if largest.get(&ty).is_none_or(|(_, known)| known.len() < fields.len()) {
            largest.insert(ty, (node, fields));
        }
    }
    largest.into_values().collect()
}

/// The choice of a field, from its index among the fields and its number of choices.
type Pattern = fn(u32, u32) -> u32;

/// All equal, the least or the greatest; ascending; and descending: most invariants accept one of them.
const PATTERNS: [Pattern; 4] =
    [|_, _| 0, |_, n| n - 1, |place, n| place.min(n - 1), |place, n| n - 1 - place.min(n - 1)];

/// The state with the greatest lengths and these fields, and first choices otherwise.
fn state(skeleton: &Skeleton<Bdd>, space: &Space<Bdd>, fields: &[u32], pattern: Pattern) -> State {
    let mut choices = vec![0; space.base_variables().len()];
    let mut set = |index: u32, choice: u32| {
        let position = space.base_index(skeleton.variable(index)).expect("variables of the record are base variables");
        choices[position] = choice;
    };
    for (index, variable) in (0..).zip(&skeleton.record().variables) {
        if variable.role == Role::Length {
            set(index, variable.choices - 1);
        }
    }
    for (place, &index) in (0..).zip(fields) {
        set(index, pattern(place, skeleton.record().variables[index as usize].choices));
    }
    State::from(choices)
}

/// Runs `check` on a node. How it ends does not matter.
fn run(guest: &mut Guest, space: &Space<Bdd>, skeleton: &Skeleton<Bdd>, node: u32, state: &State, out: u32) {
    skeleton.restore(guest);
    guest.host().summaries.clear();
    skeleton.write_node(guest, space, node, state, Reach::Below);
    for &child in skeleton.children(node) {
        skeleton.write_node(guest, space, child, state, Reach::Itself);
    }
    let position = &skeleton.record().nodes[node as usize];
    let check = skeleton.record().types[position.node_type as usize].check;
    if let Some(function) = guest.machine.table_function(0, check) {
        guest.machine.set_fuel(FUEL);
        let _ = guest.ask(function, &[position.address, out]);
    }
}

/// Pairs of fields for which the decisions contain a term with exactly these two. Terms have other variables besides: an
/// element's bytes have a value if the vector is long enough.
fn pairs_in(terms: &Terms, decisions: &[Decided], fields: &BTreeMap<VariableId, u32>) -> Vec<VariablePair> {
    let mut parts: BTreeSet<TermId> = BTreeSet::new();
    let mut todo: Vec<TermId> = decisions.iter().map(|decided| decided.term).collect();
    while let Some(term) = todo.pop() {
        if parts.insert(term) {
            let (operands, n) = terms.operands(term);
            todo.extend(&operands[..n]);
        }
    }
    // The fields of each term, at most three of them. Operands come first.
    let mut supports: BTreeMap<TermId, BTreeSet<u32>> = BTreeMap::new();
    for term in parts {
        let mut support = BTreeSet::new();
        if let Term::Variable { variable, .. } = terms.term(term) {
            support.extend(fields.get(&VariableId::from_index(variable)));
        }
        let (operands, n) = terms.operands(term);
        support.extend(operands[..n].iter().flat_map(|operand| &supports[operand]));
        supports.insert(term, support.into_iter().take(3).collect());
    }
    let pairs = supports.into_values().filter(|support| support.len() == 2);
    pairs.filter_map(|support| Some(VariablePair { first: *support.first()?, second: *support.last()? })).collect()
}
