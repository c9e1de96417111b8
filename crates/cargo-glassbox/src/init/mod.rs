//! `cargo glassbox init`: writes the first checks of a library, or an exploration, and prints the changes.
//!
//! | file | holds |
//! |---|---|
//! | `explored_type.rs` | an exploration that compiles and ends soon |
//! | `compiled_harness.rs` | which functions of a harness compile |
//! | `first_run.rs` | how far an exploration gets in a few seconds |
//! | `draft.rs` | first checks, run and improved |
//! | `guest_crates.rs` | the crate `glassbox`, which the command brings along |
//! | `print.rs` | the changes as text |

mod compiled_harness;
mod draft;
mod explored_type;
mod first_run;
pub(crate) mod guest_crates;
mod print;

use glassbox_source::read::PackageQuery;
use glassbox_source::scaffold::ProjectQuery;

use self::draft::{DraftEnd, Drafted, first_draft};
use crate::args::build_options::BuildOptions;
use crate::args::resolved::InitOptions;
use crate::console;
use crate::error::Error;

/// Writes the missing parts of a first check or exploration.
pub(crate) fn run(options: &InitOptions) -> Result<(), Error> {
    let package = PackageQuery { package: options.package.clone(), manifest_path: options.manifest_path.clone() };
    let brought = if options.path.is_none() { guest_crates::folder()? } else { None };
    let query = ProjectQuery { package, glassbox: options.path.clone().or_else(|| brought.clone()) };
    let Drafted { scaffold, end } = if let Some(type_name) = &options.explore {
        Drafted { scaffold: explored_type::write(&query, type_name, options)?, end: DraftEnd::NothingNew }
    } else {
        let build = BuildOptions { is_quiet: true, ..options.build.clone() };
        first_draft(&query, options.type_name.as_deref(), &build)?
    };
    console::written(print::print(&scaffold, &end, brought.as_deref(), options))
}
