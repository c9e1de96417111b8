//! Jobs: a check or an exploration to decide, with its module.

use std::path::PathBuf;
use std::sync::Arc;

use glassbox_abi::DisturbanceChoice;
use glassbox_engine::catalog::Subject;
use glassbox_engine::result::{Assumption, Bounds};
use glassbox_files::settings::Settings;
use glassbox_source::read::PackageLayout;
use glassbox_vm::module::Module;

use crate::args::build_options::{BuildOptions, ValueKind};
use crate::args::resolved::CheckOptions;
use crate::build;
use crate::checks::{self, FoundCheck, NotBuilt};
use crate::config::names::refuse_unknown;
use crate::error::Error;
use crate::project::Project;

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
    /// What goes wrong around it.
    disturbances: DisturbanceChoice,
    /// Bounds that override those in its attribute.
    pub(super) bounds: Bounds,
}

impl Job {
    /// Build settings that verdicts depend on.
    pub(super) fn build_assumptions(&self, options: &BuildOptions) -> Vec<Assumption> {
        let values = self.values.name().map(|name| Assumption::ValueKind(name.to_owned()));
        let opt_level = options.opt_level.asked().map(|level| Assumption::OptLevel(level.to_owned()));
        [build::assumption(options)].into_iter().chain(values).chain(opt_level).collect()
    }

    /// A line about it, for files of shards.
    pub(super) fn line(&self) -> String {
        let values = self.values.name().map(|name| format!(" {name}")).unwrap_or_default();
        format!("{}{values} {}", self.subject.path, self.bounds)
    }

    /// Flags that `cargo glassbox replay` needs to build the same module.
    pub(super) fn replay_flags(&self, build: &BuildOptions) -> String {
        let values = self.values.name().map(|name| format!("--types={name}"));
        let build = BuildOptions { disturbances: self.disturbances, ..build.clone() };
        build.flags().into_iter().chain(values).map(|flag| flag + " ").collect()
    }
}

/// A check as it was built.
pub(super) struct Chosen {
    found: FoundCheck,
    values: ValueKind,
    disturbances: DisturbanceChoice,
}

/// The checks as they ask to be built.
fn chosen(project: &Project, build: &BuildOptions, checks: Vec<FoundCheck>) -> Result<Vec<Chosen>, Error> {
    let values = build.values;
    let asked = checks::as_asked(project, build, checks)?;
    Ok(asked.into_iter().map(|(found, disturbances)| Chosen { found, values, disturbances }).collect())
}

/// What there is to do.
pub(super) struct Work {
    pub(super) checks: Vec<Chosen>,
    /// Sentences about what was left out.
    pub(super) notes: Vec<String>,
    /// The folder of modules.
    pub(super) folder: PathBuf,
    /// Targets that were not chosen.
    pub(super) not_built: Vec<NotBuilt>,
}

/// The checks that match the filters; with `--types`, the explorations with each kind of values.
pub(super) fn find(project: &Project, options: &CheckOptions) -> Result<Work, Error> {
    if options.types.is_empty() {
        let found = checks::find(project, &options.build)?;
        let mut notes = refuse_unknown(&project.settings, &found)?;
        notes.extend(found.notes(&options.filters));
        let (not_built, folder) = (found.not_built.clone(), found.folder.clone());
        let checks = chosen(project, &options.build, found.filter(&options.filters)?)?;
        return Ok(Work { checks, notes, folder, not_built });
    }
    let (mut all, mut notes, mut not_built, mut n_others) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let mut folder = PathBuf::new();
    for &values in &options.types {
        let build = BuildOptions { values, ..options.build.clone() };
        let found = checks::find(project, &build)?;
        notes = refuse_unknown(&project.settings, &found)?;
        notes.extend(found.notes(&options.filters));
        not_built.clone_from(&found.not_built);
        folder.clone_from(&found.folder);
        let found = found.filter(&options.filters)?;
        let (explorations, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|found| found.subject.is_exploration());
        all.extend(chosen(project, &build, explorations)?);
        n_others = others.len();
    }
    if all.is_empty() {
        return Err(Error::NoExplorations);
    }
    if n_others > 0 {
        let checks = if n_others == 1 { "check is" } else { "checks are" };
        notes.push(format!("{n_others} {checks} left out: `--types` is for explorations"));
    }
    Ok(Work { checks: all, notes, folder, not_built })
}

/// The checks with their modules and bounds.
pub(super) fn load(found: Vec<Chosen>, settings: &Settings, asked: &Bounds) -> Result<Vec<Job>, Error> {
    let job = |Chosen { found, values, disturbances }: Chosen| {
        let FoundCheck { subject, file, root, package } = found;
        let bounds = settings.bounds_of(&subject.path, asked);
        let (module, bytes) = (file.load()?, file.bytes.clone());
        Ok(Job { subject, module, bytes, root, package, values, disturbances, bounds })
    };
    found.into_iter().map(job).collect()
}
