//! The compiler that cargo runs: this program, which runs rustc and adds our flags at the end of its command line.
//!
//! Cargo takes flags from one of several places (environment, `.cargo/config.toml`, profiles, profiles of single packages), and
//! some of them come after any place that a command line can fill. For rustc the last flag wins. Here it is ours, whatever
//! the user's files say, and all their other flags are kept. Reasons: `docs/design/0013-what-was-built.md`.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

use glassbox_source::read::TARGET;

/// Environment variable with the program that is rustc. Names begin with `CARGO_` because caches of compiled crates, such as
/// sccache, distinguish builds by these variables.
const RUSTC: &str = "CARGO_GLASSBOX_RUSTC";
/// Environment variable with the flags, separated like those in `CARGO_ENCODED_RUSTFLAGS`.
const FLAGS: &str = "CARGO_GLASSBOX_RUSTFLAGS";
const SEPARATOR: &str = "\x1f";

/// Lets cargo run `rustc` with `flags` after all others.
pub(crate) fn set(cargo: &mut Command, rustc: &OsStr, flags: &[String]) -> std::io::Result<()> {
    cargo.env("RUSTC", std::env::current_exe()?).env(RUSTC, rustc).env(FLAGS, flags.join(SEPARATOR));
    // Cargo keeps the version of a compiler for as long as its file does not change. This file stays when rustc does not.
    cargo.env("CARGO_CACHE_RUSTC_INFO", "0");
    Ok(())
}

/// Runs rustc if cargo has started this program as its compiler.
pub(crate) fn run_for_cargo() -> Option<ExitCode> {
    let (rustc, flags) = (std::env::var_os(RUSTC)?, std::env::var(FLAGS).ok()?);
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    Some(run(&rustc, &args, &flags).unwrap_or_else(|error| {
        // Cargo shows what its compiler prints.
        let _ = writeln!(std::io::stderr(), "error: could not run `{}`: {error}", rustc.to_string_lossy());
        ExitCode::FAILURE
    }))
}

fn run(rustc: &OsStr, args: &[OsString], flags: &str) -> std::io::Result<ExitCode> {
    let mut command = Command::new(rustc);
    command.args(args).stdin(Stdio::inherit());
    if is_for_machine(args) {
        command.args(flags.split(SEPARATOR)).args(unstable_flags(args));
    }
    let status = command.status()?;
    if args == ["-vV"] && status.success() {
        // Cargo compares all that is printed here with the compiler of its earlier results: other flags build anew.
        writeln!(std::io::stdout(), "glassbox: {}", flags.replace(SEPARATOR, " "))?;
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Whether the arguments are for the machine: build scripts and macros run on the host, and keep their own flags.
fn is_for_machine(args: &[OsString]) -> bool {
    let joined = format!("--target={TARGET}");
    args.windows(2).any(|pair| pair[0] == "--target" && pair[1] == TARGET) || args.iter().any(|arg| *arg == *joined)
}

/// Std's own preconditions can be switched off apart from debug assertions, by a flag of nightly compilers. Only they
/// know the flag, so it is added only if the user has it.
fn unstable_flags(args: &[OsString]) -> Option<&'static str> {
    let names = |arg: &OsString| arg.to_string_lossy().replace('_', "-").contains("ub-checks");
    args.iter().any(names).then_some("-Zub-checks=yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn flags_are_for_the_machine_only() {
        assert!(is_for_machine(&args("--crate-name a --target wasm32-unknown-unknown -O")));
        assert!(is_for_machine(&args("--target=wasm32-unknown-unknown")));
        assert!(!is_for_machine(&args("--crate-name build_script_build --edition=2024")));
        assert!(!is_for_machine(&args("--target x86_64-unknown-linux-gnu")));
    }

    #[test]
    fn preconditions_of_std_stay_on() {
        assert_eq!(unstable_flags(&args("-Z ub_checks=no")), Some("-Zub-checks=yes"));
        assert_eq!(unstable_flags(&args("-Coverflow-checks=off")), None);
    }
}
