//! `cargo glassbox list`: which checks there are, and where.

use std::collections::BTreeSet;

use glassbox_engine::catalog::{self, Check, Location};
use glassbox_report::terminal::{PackageChecks, write_list};

use crate::args::resolved::BuildOptions;
use crate::build;
use crate::error::Error;
use crate::toolchain::Rustc;
use crate::workspace::Workspace;

/// Builds the chosen packages and prints their checks.
pub(crate) fn run(options: &BuildOptions) -> Result<(), Error> {
    let packages = find_checks(options)?;
    if packages.iter().all(|package| package.checks.is_empty()) {
        return Err(Error::NoChecks { packages: packages.into_iter().map(|package| package.package).collect() });
    }
    write_list(&packages, &mut anstream::stdout()).map_err(Error::Write)
}

fn find_checks(options: &BuildOptions) -> Result<Vec<PackageChecks>, Error> {
    let rustc = Rustc::find()?;
    let workspace = Workspace::load(&rustc, options)?;
    let mut packages = Vec::new();
    for (package, uses) in workspace.select(&options.packages, &rustc)? {
        let mut checks = Checks::new(&package.name);
        for module in build::build(&rustc, &workspace, package, uses, options)? {
            let bytes = std::fs::read(&module).map_err(|source| Error::Read { path: module.clone(), source })?;
            let found = catalog::read(&bytes).map_err(|source| Error::Catalog { module, source })?;
            checks.add(found);
        }
        packages.push(checks.finish());
    }
    Ok(packages)
}

/// Collects the checks of one package from its modules.
struct Checks<'a> {
    package: &'a str,
    seen: BTreeSet<(Location, String)>,
    found: Vec<Check>,
}

impl<'a> Checks<'a> {
    fn new(package: &'a str) -> Self {
        Self { package, seen: BTreeSet::new(), found: Vec::new() }
    }

    /// Takes the package's own checks. A module also holds those of its dependencies, and a check in the
    /// library comes again with every test executable that links it: the first module that has it counts.
    /// The path alone does not tell checks apart: a package's library and binary may have the same name.
    fn add(&mut self, found: Vec<Check>) {
        let own = found.into_iter().filter(|check| check.package == self.package);
        self.found.extend(own.filter(|check| self.seen.insert((check.location.clone(), check.path.clone()))));
    }

    fn finish(mut self) -> PackageChecks {
        self.found.sort_by(|a, b| (&a.location, &a.path).cmp(&(&b.location, &b.path)));
        PackageChecks { package: self.package.to_owned(), checks: self.found }
    }
}
