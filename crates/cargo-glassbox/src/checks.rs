//! Builds the chosen packages and finds the checks in their modules.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use glassbox_abi::names;
use glassbox_engine::catalog::{self, Location, Subject};
use glassbox_engine::result::Bounds;
use glassbox_engine::states::bounds;
use glassbox_source::read::PackageLayout;
use glassbox_vm::module::Module;

use crate::args::build_options::BuildOptions;
use crate::build;
use crate::error::Error;
use crate::toolchain::Rustc;
use crate::workspace::Workspace;

/// A module as it came from the compiler.
#[derive(Debug)]
pub(crate) struct ModuleFile {
    path: PathBuf,
    pub(crate) bytes: Arc<[u8]>,
}

impl ModuleFile {
    fn read(path: PathBuf) -> Result<Self, Error> {
        let bytes = std::fs::read(&path).map_err(|source| Error::Read { path: path.clone(), source })?;
        Ok(Self { path, bytes: bytes.into() })
    }

    /// Translates it for the machine.
    pub(crate) fn load(&self) -> Result<Arc<Module>, Error> {
        let module = Module::load(&self.bytes);
        module.map(Arc::new).map_err(|source| Error::Module { module: self.path.clone(), source })
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
}

/// Builds the chosen packages and finds their checks.
pub(crate) fn find(options: &BuildOptions) -> Result<Vec<FoundPackage>, Error> {
    let rustc = Rustc::find()?;
    let workspace = Workspace::load(&rustc, options)?;
    let mut packages = Vec::new();
    for (package, uses) in workspace.select(&options.packages, &rustc)? {
        let (root, layout) = (workspace.root(), PackageLayout::of(package));
        let mut checks = Checks { package: &package.name, root, layout, seen: BTreeSet::new(), found: Vec::new() };
        for path in build::build(&rustc, &workspace, package, uses, options)? {
            checks.add(&Rc::new(ModuleFile::read(path)?))?;
        }
        packages.push(checks.finish());
    }
    if packages.iter().all(|package| package.checks.is_empty()) {
        return Err(Error::NoChecks { packages: packages.into_iter().map(|package| package.name).collect() });
    }
    Ok(packages)
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
    fn add(&mut self, file: &Rc<ModuleFile>) -> Result<(), Error> {
        let found =
            catalog::read(&file.bytes).map_err(|source| Error::Catalog { module: file.path.clone(), source })?;
        let own = found.into_iter().filter(|subject| subject.package == self.package);
        let new = own.filter(|subject| self.seen.insert((subject.location.clone(), subject.path.clone())));
        let (root, layout) = (&self.root, &self.layout);
        let found = |subject| FoundCheck { subject, file: file.clone(), root: root.clone(), package: layout.clone() };
        self.found.extend(new.map(found));
        Ok(())
    }

    fn finish(mut self) -> FoundPackage {
        let place = |found: &FoundCheck| (found.subject.location.clone(), found.subject.path.clone());
        self.found.sort_by_key(place);
        FoundPackage { name: self.package.to_owned(), checks: self.found }
    }
}

/// Rejects bounds that no check has, and sizes of 0: with a mistyped bound, the verdict would not mean what the user
/// thinks.
pub(crate) fn refuse_bounds<'a>(
    subjects: impl Iterator<Item = (&'a Subject, &'a Arc<Module>)>,
    asked: &Bounds,
) -> Result<(), Error> {
    if asked.is_empty() {
        return Ok(());
    }
    if let Some((name, _)) = asked.sizes().find(|(_, value)| *value == 0) {
        return Err(Error::NoSize { name: name.to_owned() });
    }
    // A check whose states cannot be laid out reports that itself, later.
    let known_to = subjects.map(|(subject, module)| {
        if subject.is_exploration() {
            return [names::OPERATIONS, names::ELEMENTS, names::STATES].map(str::to_owned).to_vec();
        }
        let bounds = bounds(module, &subject.path, asked).unwrap_or_default();
        bounds.iter().map(|(name, _)| name.to_owned()).collect()
    });
    let mut known = BTreeSet::new();
    // Laying out large states takes time, so this stops as soon as all bounds are known.
    for bound in known_to.flatten() {
        known.insert(bound);
        if asked.iter().all(|(name, _)| known.contains(name)) {
            return Ok(());
        }
    }
    match asked.iter().find(|(name, _)| !known.contains(*name)) {
        Some((name, _)) => Err(Error::UnknownBound { name: name.to_owned(), known: known.into_iter().collect() }),
        None => Ok(()),
    }
}

/// The checks whose paths contain one of the filters, or all; an error if there is none.
pub(crate) fn filter(packages: Vec<FoundPackage>, filters: &[String]) -> Result<Vec<FoundCheck>, Error> {
    let is_meant = |path: &str| filters.is_empty() || filters.iter().any(|filter| path.contains(filter));
    let all: Vec<FoundCheck> = packages.into_iter().flat_map(|package| package.checks).collect();
    let n_checks = all.len();
    let meant: Vec<FoundCheck> = all.into_iter().filter(|found| is_meant(&found.subject.path)).collect();
    if meant.is_empty() {
        return Err(Error::NothingMeant { filters: filters.to_vec(), n_checks });
    }
    Ok(meant)
}
