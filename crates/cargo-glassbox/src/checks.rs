//! Builds the chosen packages and finds the checks in their modules.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use cargo_metadata::{Target, TargetKind};
use glassbox_abi::{DisturbanceChoice, names};
use glassbox_engine::catalog::{self, Location, Subject};
use glassbox_engine::result::Bounds;
use glassbox_engine::states::bounds;
use glassbox_files::run_limits::RunLimits;
use glassbox_files::values::leaves_nothing;
use glassbox_source::read::PackageLayout;
use glassbox_vm::module::Module;

use crate::args::build_options::{BuildOptions, PackageChoice};
use crate::build;
use crate::error::Error;
use crate::left_out::{Built, LeftOut, is_chosen, real};
use crate::package_remark::PackageRemark;
use crate::project::Project;
use crate::target_folder::TargetFolder;
use crate::trace;

/// A module as it came from the compiler.
#[derive(Debug)]
pub(crate) struct ModuleFile {
    path: PathBuf,
    pub(crate) bytes: Arc<[u8]>,
    limits: RunLimits,
    loaded: OnceCell<Arc<Module>>,
}

impl ModuleFile {
    fn read(path: PathBuf, limits: RunLimits) -> Result<Self, Error> {
        let bytes = std::fs::read(&path).map_err(|source| Error::Read { path: path.clone(), source })?;
        Ok(Self { path, bytes: bytes.into(), limits, loaded: OnceCell::new() })
    }

    /// Translates it for the machine, once.
    pub(crate) fn load(&self) -> Result<Arc<Module>, Error> {
        if let Some(module) = self.loaded.get() {
            return Ok(module.clone());
        }
        let name = || self.path.file_name().unwrap_or_default().to_string_lossy();
        let _span = trace::span("load", || format!("load {}", name()));
        let module = Module::load(&self.bytes);
        let mut module = module.map_err(|source| Error::Module { module: self.path.clone(), source })?;
        module.set_limits(self.limits.of_machine());
        Ok(self.loaded.get_or_init(|| Arc::new(module)).clone())
    }
}

/// A check, and the module that it is in.
#[derive(Debug)]
pub(crate) struct FoundCheck {
    pub(crate) subject: Subject,
    pub(crate) file: Rc<ModuleFile>,
    /// Folder that the path of its source file is relative to.
    pub(crate) root: PathBuf,
    /// The package that it belongs to.
    pub(crate) package: PackageLayout,
}

/// The checks of a package, in the order of the source.
#[derive(Debug)]
pub(crate) struct FoundPackage {
    pub(crate) name: String,
    pub(crate) checks: Vec<FoundCheck>,
    /// Checks in its source that were not built.
    pub(crate) left_out: Vec<LeftOut>,
}

/// The checks of the chosen packages, and remarks about what is not among them.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) packages: Vec<FoundPackage>,
    /// Targets of packages that use glassbox, and that were not chosen.
    pub(crate) not_built: Vec<NotBuilt>,
    /// Remarks about packages.
    remarks: Vec<PackageRemark>,
    /// The folder of modules.
    pub(crate) folder: PathBuf,
}

/// A target that was not chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotBuilt {
    pub(crate) package: String,
    /// The first part of the paths of its checks.
    pub(crate) crate_name: String,
}

impl Found {
    /// The checks whose paths contain one of the filters, or all; an error if a filter is in no path.
    pub(crate) fn filter(self, filters: &[String]) -> Result<Vec<FoundCheck>, Error> {
        let is_known = |filter: &String| {
            self.packages.iter().flat_map(|package| &package.checks).any(|found| found.subject.path.contains(filter))
        };
        let unknown: Vec<String> = filters.iter().filter(|filter| !is_known(filter)).cloned().collect();
        if !unknown.is_empty() {
            let n_checks = self.packages.iter().map(|package| package.checks.len()).sum();
            return Err(Error::NothingMeant { left_out: self.notes(&unknown), filters: unknown, n_checks });
        }
        let all = self.packages.into_iter().flat_map(|package| package.checks);
        Ok(all.filter(|found| is_meant(&found.subject.path, filters)).collect())
    }

    /// Sentences about what was left out, if the filters do not leave it out anyway.
    pub(crate) fn notes(&self, filters: &[String]) -> Vec<String> {
        let left_out = self.packages.iter().flat_map(|package| &package.left_out);
        let left_out = left_out.filter_map(|it| it.restricted(|path| is_meant(path, filters))).map(|it| it.text());
        let remarks = self.remarks.iter().filter(|_| filters.is_empty()).map(PackageRemark::text);
        left_out.chain(remarks).collect()
    }
}

