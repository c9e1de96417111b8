//! The command `cargo glassbox`.
//!
//! `args::raw` parses the arguments, `args::resolved` turns them into options. `toolchain` finds the compiler,
//! `workspace` the packages that use glassbox, `config` their settings (`project` is all three), `build` builds modules with
//! `compiler`, `checks` finds the checks in them; `cache` has results of earlier runs, `lock_file` what they prove, `trace` the time that they take. Each
//! subcommand is a file of its own: `check`, `replay`, `show`, `list`, `states`, `doctor`, `init`, `explain`, `completions`;
//! `config` is one in its folder, `report open` is in `report_page`, `report-schema` is a line.
//! Errors are values (`error`) with hints; only this file turns them into text and an exit code.

mod args;
mod build;
mod cache;
mod check;
mod checks;
mod ci;
mod clock;
mod compiler;
mod completions;
mod config;
mod console;
mod doctor;
mod error;
mod exit_code;
mod explain;
mod init;
mod interrupt;
mod left_out;
mod list;
mod lock_file;
mod memory;
mod package_remark;
mod partial_file;
mod project;
mod replay;
mod report_page;
mod shard;
mod show;
mod source;
mod source_help;
mod states;
mod target_folder;
mod toolchain;
mod trace;
mod unwinding_std;
mod workspace;

use std::io::Write as _;

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
        Command::Config(options) => config::command::run(options).map(|()| ExitCode::Success),
        Command::Doctor(options) => doctor::run(options),
        Command::Explain(options) => explain::run(&options.words).map(|()| ExitCode::Success),
        Command::Init(options) => init::run(options).map(|()| ExitCode::Success),
        Command::List(options) => list::run(options).map(|()| ExitCode::Success),
        Command::OpenReport(options) => report_page::open(options).map(|()| ExitCode::Success),
        Command::Replay(options) => replay::run(options),
        Command::Ci { system, shards } => ci::write(*system, *shards).map(|()| ExitCode::Success),
        Command::ReportSchema => report_schema().map(|()| ExitCode::Success),
        Command::Show(options) => show::run(options).map(|()| ExitCode::Success),
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

/// Prints the schema of `--report json`.
fn report_schema() -> Result<(), error::Error> {
    console::written(std::io::stdout().write_all(glassbox_report::json::schema().as_bytes()))
}
