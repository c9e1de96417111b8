//! How to search.

use std::fmt;

use crate::audit::Audit;
use crate::judge::Rules;
use crate::limits::RUN_FUEL;

/// Which states a run covers, and which one is run next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strategy {
    /// A run covers the states that take the same path.
    Paths,
    /// A run covers the states with the same choices for all variables that it depended on: the published method.
    Values,
    /// A run covers only its own state, so every state is run. For comparison, and to compare with.
    Off,
    /// A run covers the states that take the same path; the next one differs from it as late as possible.
    Tree,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Paths, Self::Values, Self::Off, Self::Tree];
}

/// As the command line names it.
impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Paths => "paths",
            Self::Values => "values",
            Self::Off => "off",
            Self::Tree => "tree",
        })
    }
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which states a run covers, and which one is run next.
    pub strategy: Strategy,
    /// Steps of one run, and of judging it.
    pub fuel: u64,
    /// All of them, unless a test wants to see what happens without one.
    pub rules: Rules,
    /// How many parts of the states are searched at once by [`search_at`](super::search_at), each in a thread.
    pub jobs: usize,
    /// Which part of what the runs say is doubted, if any. In two layouts, if the states have another one.
    pub audit: Option<Audit>,
}

impl Options {
    /// Searches in this way, with all rules and as many steps as operations on small states ever need.
    pub fn new(strategy: Strategy) -> Self {
        Self { strategy, fuel: RUN_FUEL, rules: Rules::default(), jobs: 1, audit: None }
    }
}
