//! The command line: as typed (`raw`), and as options of the commands (`resolved`, `build_options`).

pub(crate) mod build_options;
mod raw;
pub(crate) mod resolved;
mod value_parsers;

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
    if let Some(name) = cli.repeated_bound() {
        let message = format!("the bound `{name}` is given more than once");
        command().error(ErrorKind::ArgumentConflict, message).exit();
    }
    cli.into()
}

/// The command line as clap describes it.
pub(crate) fn command() -> clap::Command {
    raw::Cli::command()
}
