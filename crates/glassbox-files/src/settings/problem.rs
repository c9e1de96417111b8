//! Reasons why a `glassbox.toml` is refused, with hints.

use crate::suggest::nearest;
use crate::toml_lines::SyntaxProblem;

/// Reason why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of each says what it is")]
pub enum ConfigProblem {
    #[error(transparent)]
    Syntax(#[from] SyntaxProblem),
    #[error("there is no setting `{key}`")]
    UnknownKey { key: String, known: &'static [&'static str] },
    #[error("`{key}` must be {wanted}, and is {found}")]
    WrongType { key: String, wanted: &'static str, found: &'static str },
    #[error("`{key}`: {message}")]
    Value { key: String, message: String },
    #[error("`{text}` is no name of checks")]
    NoPattern { text: String },
    #[error("there is no check `{text}`")]
    NoSuchCheck {
        text: String,
        /// A path that is similar.
        meant: Option<String>,
    },
    #[error("no check here has a bound `{name}`")]
    UnknownBound { name: String, known: Vec<String> },
    #[error("no check that `{text}` means has a bound `{name}`")]
    UnknownBoundOf { text: String, name: String, known: Vec<String> },
    #[error("the bound `{name}` must be at least 1")]
    NoSize { name: String },
}

impl ConfigProblem {
    /// Hints how to solve it, one per line.
    pub fn help(&self) -> Vec<String> {
        match self {
            Self::Syntax(SyntaxProblem::Conflict) => vec!["resolve the conflict".into()],
            Self::Syntax(SyntaxProblem::Toml(_)) => vec!["the file is TOML, as Cargo.toml is".into()],
            Self::UnknownKey { key, known } => {
                let meant = nearest(key, known.iter().copied()).map(|meant| format!("did you mean `{meant}`?"));
                meant.into_iter().chain([format!("the settings are: {}", known.join(", "))]).collect()
            }
            Self::WrongType { .. } | Self::Value { .. } => {
                vec!["`cargo glassbox --help` explains the flag of the same name".into()]
            }
            Self::NoPattern { .. } => {
                vec!["write a path, or the beginning of paths and `*`: `stack::checks::push`, `stack::*`".into()]
            }
            Self::NoSuchCheck { meant, .. } => {
                let meant = meant.iter().map(|meant| format!("did you mean `{meant}`?"));
                meant.chain(["`cargo glassbox list` shows all checks".into()]).collect()
            }
            Self::UnknownBound { known, .. } | Self::UnknownBoundOf { known, .. } => match &known[..] {
                [] => vec!["there are no bounds".into()],
                known => vec![format!("the bounds are: {}", known.join(", "))],
            },
            Self::NoSize { .. } => vec!["with a bound of 0 there is nothing to check".into()],
        }
    }
}
