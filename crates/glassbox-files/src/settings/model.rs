//! The settings of a `glassbox.toml`.

use std::num::NonZeroUsize;
use std::time::Duration;

use glassbox_engine::result::Bounds;

use super::pattern::Pattern;
use crate::run_limits::{Limit, RunLimits};

/// The name of the file.
pub const NAME: &str = "glassbox.toml";

/// A value with its text and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// The value as `cargo glassbox config` shows it.
    pub text: String,
    /// The line, from 1.
    pub line: usize,
}

/// A bound, with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedBound {
    /// The name: `height`, `len`, …
    pub name: String,
    /// The value.
    pub value: u32,
    /// The line, from 1.
    pub line: usize,
}

/// The settings of a file. Without a file, there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Time limit for all checks together.
    pub budget: Option<Placed<Duration>>,
    /// Bytes of memory that all checks together may use.
    pub memory: Option<Placed<usize>>,
    /// Threads.
    pub jobs: Option<Placed<NonZeroUsize>>,
    /// Time after which a check is reported as slow.
    pub slow_after: Option<Placed<Duration>>,
    /// Bounds of all checks.
    pub bounds: Vec<PlacedBound>,
    /// Limits of runs.
    pub limits: Vec<Placed<Limit>>,
    /// Settings of single checks, in the order in which they apply.
    pub checks: Vec<CheckSettings>,
}

/// The settings of the checks that a pattern means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckSettings {
    /// The checks.
    pub pattern: Pattern,
    /// The pattern as written.
    pub text: String,
    /// The line of the pattern, from 1.
    pub line: usize,
    /// Bounds of these checks.
    pub bounds: Vec<PlacedBound>,
}

impl Settings {
    /// The bounds of a check, the more specific later.
    pub fn placed_bounds_of(&self, path: &str) -> impl Iterator<Item = &PlacedBound> {
        let own = self.checks.iter().filter(move |checks| checks.pattern.matches(path)).flat_map(|it| &it.bounds);
        self.bounds.iter().chain(own)
    }

    /// The bounds of a check that override those in its attribute. Bounds on the command line override both.
    pub fn bounds_of(&self, path: &str, on_command_line: &Bounds) -> Bounds {
        let bounds: Bounds = self.placed_bounds_of(path).map(|bound| (&*bound.name, bound.value)).collect();
        bounds.overridden_by(on_command_line)
    }

    /// The limits of runs. Those on the command line override the others.
    pub fn limits_with(&self, on_command_line: RunLimits) -> RunLimits {
        let limits: Vec<Limit> = self.limits.iter().map(|limit| limit.value).collect();
        RunLimits::new(&limits).overridden_by(on_command_line)
    }
}
