//! Options of a search.

use std::fmt;
use std::sync::Arc;

use crate::audit::Audit;
use crate::hidden::Start;
use crate::limits::RUN_FUEL;
use crate::planned::Planned;
use crate::rules::Rules;

/// Strategy: which states a run covers, and which state is run next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strategy {
    /// A run covers the states that take the same path.
    Paths,
    /// A run covers the states with the same choices for all variables that it depended on: the published method.
    Values,
    /// A run covers only its own state, so every state is run. The baseline for the other strategies.
    Off,
    /// A run covers the states that take the same path; the next one differs from it as late as possible.
    Tree,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Paths, Self::Values, Self::Off, Self::Tree];

    /// Whether it runs classes in the order of their least states.
    pub(super) fn is_in_order(self) -> bool {
        self != Self::Tree
    }
}

/// Writes the name that the command line uses.
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

/// Options of a search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which states a run covers, and which one is run next.
    pub strategy: Strategy,
    /// Steps of one run, and of judging it.
    pub fuel: u64,
    /// Rules of the checker: all of them, except in tests that leave one out.
    pub rules: Rules,
    /// Number of parts that [`search_at`](super::search_at) searches at the same time, each in a thread.
    pub jobs: usize,
    /// Whether runs drop the structures instead of running the check.
    pub drops: bool,
    /// What goes wrong in all runs, if anything does.
    pub disturbance: Option<Arc<Planned>>,
    /// Memory outside the structures at the start of runs.
    pub start: Start,
    /// Audit of a sample of the classes, if requested; in two memory layouts if the states have a second one.
    pub audit: Option<Audit>,
}

impl Options {
    /// Options with this strategy, all rules, and more steps than operations on small states need.
    pub fn new(strategy: Strategy) -> Self {
        Self {
            strategy,
            fuel: RUN_FUEL,
            rules: Rules::default(),
            jobs: 1,
            drops: false,
            disturbance: None,
            start: Start::default(),
            audit: None,
        }
    }
}
