//! Runs programs in Miri, which detects undefined behaviour.
//!
//! Its rules about references are left out: glassbox does not check these.

use std::process::Command;

/// What Miri says about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaidByMiri {
    /// It ends without an error, also without a panic.
    Clean,
    /// Undefined behaviour or a leak, in Miri's words.
    Rejects(String),
    /// Something else: the program does not build, panics, or does something that Miri does not offer.
    Other(String),
}

/// `cargo miri` of the nightly toolchain, without the variables of the cargo that runs this program.
pub fn miri() -> Command {
    let mut command = Command::new("cargo");
    command.args(["+nightly", "miri"]).env("MIRIFLAGS", "-Zmiri-disable-stacked-borrows");
    for variable in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"] {
        command.env_remove(variable);
    }
    command
}

/// Whether there is a Miri.
pub fn has_miri() -> bool {
    miri().arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Runs `cargo miri` with further arguments.
pub fn said_by_miri(command: &mut Command) -> Result<SaidByMiri, String> {
    let output = command.output().map_err(|error| format!("cargo does not run: {error}"))?;
    Ok(parse(&String::from_utf8_lossy(&output.stderr), output.status.success()))
}

fn parse(stderr: &str, is_success: bool) -> SaidByMiri {
    let said = stderr.lines().find_map(|line| line.strip_prefix("error: "));
    match said {
        None if is_success => SaidByMiri::Clean,
        Some(said) if said.starts_with("Undefined Behavior") || said.starts_with("memory leaked") => {
            SaidByMiri::Rejects(said.to_owned())
        }
        _ => SaidByMiri::Other(stderr.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_apart() {
        assert_eq!(parse("", true), SaidByMiri::Clean);
        for said in ["Undefined Behavior: a", "memory leaked: b"] {
            assert_eq!(
                parse(&format!("thread panicked\nerror: {said}\n"), false),
                SaidByMiri::Rejects(said.to_owned())
            );
        }
        for said in ["error: could not compile `a`", "error: unsupported operation: b", "thread 'main' panicked"] {
            assert_eq!(parse(said, false), SaidByMiri::Other(said.to_owned()));
        }
    }
}
