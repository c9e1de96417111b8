//! The command `cargo glassbox`.
//!
//! `args::raw` parses the arguments, `args::resolved` turns them into options. `toolchain` finds the compiler,
//! `workspace` the packages that use glassbox, `build` builds modules with `compiler`, `checks` finds the checks in them. Each
//! subcommand is a file of its own: `check`, `replay`, `list`, `states`, `doctor`, `init`, `explain`, `completions`.
//! Errors are values (`error`) with hints; only this file turns them into text and an exit code.

mod args;
mod build;
mod check;
mod checks;
mod clock;
mod compiler;
mod completions;
mod console;
mod doctor;
mod error;
mod exit_code;
mod explain;
mod init;
mod interrupt;
mod left_out;
mod list;
mod package_remark;
mod replay;
mod source;
mod source_help;
mod states;
mod suggest;
mod target_folder;
mod toolchain;
mod workspace;

use args::resolved::Command;
use exit_code::ExitCode;

fn main() -> std::process::ExitCode {
    if let Some(code) = compiler::run_for_cargo() {
        return code;
    }
    let command = args::parse();
    console::set_color(command.color());
    let result = match &command {
        Command::Check(options) => check::run(options),
        Command::Completions(shell) => completions::run(*shell).map(|()| ExitCode::Success),
        Command::Doctor(options) => doctor::run(options),
        Command::Explain(options) => explain::run(&options.words).map(|()| ExitCode::Success),
        Command::Init(options) => init::run(options).map(|()| ExitCode::Success),
        Command::List(options) => list::run(options).map(|()| ExitCode::Success),
        Command::Replay(options) => replay::run(options),
        Command::States(options) => states::run(options).map(|()| ExitCode::Success),
    };
    match result {
        Ok(code) => code.into(),
        Err(error) => {
            console::print_error(&error);
            ExitCode::Error.into()
        }
    }
}
