//! The command `cargo glassbox`.
//!
//! Arguments are taken as typed (`args::raw`) and then resolved to what they mean (`args::resolved`).
//! `toolchain` finds the compiler, `workspace` the packages that use glassbox, `build` turns them into
//! modules. Each subcommand is a file of its own: `list`, `states`. Errors are values (`error`)
//! that carry a next step, and become text and an exit code only here.

mod args;
mod build;
mod console;
mod error;
mod exit_code;
mod list;
mod states;
mod toolchain;
mod workspace;

use args::resolved::Command;
use exit_code::ExitCode;

fn main() -> std::process::ExitCode {
    let command = args::parse();
    console::set_color(command.color());
    let result = match &command {
        Command::List(options) => list::run(options),
        Command::States(options) => states::run(options),
    };
    match result {
        Ok(()) => ExitCode::Success.into(),
        Err(error) => {
            console::print_error(&error);
            ExitCode::Error.into()
        }
    }
}
