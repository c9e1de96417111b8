//! From a package to the files of its first checks, and the notes about them.

use super::candidate::{Candidate, candidates, choose, last_name};
use super::description::Rule;
use super::source_edits::source_edits;
use crate::scaffold::error::ScaffoldError;
use crate::scaffold::note::Note;
use crate::scaffold::project::{Project, ProjectQuery, Scaffold};

/// Prepares the first checks of a package: dependency, description of a type and checks of its operations, as far as they
/// are missing. Without a name, the best type is chosen. Nothing is written yet.
pub fn first_checks(query: &ProjectQuery, type_name: Option<&str>) -> Result<Scaffold, ScaffoldError> {
    let project = Project::read(query)?;
    let candidates = candidates(&project.source);
    let checked = candidates.iter().filter(|it| project.source.checked.contains(&it.name));
    let checked: Vec<&str> = checked.map(|it| it.name.as_str()).collect();
    let has_checks = match type_name {
        Some(name) => checked.contains(&last_name(name)),
        None => !checked.is_empty(),
    };
    let (mut changes, mut notes, mut chosen) = (Vec::new(), Vec::new(), None);
    if has_checks {
        notes.push(Note::AlreadyChecked(owned(&checked)));
    } else {
        let candidate = choose(&candidates, type_name, &project.selected.package.name)?;
        changes = source_edits(&project.source, candidate)?;
        notes.extend(assumptions(candidate));
        chosen = Some(candidate);
    }
    notes.extend(other_types(&candidates, &checked, chosen));
    Ok(project.scaffold(changes, notes))
}

/// Assumptions about the type, and operations that are left out.
fn assumptions(candidate: &Candidate) -> Vec<Note> {
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
    if description.parts.iter().any(|part| matches!(part.rule, Rule::All | Rule::Written)) {
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
fn other_types(candidates: &[Candidate], checked: &[&str], chosen: Option<&Candidate>) -> Vec<Note> {
    let mut notes = Vec::new();
    let others = candidates.iter().filter(|it| chosen.is_none_or(|chosen| chosen.of != it.of));
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

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}
