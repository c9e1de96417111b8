//! The text form of a state: `height=3,len=2:1.0.2`.
//!
//! Bounds, a colon, then the choices in the order of the variables. Zeros at the end are left out: most variables of
//! a small state do not exist in it. The text is short enough for a command line and says nothing without the types:
//! it replays as long as their description stays the same.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A state as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    pub(super) bounds: BTreeMap<String, u32>,
    /// Without the zeros at the end.
    pub(super) choices: Vec<u32>,
}

/// Why a text is not a state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayError {
    /// There is no colon between bounds and choices.
    NoColon,
    /// A bound is not of the form `name=number`.
    Bound {
        /// What stands there.
        text: String,
    },
    /// A choice is not a number.
    Choice {
        /// What stands there.
        text: String,
    },
    /// There are more choices than variables.
    Count {
        /// Choices in the text.
        given: usize,
        /// Variables of the type within these bounds.
        variables: usize,
    },
    /// A variable does not have so many choices.
    Range {
        /// The variable.
        path: String,
        /// What was chosen, from 0.
        choice: u32,
        /// How many choices there are.
        choices: u32,
    },
    /// A variable does not exist in this state and yet is not 0.
    Absent {
        /// The variable.
        path: String,
        /// What was chosen.
        choice: u32,
    },
}

impl Replay {
    pub(super) fn new(bounds: impl IntoIterator<Item = (String, u32)>, mut choices: Vec<u32>) -> Self {
        let used = choices.iter().rposition(|choice| *choice > 0).map_or(0, |last| last + 1);
        choices.truncate(used);
        Self { bounds: bounds.into_iter().collect(), choices }
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds: Vec<String> = self.bounds.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let choices: Vec<String> = self.choices.iter().map(u32::to_string).collect();
        write!(f, "{}:{}", bounds.join(","), choices.join("."))
    }
}

impl FromStr for Replay {
    type Err = ReplayError;

    fn from_str(text: &str) -> Result<Self, ReplayError> {
        let (bounds, choices) = text.split_once(':').ok_or(ReplayError::NoColon)?;
        let parts = |text: &str, separator| -> Vec<String> {
            text.split(separator).map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
        };
        let bounds = parts(bounds, ',').into_iter().map(bound).collect::<Result<Vec<_>, _>>()?;
        let choices = parts(choices, '.').into_iter().map(choice).collect::<Result<_, _>>()?;
        Ok(Self::new(bounds, choices))
    }
}

fn bound(text: String) -> Result<(String, u32), ReplayError> {
    let parsed = text.split_once('=').and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    parsed.ok_or(ReplayError::Bound { text })
}

fn choice(text: String) -> Result<u32, ReplayError> {
    text.parse().map_err(|_| ReplayError::Choice { text })
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoColon => f.write_str("no colon between bounds and choices, as in `height=3:1.0.2`"),
            Self::Bound { text } => write!(f, "`{text}` is not a bound, as in `height=3`"),
            Self::Choice { text } => write!(f, "`{text}` is not a choice, which is a number"),
            Self::Count { given, variables } => {
                write!(f, "{given} choices for {variables} variables: another type, or it has changed")
            }
            Self::Range { path, choice, choices } => {
                write!(f, "choice {choice} for `{path}`, which has {choices}, from 0: another type, or it has changed")
            }
            Self::Absent { path, choice } => {
                write!(f, "choice {choice} for `{path}`, which does not exist in this state")
            }
        }
    }
}

impl std::error::Error for ReplayError {}
