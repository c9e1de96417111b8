//! The result for a mutant.

use glassbox_states::Named;
use serde::{Deserialize, Serialize};

use crate::decided::{Decided, Said};

/// A mutant and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) mutant: String,
    pub(crate) decided: Decided,
}

impl Named for Entry {
    fn name(&self) -> &str {
        &self.mutant
    }
}

impl Entry {
    /// It in a few words.
    pub(crate) fn line(&self) -> String {
        let said = |said: &Option<Said>| match said {
            None => "not asked".to_owned(),
            Some(Said::Passes) => "PASS".to_owned(),
            Some(Said::Fails(how)) => format!("FAIL {how}"),
            Some(Said::Unknown(why)) => format!("UNKNOWN {why}"),
        };
        let decided = &self.decided;
        let natively = match &decided.natively {
            None => "fine".to_owned(),
            Some((sequence, how)) if sequence.iter().all(String::is_empty) => how.clone(),
            Some((sequence, how)) => format!("{}: {how}", sequence.join(", ")),
        };
        format!(
            "{}: {}\n  checks: {}\n  exploration: {}\n  natively: {natively}",
            decided.class().name(),
            self.mutant,
            said(&decided.checks),
            said(&decided.exploration)
        )
    }
}
