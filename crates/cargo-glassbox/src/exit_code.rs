//! What the command's exit code means. The codes are documented in the book and stay stable.

/// Exit codes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExitCode {
    /// The command did what it was asked.
    Success = 0,
    /// It could not: wrong usage, or the code under check did not build. (clap uses the same code.)
    Error = 2,
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}
