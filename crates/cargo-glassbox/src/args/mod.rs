//! The command line: as typed (`raw`), and as options of the commands (`resolved`, `build_options`).

pub(crate) mod build_options;
mod raw;
pub(crate) mod resolved;

use clap::{CommandFactory, Parser};

/// Reads the command line; prints help or a usage error and leaves if that is all there is to do.
pub(crate) fn parse() -> resolved::Command {
    let mut args: Vec<_> = std::env::args_os().collect();
    // Cargo runs `cargo-glassbox glassbox ..`; by hand one types `cargo-glassbox ..`.
    if args.get(1).is_some_and(|arg| arg == "glassbox") {
        args.remove(1);
    }
    raw::Cli::parse_from(args).into()
}

/// The command line as clap describes it.
pub(crate) fn command() -> clap::Command {
    raw::Cli::command()
}
