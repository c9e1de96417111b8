//! A place that breaks a rule.

use std::fmt;

/// A place that breaks a rule, and a message that says how.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) path: String,
    /// From 1; 0 if it concerns the whole file.
    line: usize,
    message: String,
}

impl Problem {
    pub(super) fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}
