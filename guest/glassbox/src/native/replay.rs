//! The text form of a state: `height=3,len=2:1.0.2`.
//!
//! Bounds, a colon, then the choices in the order of the variables. Zeros at the end are left out: most variables of a
//! small state do not exist in it. The text is short enough for a command line. It is valid as long as the description
//! of the types stays the same.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A state as text: the bounds, and a choice for every variable.
///
/// ```
/// use glassbox::native::Replay;
///
/// let state: Replay = "height=3,len=2:1.0.2.0".parse()?;
/// assert_eq!(state.to_string(), "height=3,len=2:1.0.2");
/// # Ok::<(), glassbox::native::ReplayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    pub(super) bounds: BTreeMap<String, u32>,
    /// Without the zeros at the end.
    pub(super) choices: Vec<u32>,
}

/// The reason why a text is not a state.
///
/// ```
/// use glassbox::native::{Replay, ReplayError};
///
/// assert_eq!("height=3".parse::<Replay>(), Err(ReplayError::NoColon));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayError {
    /// There is no colon between bounds and choices.
    NoColon,
    /// A bound is not of the form `name=number`.
    Bound {
        /// The text in its place.
        text: String,
    },
    /// A choice is not a number.
    Choice {
        /// The text in its place.
        text: String,
    },
    /// There are more choices than variables.
    Count {
        /// Number of choices in the text.
        given: usize,
        /// Number of variables of the type within these bounds.
        variables: usize,
    },
    /// A choice is too large for its variable.
    Range {
        /// Path of the variable.
        path: String,
        /// The choice, from 0.
        choice: u32,
        /// Number of choices of the variable.
        choices: u32,
    },
    /// A variable that does not exist in this state has a choice other than 0.
    Absent {
        /// Path of the variable.
        path: String,
        /// The choice.
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
                write!(
                    f,
                    "{given} choices for {variables} variables: the text is of another type, or the type has changed"
                )
            }
            Self::Range { path, choice, choices } => {
                write!(
                    f,
                    "choice {choice} for `{path}`, which has only {choices}, from 0: \
                     the text is of another type, or the type has changed"
                )
            }
            Self::Absent { path, choice } => {
                write!(f, "choice {choice} for `{path}`, which does not exist in this state")
            }
        }
    }
}

impl std::error::Error for ReplayError {}
