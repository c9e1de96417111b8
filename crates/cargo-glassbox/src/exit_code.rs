//! Exit codes of the command. The book documents them; they stay stable.
//!
//! What a report leaves out changes the code only if the user asked for it by name: a filter, package, target or bound that does
//! not exist is an error. Everything else is a note. `book/src/left-out.md` has the code of each case.

/// Exit codes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExitCode {
    /// The command succeeded, and all checks hold.
    Success = 0,
    /// A check fails.
    Fails = 1,
    /// The command failed: wrong usage, or the code under check did not build. (clap uses the same code.)
    Error = 2,
    /// No check fails, but some are unknown.
    Unknown = 3,
    /// All checks that were run hold, but the run proves less than `glassbox.lock` says.
    ProvesLess = 4,
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}
