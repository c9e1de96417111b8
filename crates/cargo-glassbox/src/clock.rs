//! The only place that looks at the clock: how long things take is printed, and a budget ends a search. Verdicts never
//! depend on it otherwise.

use std::time::{Duration, Instant};

/// A moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment(Instant);

impl Moment {
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    pub(crate) fn now() -> Self {
        Self(Instant::now())
    }

    /// How long ago it was.
    pub(crate) fn age(self) -> Duration {
        Self::now().0.duration_since(self.0)
    }
}
