//! Writes an exploration that compiles and ends soon.
//!
//! The source of a type does not say everything: which features are on, what macros define, which bounds a type meets. So the
//! harness is compiled, functions with errors are taken out, and so on until it compiles. Then it is explored for a few
//! seconds to find a bound for the first run. If there is no compiler for the machine, the harness has only functions that
//! compile as far as the source tells.

use glassbox_source::scaffold::{
    CandidateModel, Exploration, HarnessSettings, Models, Note, ProjectQuery, Rejected, Scaffold,
};

use super::compiled_harness::{CompiledHarness, compile};
use super::first_run::{FirstRun, first_run};
use crate::args::resolved::InitOptions;
use crate::error::Error;
use crate::toolchain::Rustc;

/// How often a harness is compiled at most. Each time at least one function is taken out.
const MOST_ATTEMPTS: usize = 40;

/// Writes an exploration of a type.
pub(super) fn write(query: &ProjectQuery, type_name: &str, options: &InitOptions) -> Result<Scaffold, Error> {
    let exploration = Exploration::find(query, type_name)?;
    let Ok(rustc) = Rustc::find() else { return write_uncompiled(&exploration) };
    let mut settings = HarnessSettings { is_compiled: true, models: Models::Candidates, ..HarnessSettings::default() };
    for _ in 0..MOST_ATTEMPTS {
        let scaffold = exploration.scaffold(&settings)?;
        let Some(harness) = scaffold.harness() else {
            scaffold.write()?;
            return Ok(scaffold);
        };
        let (path, text) = (harness.path.clone(), harness.text.clone());
        let written = scaffold.write()?;
        match compile(&rustc, &options.build, &path, &text) {
            Ok(CompiledHarness::Compiles) => {
                let run = first_run(&options.build, &path, &text);
                written.undo();
                let ended = match run {
                    FirstRun::Blocked(function) => {
                        take_out(&mut settings, &exploration, type_name, vec![function], |it| &mut it.blocked)?;
                        continue;
                    }
                    FirstRun::Ends(ended) => ended,
                };
                let candidates = exploration.models(&settings);
                let model = candidates.iter().find(|it| ended.holds.contains(&it.module));
                settings.models = model.map_or(Models::None, |it| Models::Only(it.module.clone()));
                settings.operations = ended.operations;
                settings.without_modules.extend(ended.idle);
                let mut scaffold = exploration.scaffold(&settings)?;
                // Those that a reader may have expected instead.
                let unlike: Vec<&CandidateModel> = match model {
                    None => candidates.iter().collect(),
                    Some(it) => candidates.iter().filter(|other| it.stricter.as_ref() == Some(&other.module)).collect(),
                };
                if let Some(first) = unlike.first() {
                    let difference = ended.differences.get(&first.module).cloned();
                    let models = unlike.iter().map(|it| it.words).collect();
                    scaffold.notes.push(Note::UnlikeModels { models, difference });
                }
                scaffold.write()?;
                return Ok(scaffold);
            }
            Ok(CompiledHarness::Rejected { functions, implementors }) => {
                written.undo();
                let n_known = settings.implementors.len();
                settings.implementors.extend(implementors);
                if settings.implementors.len() > n_known {
                    // Other types as arguments may need no function to be taken out.
                    continue;
                }
                take_out(&mut settings, &exploration, type_name, functions, |it| &mut it.rejected)?;
            }
            Err(error) => {
                written.undo();
                return Err(error);
            }
        }
    }
    Err(Error::NoCompilingHarness { type_name: type_name.to_owned() })
}

/// Takes functions out of the harness. If one has been taken out before and is still there, the model that it belongs to goes; it
/// is an error if it belongs to none.
fn take_out(
    settings: &mut HarnessSettings,
    exploration: &Exploration,
    type_name: &str,
    functions: Vec<Rejected>,
    list: fn(&mut HarnessSettings) -> &mut Vec<Rejected>,
) -> Result<(), Error> {
    for function in functions {
        if !list(settings).contains(&function) {
            list(settings).push(function);
        } else if exploration.models(settings).iter().any(|model| model.module == function.module) {
            settings.without_modules.insert(function.module);
        } else {
            return Err(Error::NoCompilingHarness { type_name: type_name.to_owned() });
        }
    }
    Ok(())
}

/// Writes a harness that no compiler has seen.
fn write_uncompiled(exploration: &Exploration) -> Result<Scaffold, Error> {
    let mut scaffold = exploration.scaffold(&HarnessSettings::default())?;
    scaffold.write()?;
    if scaffold.harness().is_some() {
        scaffold.notes.push(Note::NotCompiled);
    }
    Ok(scaffold)
}