/// Builds the chosen packages and finds their checks.
pub(crate) fn find(project: &Project, options: &BuildOptions) -> Result<Found, Error> {
    let Project { rustc, workspace, settings } = project;
    let options = &BuildOptions { limits: settings.limits_with(options.limits), ..options.clone() };
    let mut packages = Vec::new();
    let selection = workspace.select(&options.packages, rustc)?;
    let mut not_built = Vec::new();
    for package in workspace.users() {
        let is_built = |target: &Target| {
            target.is_kind(TargetKind::CustomBuild)
                || (selection.names.contains(package.name.as_str()) && is_chosen(&options.targets, target))
        };
        let targets = package.targets.iter().filter(|target| !is_built(target));
        not_built.extend(
            targets.map(|target| NotBuilt {
                package: package.name.to_string(),
                crate_name: target.name.replace('-', "_"),
            }),
        );
    }
    let mut remarks = selection.remarks;
    let mut foreign = BTreeSet::new();
    let folder = TargetFolder::open(workspace.target_dir())?;
    for (package, uses) in selection.users {
        let (root, layout) = (workspace.root(), PackageLayout::of(package));
        let mut checks = Checks { package: &package.name, root, layout, seen: BTreeSet::new(), found: Vec::new() };
        for path in build::build(rustc, workspace, &folder, package, uses, options)? {
            foreign.extend(checks.add(&Rc::new(ModuleFile::read(path, options.limits)?))?);
        }
        let built = Built {
            package,
            uses,
            targets: &options.targets,
            cfgs: &rustc.cfgs,
            feature_flags: &options.feature_flags,
            places: checks.places(),
            paths: checks.paths_without_file(),
        };
        let span = trace::span("command", || format!("look for checks of {} that were left out", package.name));
        let left_out = built.left_out();
        drop(span);
        packages.push(checks.finish(left_out));
    }
    let without = packages.iter().filter(|package| package.checks.is_empty());
    let without: Vec<String> = without.map(|package| package.name.clone()).collect();
    // The user has chosen among the packages of the workspace.
    foreign.retain(|name| workspace.members().iter().all(|package| *package.name != *name));
    remarks.extend(foreign.into_iter().map(|name| PackageRemark::ChecksOfDependency { name }));
    // A package named by the user must have checks; of a whole workspace, some will not.
    let is_named = matches!(options.packages, PackageChoice::Named(_));
    if without.len() == packages.len() || (is_named && !without.is_empty()) {
        let left_out = packages.iter().flat_map(|package| &package.left_out).map(LeftOut::text).collect();
        return Err(Error::NoChecks { packages: without, left_out });
    }
    remarks.extend(without.into_iter().map(|name| PackageRemark::NoChecks { name }));
    Ok(Found { packages, not_built, remarks, folder: folder.path().to_owned() })
}

/// Takes each check whose attribute asks for more disturbances than the flags do from a build that has them. Returns what goes wrong in the
/// build of each.
pub(crate) fn as_asked(
    project: &Project,
    options: &BuildOptions,
    checks: Vec<FoundCheck>,
) -> Result<Vec<(FoundCheck, DisturbanceChoice)>, Error> {
    let choice = |found: &FoundCheck| options.disturbances.or(found.subject.with);
    let key = |found: &FoundCheck| {
        let Subject { package, location, path, .. } = &found.subject;
        (package.clone(), location.clone(), path.clone())
    };
    let others: BTreeSet<_> = checks.iter().map(choice).filter(|choice| *choice != options.disturbances).collect();
    let mut builds = BTreeMap::new();
    for disturbances in others {
        let found = find(project, &BuildOptions { disturbances, ..options.clone() })?;
        let all = found.packages.into_iter().flat_map(|package| package.checks);
        builds.insert(disturbances, all.map(|found| (key(&found), found)).collect::<BTreeMap<_, _>>());
    }
    let built = |found: FoundCheck| {
        let disturbances = choice(&found);
        let Some(build) = builds.get_mut(&disturbances) else { return Ok((found, disturbances)) };
        let disturbed = build.remove(&key(&found)).map(|found| (found, disturbances));
        disturbed.ok_or_else(|| Error::NotInBuild { check: found.subject.path, disturbances })
    };
    checks.into_iter().map(built).collect()
}

