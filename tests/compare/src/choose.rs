//! Chooses mutants for the table: in an order that looks random, from each subject in turn, and only those that some tool finds.
//!
//! A mutant that nobody finds may be no bug at all. So each candidate is tried by glassbox and by `exhaustive` for a short time, and is
//! chosen if either finds it.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::Workspace;
use crate::bug::{Bug, Origin, bugs, line_of, mutants_of, subjects};
use crate::mutant::Mutant;
use crate::outcome::{glassbox, natively};
use crate::package::Package;
use crate::tool::Tool;

/// Prints the lines of mutants that `mutants.tsv` lacks until it has so many. Each of the two tools has so many seconds for each mutant.
pub(crate) fn choose(n: usize, seconds: u64, workspace: &Workspace) -> Result<(), String> {
    let chosen = bugs()?;
    let chosen = chosen.iter().filter_map(|bug| match &bug.origin {
        Origin::Mutant(mutant) => Some(mutant.package.as_str()),
        Origin::Published(..) => None,
    });
    let chosen: Vec<&str> = chosen.collect();
    let mut of_subjects: Vec<Vec<Mutant>> = Vec::new();
    // Subjects without a mutant come first.
    for subject in subjects()?.iter().filter(|subject| !chosen.contains(&subject.as_str())) {
        let mut mutants = mutants_of(subject)?;
        mutants.sort_by_key(order);
        of_subjects.push(mutants);
    }
    let mut n_chosen = chosen.len();
    while n_chosen < n && of_subjects.iter().any(|mutants| !mutants.is_empty()) {
        for mutants in &mut of_subjects {
            while let Some(mutant) = mutants.pop() {
                if n_chosen < n && is_found(&mutant, seconds, workspace)? {
                    println!("{}", line_of(&mutant)?);
                    n_chosen += 1;
                    break;
                }
            }
        }
    }
    Ok(())
}

/// A number that has nothing to do with the mutant's place.
fn order(mutant: &Mutant) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&mutant.package, &mutant.file, mutant.range.start, &mutant.name).hash(&mut hasher);
    hasher.finish()
}

/// Whether one of two tools finds it. What does not build is not found.
fn is_found(mutant: &Mutant, seconds: u64, workspace: &Workspace) -> Result<bool, String> {
    let bug = Bug { name: mutant.id(), origin: Origin::Mutant(mutant.clone()) };
    let package = Package::new(&bug, &workspace.folder)?;
    let Ok(program) = package.program(&workspace.target) else { return Ok(false) };
    if natively(&program, Tool::Exhaustive, seconds, false)?.end.is_found() {
        return Ok(true);
    }
    let target = workspace.folder.join("target-glassbox");
    Ok(glassbox(&workspace.glassbox, &bug, &package.for_glassbox()?, &target, seconds)?.end.is_found())
}
