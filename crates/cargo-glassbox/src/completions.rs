//! `cargo glassbox completions`: prints a completion script for a shell.

use std::io::Write;

use clap_complete::Shell;

use crate::args;
use crate::console;
use crate::error::Error;

/// Prints the script for a shell. It completes `cargo-glassbox`: the arguments of `cargo glassbox` belong to cargo's
/// own completions, which do not know our flags.
pub(crate) fn run(shell: Shell) -> Result<(), Error> {
    console::written(std::io::stdout().write_all(script(shell).as_bytes()))
}

fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "cargo-glassbox", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    // For bash, clap_complete writes the dash of a command's name in two ways, and the script does not find its own
    // subcommands.
    script.replace("cargo__subcmd__glassbox", "cargo__glassbox")
}
