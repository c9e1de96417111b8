//! Jobs: a check or an exploration to decide, with its module.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use glassbox_engine::catalog::Subject;
use glassbox_engine::result::Assumption;
use glassbox_source::read::PackageLayout;
use glassbox_vm::module::Module;

use crate::args::build_options::{BuildOptions, ValueKind};
use crate::args::resolved::CheckOptions;
use crate::build;
use crate::checks::{self, FoundCheck, ModuleFile};
use crate::error::Error;

/// A check or an exploration to decide.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) subject: Subject,
    pub(super) module: Arc<Module>,
    /// The bytes of the module, which have its symbols.
    pub(super) bytes: Arc<[u8]>,
    /// Folder that the path of its source file is relative to.
    pub(super) root: PathBuf,
    /// The package that it belongs to.
    pub(super) package: PackageLayout,
    /// The kind of its values.
    pub(super) values: ValueKind,
}

impl Job {
    /// Build settings that verdicts depend on.
    pub(super) fn build_assumptions(&self, options: &BuildOptions) -> Vec<Assumption> {
        let values = self.values.name().map(|name| Assumption::ValueKind(name.to_owned()));
        let opt_level = options.opt_level.asked().map(|level| Assumption::OptLevel(level.to_owned()));
        [build::assumption(options)].into_iter().chain(values).chain(opt_level).collect()
    }

    /// Flags that `cargo glassbox replay` needs to build the same module.
    pub(super) fn replay_flags(&self, build: &BuildOptions) -> String {
        let values = self.values.name().map(|name| format!("--types={name}"));
        build.flags().into_iter().chain(values).map(|flag| flag + " ").collect()
    }
}

/// What there is to do.
pub(super) struct Work {
    pub(super) checks: Vec<(FoundCheck, ValueKind)>,
    /// Sentences about what was left out.
    pub(super) notes: Vec<String>,
}

/// The checks that match the filters; with `--types`, the explorations with each kind of values.
pub(super) fn find(options: &CheckOptions) -> Result<Work, Error> {
    if options.types.is_empty() {
        let found = checks::find(&options.build)?;
        let notes = found.notes(&options.filters);
        let checks = found.filter(&options.filters)?;
        return Ok(Work { checks: checks.into_iter().map(|found| (found, ValueKind::default())).collect(), notes });
    }
    let (mut all, mut notes, mut n_others) = (Vec::new(), Vec::new(), 0);
    for &values in &options.types {
        let build = BuildOptions { values, ..options.build.clone() };
        let found = checks::find(&build)?;
        notes = found.notes(&options.filters);
        let found = found.filter(&options.filters)?;
        let (explorations, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|found| found.subject.is_exploration());
        all.extend(explorations.into_iter().map(|found| (found, values)));
        n_others = others.len();
    }
    if all.is_empty() {
        return Err(Error::NoExplorations);
    }
    if n_others > 0 {
        let checks = if n_others == 1 { "check is" } else { "checks are" };
        notes.push(format!("{n_others} {checks} left out: `--types` is for explorations"));
    }
    Ok(Work { checks: all, notes })
}

/// Loads each module once.
pub(super) fn load(found: Vec<(FoundCheck, ValueKind)>) -> Result<Vec<Job>, Error> {
    let mut loaded: Vec<(Rc<ModuleFile>, Arc<Module>)> = Vec::new();
    let mut jobs = Vec::new();
    for (FoundCheck { subject, file, root, package }, values) in found {
        let known = loaded.iter().find(|(known, _)| Rc::ptr_eq(known, &file)).map(|(_, module)| module.clone());
        let module = match known {
            Some(module) => module,
            None => file.load()?,
        };
        loaded.push((file.clone(), module.clone()));
        jobs.push(Job { subject, module, bytes: file.bytes.clone(), root, package, values });
    }
    Ok(jobs)
}
