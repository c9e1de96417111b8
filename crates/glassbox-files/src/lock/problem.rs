//! Reasons why a `glassbox.lock` is refused, with hints.

use crate::toml_lines::SyntaxProblem;

/// Reason why a lock is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of each says what it is")]
pub enum LockProblem {
    #[error(transparent)]
    Syntax(#[from] SyntaxProblem),
    #[error("there is no `version`")]
    NoVersion,
    #[error("version {version} of the format is newer than this command, which knows {known}")]
    Newer { version: i64, known: i64 },
    #[error("the end of the file is missing")]
    NoEnd,
    #[error("`{key}` does not belong here")]
    UnknownKey { key: String },
    #[error("`{key}` is missing")]
    Missing { key: &'static str },
    #[error("`{key}` must be {wanted}")]
    WrongType { key: String, wanted: &'static str },
    #[error("`{text}` is no assumption that this command knows")]
    Assumption { text: String },
    #[error("`{path}` of package `{package}` comes twice")]
    Twice { package: String, path: String },
}

impl LockProblem {
    /// Hints how to solve it, one per line.
    pub fn help(&self) -> Vec<String> {
        let write =
            "`cargo glassbox --workspace --write-lock` writes the file anew; then read the difference".to_owned();
        match self {
            Self::Syntax(SyntaxProblem::Conflict) => vec![format!("take one side, and run the checks: {write}")],
            Self::Newer { .. } => vec!["update cargo-glassbox".into()],
            Self::Assumption { .. } => {
                vec!["a newer cargo-glassbox may have written it: update the command".into(), write]
            }
            _ => vec![
                "the file is written by the command and was changed by hand: take it from version control".into(),
                write,
            ],
        }
    }
}
