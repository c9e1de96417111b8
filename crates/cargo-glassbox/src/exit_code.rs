//! What the command's exit code means. The codes are documented in the book and stay stable.

/// Exit codes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExitCode {
    /// The command did what it was asked, and all checks hold.
    Success = 0,
    /// A check fails.
    Fails = 1,
    /// It could not: wrong usage, or the code under check did not build. (clap uses the same code.)
    Error = 2,
    /// No check fails, but of some it is not known whether they hold.
    Unknown = 3,
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}
