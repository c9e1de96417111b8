//! Exit codes of the command. The book documents them; they stay stable.

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
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}
