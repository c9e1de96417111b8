//! The command line: as typed (`raw`), and as options of the commands (`resolved`, `build_options`, `report_file`).

pub(crate) mod build_options;
mod raw;
pub(crate) mod report_file;
pub(crate) mod resolved;

pub(crate) use raw::CiSystem;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

/// Parses the command line. Prints help or a usage error and exits if there is nothing else to do.
pub(crate) fn parse() -> resolved::Command {
    let mut args: Vec<_> = std::env::args_os().collect();
    // Cargo runs `cargo-glassbox glassbox ..`; users may also run `cargo-glassbox ..`.
    if args.get(1).is_some_and(|arg| arg == "glassbox") {
        args.remove(1);
    }
    let cli = raw::Cli::parse_from(args);
    let repeated = cli.repeated_bound().map(|name| format!("the bound `{name}`"));
    if let Some(what) = repeated.or_else(|| cli.repeated_limit().map(|name| format!("the limit `{name}`"))) {
        command().error(ErrorKind::ArgumentConflict, format!("{what} is given more than once")).exit();
    }
    cli.into()
}

/// The command line as clap describes it.
pub(crate) fn command() -> clap::Command {
    raw::Cli::command()
}
