//! `cargo glassbox states`: counts the valid states of checks.

use std::io::Write;
use std::sync::Arc;

use glassbox_engine::catalog::Subject;
use glassbox_engine::picture::Picture;
use glassbox_engine::result::Bounds;
use glassbox_engine::states::{States, states};
use glassbox_report::terminal::{StatesReport, write_no_states, write_states};
use glassbox_space::Bdd;
use glassbox_vm::module::Module;

use crate::args::resolved::StatesOptions;
use crate::checks;
use crate::config::names::refuse_unknown;
use crate::console;
use crate::error::Error;
use crate::project::Project;

/// Builds the chosen packages, computes the valid states of their checks and prints their numbers.
pub(crate) fn run(options: &StatesOptions) -> Result<(), Error> {
    let project = Project::open(&options.build)?;
    let found = checks::find(&project, &options.build)?;
    let notes = refuse_unknown(&project.settings, &found)?;
    for note in &notes {
        console::print_note(note);
    }
    found.notes(&options.filters).iter().for_each(|note| console::print_note(note));
    let found = found.filter(&options.filters)?;
    let modules = found.iter().map(|found| found.file.load()).collect::<Result<Vec<_>, _>>()?;
    checks::refuse_bounds(found.iter().map(|found| &found.subject).zip(&modules), &options.bounds)?;
    found.iter().zip(&modules).try_for_each(|(found, module)| {
        let bounds = project.settings.bounds_of(&found.subject.path, &options.bounds);
        print(module, &found.subject, &bounds, options.draw)
    })
}

fn print(module: &Arc<Module>, check: &Subject, bounds: &Bounds, draw: usize) -> Result<(), Error> {
    if check.is_exploration() {
        return console::written(write_no_states(&check.path, &mut anstream::stdout()));
    }
    let found = states(module, &check.path, bounds, Bdd::default());
    let found = found.map_err(|source| Error::States { check: check.path.clone(), source: Box::new(source) })?;
    let report = report(check, bounds, &found, draw);
    let report =
        report.map_err(|source| Error::States { check: check.path.clone(), source: Box::new(source.into()) })?;
    let mut stdout = anstream::stdout();
    console::written(write_states(&report, &mut stdout).and_then(|()| stdout.flush()))
}

fn report(
    check: &Subject,
    overridden: &Bounds,
    found: &States<Bdd>,
    draw: usize,
) -> Result<StatesReport, glassbox_space::OutOfMemory> {
    let structures = found.of_structures()?;
    let pictures = found.space.iter(&structures).take(draw);
    Ok(StatesReport {
        check: check.path.clone(),
        bounds: check.bounds.clone().overridden_by(overridden),
        n_states: found.space.count(&structures).to_string(),
        n_runs: found.initial.runs,
        unused: found.unused()?,
        // Arguments that are not structures are no part of the states.
        pictures: pictures
            .map(|state| {
                let picture = found.picture(&state);
                (Picture { values: Vec::new(), ..picture }, found.skeleton.replay(&found.space, &state))
            })
            .collect(),
    })
}
