//! The transitions left in each worker's part, for progress reports. No result depends on it.
//!
//! Counting takes about as long as a run, so it happens on request. A worker knows its own part only: the worker that
//! gets the request counts its part, and the others count theirs after their next run.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use glassbox_space::BigUint;

use super::class_observer::Left;
use crate::observer::Share;

/// The transitions left in each part, as far as counted.
#[derive(Debug)]
pub(super) struct LeftOfParts {
    parts: Mutex<Vec<PartCount>>,
    /// Number of requests.
    asked: AtomicU64,
}

/// The last count of a part.
#[derive(Clone, Debug, Default)]
struct PartCount {
    left: Option<BigUint>,
    /// Number of requests before it was counted.
    at: u64,
}

impl LeftOfParts {
    pub(super) fn new(n_parts: usize) -> Self {
        Self { parts: Mutex::new(vec![PartCount::default(); n_parts]), asked: AtomicU64::new(0) }
    }

    /// Counts the transitions left in a part if there was a request since the last count.
    pub(super) fn after_run(&self, part: usize, left: &Left<'_>) {
        let asked = self.asked.load(Relaxed);
        if self.lock()[part].at < asked {
            self.set(part, PartCount { left: Some((left.count)()), at: asked });
        }
    }

    /// The covered share: counts this part, and asks the others to count theirs.
    pub(super) fn share(&self, part: usize, left: &Left<'_>) -> Option<Share> {
        let asked = self.asked.fetch_add(1, Relaxed) + 1;
        self.set(part, PartCount { left: Some((left.count)()), at: asked });
        let of_parts: Option<Vec<BigUint>> = self.lock().iter().map(|part| part.left.clone()).collect();
        Some(Share { left: of_parts?.into_iter().sum(), transitions: left.transitions.clone() })
    }

    /// Records that nothing is left in a part.
    pub(super) fn nothing(&self, part: usize) {
        self.set(part, PartCount { left: Some(BigUint::ZERO), at: u64::MAX });
    }

    /// Drops the count of a part whose search restarts.
    pub(super) fn forget(&self, part: usize) {
        self.set(part, PartCount::default());
    }

    fn set(&self, part: usize, count: PartCount) {
        self.lock()[part] = count;
    }

    fn lock(&self) -> MutexGuard<'_, Vec<PartCount>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_worker_does_not_know_is_not_guessed() {
        let of_parts = LeftOfParts::new(2);
        let transitions = BigUint::from(10_u32);
        let left = |count: &dyn Fn() -> BigUint, part| of_parts.share(part, &Left { transitions: &transitions, count });
        assert_eq!(left(&|| 3_u32.into(), 0), None, "the second one has not counted");
        of_parts.after_run(1, &Left { transitions: &transitions, count: &|| 4_u32.into() });
        assert_eq!(left(&|| 2_u32.into(), 0).map(|share| share.left), Some(6_u32.into()));
        // There was no request since.
        of_parts.after_run(0, &Left { transitions: &transitions, count: &|| unreachable!("nobody asked") });
        of_parts.nothing(1);
        assert_eq!(left(&|| 1_u32.into(), 0).map(|share| share.per_mille()), Some(900));
    }
}