/// Collects the checks of one package from its modules.
struct Checks<'a> {
    package: &'a str,
    root: PathBuf,
    layout: PackageLayout,
    seen: BTreeSet<(Location, String)>,
    found: Vec<FoundCheck>,
}

impl Checks<'_> {
    /// Takes the package's own checks. A module also holds those of its dependencies, and a check in the
    /// library comes again with every test executable that links it: the first module that has it counts.
    /// The path alone does not tell checks apart: a package's library and binary may have the same name.
    /// Returns the packages of the other checks in the module.
    fn add(&mut self, file: &Rc<ModuleFile>) -> Result<BTreeSet<String>, Error> {
        let found =
            catalog::read(&file.bytes).map_err(|source| Error::Catalog { module: file.path.clone(), source })?;
        let (own, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|subject| subject.package == self.package);
        let new = own.into_iter().filter(|subject| self.seen.insert((subject.location.clone(), subject.path.clone())));
        let (root, layout) = (&self.root, &self.layout);
        let found = |subject| FoundCheck { subject, file: file.clone(), root: root.clone(), package: layout.clone() };
        self.found.extend(new.map(found));
        Ok(others.into_iter().map(|subject| subject.package).collect())
    }

    /// Files and lines of the checks.
    fn places(&self) -> BTreeSet<(PathBuf, usize)> {
        let place = |location: &Location| (real(&self.root.join(&location.file)), location.line as usize);
        self.found.iter().map(|found| place(&found.subject.location)).collect()
    }

    /// Paths of the checks whose files are not where the module says.
    fn paths_without_file(&self) -> BTreeSet<String> {
        let without = self.found.iter().filter(|found| !self.root.join(&found.subject.location.file).exists());
        without.map(|found| found.subject.path.clone()).collect()
    }

    fn finish(mut self, left_out: Vec<LeftOut>) -> FoundPackage {
        let place = |found: &FoundCheck| (found.subject.location.clone(), found.subject.path.clone());
        self.found.sort_by_key(place);
        FoundPackage { name: self.package.to_owned(), checks: self.found, left_out }
    }
}

/// A bound with which structures have parts, and are small.
const SMALL: u32 = 2;

/// Rejects bounds that no check has, and sizes of 0: with a mistyped bound, the verdict would not mean what the user
/// thinks.
pub(crate) fn refuse_bounds<'a>(
    subjects: impl Iterator<Item = (&'a Subject, &'a Arc<Module>)>,
    asked: &Bounds,
) -> Result<(), Error> {
    if let Some((name, _)) = asked.iter().find(|(name, value)| *value == 0 && leaves_nothing(name)) {
        return Err(Error::NoSize { name: name.to_owned() });
    }
    match unknown_bound(subjects, asked) {
        Some(UnknownBound { name, known }) => Err(Error::UnknownBound { name, known }),
        None => Ok(()),
    }
}

/// A bound that no check has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnknownBound {
    pub(crate) name: String,
    /// The bounds that there are.
    pub(crate) known: Vec<String>,
}

/// The first of these bounds that no check has.
pub(crate) fn unknown_bound<'a>(
    subjects: impl Iterator<Item = (&'a Subject, &'a Arc<Module>)>,
    asked: &Bounds,
) -> Option<UnknownBound> {
    if asked.is_empty() {
        return None;
    }
    // Laying out large states takes time, so small ones come first, and this stops as soon as all bounds are known.
    let small: Bounds = asked.iter().map(|(name, value)| (name, value.min(SMALL))).collect();
    let all: Vec<_> = subjects.collect();
    let mut known = BTreeSet::new();
    for with in [&Bounds::none(), &small, asked] {
        for (subject, module) in &all {
            if subject.is_exploration() {
                known.extend([names::OPERATIONS, names::ELEMENTS, names::STATES].map(str::to_owned));
            } else {
                // A check whose states cannot be laid out reports that itself, later.
                let bounds = bounds(module, &subject.path, with).unwrap_or_default();
                known.extend(bounds.iter().map(|(name, _)| name.to_owned()));
            }
            if asked.iter().all(|(name, _)| known.contains(name)) {
                return None;
            }
        }
    }
    let (name, _) = asked.iter().find(|(name, _)| !known.contains(*name))?;
    Some(UnknownBound { name: name.to_owned(), known: known.into_iter().collect() })
}

/// Whether a path contains one of the filters, or there are none.
pub(crate) fn is_meant(path: &str, filters: &[String]) -> bool {
    filters.is_empty() || filters.iter().any(|filter| path.contains(filter))
}
