//! From a package to the files of its first checks, and the notes about them.

use super::candidate::{Candidate, candidates, choose, last_name};
use super::description::{Part, Rule};
use super::learned::Learned;
use super::source_edits::source_edits;
use crate::read::library_source::LibrarySource;
use crate::scaffold::error::ScaffoldError;
use crate::scaffold::note::Note;
use crate::scaffold::project::{Project, ProjectQuery, Scaffold};

/// Prepares the first checks of a package: dependency, description of a type and checks of its operations, as far as they
/// are missing, with what earlier drafts have shown. Without a name, the best type is chosen. Nothing is written yet.
pub fn first_checks(
    query: &ProjectQuery,
    type_name: Option<&str>,
    learned: &Learned,
) -> Result<Scaffold, ScaffoldError> {
    let project = Project::read(query)?;
    let mut candidates = candidates(&project.source);
    let checked = candidates.iter().filter(|it| project.source.checked.contains(&it.name));
    let checked: Vec<String> = checked.map(|it| it.name.clone()).collect();
    let has_checks = match type_name {
        Some(name) => checked.iter().any(|checked| checked == last_name(name)),
        None => !checked.is_empty(),
    };
    let (mut changes, mut notes, mut chosen) = (Vec::new(), Vec::new(), None);
    if has_checks {
        notes.push(Note::AlreadyChecked(checked.clone()));
    } else {
        let of = choose(&candidates, type_name, &project.selected.package.name)?.of;
        let candidate = candidates.iter_mut().find(|it| it.of == of);
        let candidate = candidate.expect("it was chosen among them");
        learned.apply(&project.source, candidate);
        changes = source_edits(&project.source, candidate)?;
        notes.extend(assumptions(&project.source, candidate, learned.states.len()));
        chosen = Some(of);
    }
    let checked: Vec<&str> = checked.iter().map(String::as_str).collect();
    notes.extend(other_types(&candidates, &checked, chosen));
    Ok(project.scaffold(changes, notes))
}

/// Assumptions about the type, and operations that are left out.
fn assumptions(source: &LibrarySource, candidate: &Candidate, n_states: usize) -> Vec<Note> {
    let description = &candidate.description;
    let mut notes = Vec::new();
    if let Some((node, order)) = &description.order {
        notes.push(Note::SortedKeys { node: node.to_string(), order: order.clone() });
    }
    if let Some(list) = &description.list {
        notes.push(Note::LastNode(list.tail.clone()));
    }
    if let Some(owner) = &description.by_index {
        notes.push(Note::LinksByIndex(owner.to_string()));
    }
    let found: Vec<&Part> = description.parts.iter().filter(|part| !part.conditions.is_empty()).collect();
    for part in &found {
        let type_name = source.types[part.of].ident.to_string();
        notes.push(Note::FoundInvariant { type_name, conditions: part.conditions.len(), states: n_states });
    }
    if found.is_empty() && description.parts.iter().any(|part| matches!(part.rule, Rule::All | Rule::Written)) {
        notes.push(Note::NoInvariant);
    }
    let private = candidate.operations.found.iter().filter(|operation| operation.is_private);
    let private: Vec<String> = private.map(|operation| operation.name.clone()).collect();
    if !private.is_empty() {
        notes.push(Note::PrivateOperations(private));
    }
    notes.extend(candidate.operations.left_out.iter().cloned().map(Note::OperationLeftOut));
    notes
}

/// Other types that can be checked, and types that cannot.
fn other_types(candidates: &[Candidate], checked: &[&str], chosen: Option<usize>) -> Vec<Note> {
    let mut notes = Vec::new();
    let others = candidates.iter().filter(|it| chosen.is_none_or(|chosen| chosen != it.of));
    let (able, unable): (Vec<&Candidate>, Vec<&Candidate>) =
        others.filter(|it| !checked.contains(&it.name.as_str())).partition(|it| it.refusal(&[]).is_none());
    if !able.is_empty() {
        notes.push(Note::OtherTypes(able.iter().map(|it| it.name.clone()).collect()));
    }
    for it in unable {
        let mut problems = it.description.problems.iter().chain(&it.operations.left_out);
        let problem = problems.next().cloned().unwrap_or_default();
        notes.push(Note::TypePassedOver { type_name: it.name.clone(), problem });
    }
    notes
}
