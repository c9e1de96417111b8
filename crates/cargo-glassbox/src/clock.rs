//! The only file that reads the clock: the command prints times, and a budget ends a search. Verdicts do not depend on
//! time otherwise.

use std::time::{Duration, Instant};

/// A moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment(Instant);

impl Moment {
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    pub(crate) fn now() -> Self {
        Self(Instant::now())
    }

    /// Time since then.
    pub(crate) fn age(self) -> Duration {
        Self::now().0.duration_since(self.0)
    }
}
