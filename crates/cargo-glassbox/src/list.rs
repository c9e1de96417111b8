//! `cargo glassbox list`: lists checks and explorations with their places in the source.

use glassbox_report::terminal::{PackageChecks, write_list};

use crate::args::build_options::BuildOptions;
use crate::checks;
use crate::console;
use crate::error::Error;
use crate::project::Project;

/// Builds the chosen packages and prints their checks.
pub(crate) fn run(options: &BuildOptions) -> Result<(), Error> {
    let found = checks::find(&Project::open(options)?, options)?;
    found.notes(&[]).iter().for_each(|note| console::print_note(note));
    let packages = found.packages.into_iter().map(|package| PackageChecks {
        package: package.name,
        subjects: package.checks.into_iter().map(|found| found.subject).collect(),
    });
    console::written(write_list(&packages.collect::<Vec<_>>(), &mut anstream::stdout()))
}
