//! How far a search is, for whoever watches. Nothing that is found depends on it.
//!
//! To count what is left takes about as long as a run, so nobody counts unless somebody asks. With several workers each
//! knows its own part only: whoever is asked counts its own, and the others count theirs after their next run.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use glassbox_space::BigUint;

use super::Left;

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// The valid states are not known yet.
    FindingStates,
    /// States are run.
    Searching,
}

/// How far a search is.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// The bounds that were asked for.
    pub bounds: &'a BTreeMap<String, u32>,
    /// What is going on.
    pub doing: Doing,
    /// Runs so far, by all workers, repeated ones included.
    pub runs: u64,
    coverage: &'a dyn Fn() -> Option<Coverage>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(
        bounds: &'a BTreeMap<String, u32>,
        doing: Doing,
        runs: u64,
        coverage: &'a dyn Fn() -> Option<Coverage>,
    ) -> Self {
        Self { bounds, doing, runs, coverage }
    }

    /// How much is covered at these bounds. Counts, which takes about as long as a run. None if it is not known: while the
    /// valid states are found, and until all workers have counted.
    pub fn coverage(&self) -> Option<Coverage> {
        (self.coverage)()
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bounds, doing, runs, .. } = self;
        f.debug_struct("Progress")
            .field("bounds", bounds)
            .field("doing", doing)
            .field("runs", runs)
            .finish_non_exhaustive()
    }
}

/// How much is covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Transitions that are not covered yet.
    pub left: BigUint,
    /// All transitions.
    pub transitions: BigUint,
}

impl Coverage {
    /// The covered ones, in parts of a thousand, rounded down: all of them only if nothing is left.
    pub fn per_mille(&self) -> u32 {
        let covered = (&self.transitions - &self.left) * 1000_u32;
        // Without transitions there is nothing to search.
        if self.transitions == BigUint::ZERO { 0 } else { u32::try_from(covered / &self.transitions).unwrap_or(0) }
    }
}

/// What is left in each part, as far as somebody asked.
#[derive(Debug)]
pub(super) struct LeftOfParts {
    parts: Mutex<Vec<Known>>,
    /// How often somebody asked.
    asked: AtomicU64,
}

/// What is known of a part.
#[derive(Clone, Debug, Default)]
struct Known {
    left: Option<BigUint>,
    /// When it was counted: after so many questions.
    at: u64,
}

impl LeftOfParts {
    pub(super) fn new(n_parts: usize) -> Self {
        Self { parts: Mutex::new(vec![Known::default(); n_parts]), asked: AtomicU64::new(0) }
    }

    /// Counts what is left in a part if somebody has asked since it was counted last.
    pub(super) fn after_run(&self, part: usize, left: &Left<'_>) {
        let asked = self.asked.load(Relaxed);
        if self.lock()[part].at < asked {
            self.set(part, Known { left: Some((left.count)()), at: asked });
        }
    }

    /// How much is covered: counts this part, and asks the others to count theirs.
    pub(super) fn coverage(&self, part: usize, left: &Left<'_>) -> Option<Coverage> {
        let asked = self.asked.fetch_add(1, Relaxed) + 1;
        self.set(part, Known { left: Some((left.count)()), at: asked });
        let of_parts: Option<Vec<BigUint>> = self.lock().iter().map(|known| known.left.clone()).collect();
        Some(Coverage { left: of_parts?.into_iter().sum(), transitions: left.transitions.clone() })
    }

    /// A part is done with.
    pub(super) fn nothing(&self, part: usize) {
        self.set(part, Known { left: Some(BigUint::ZERO), at: u64::MAX });
    }

    /// A part is begun anew.
    pub(super) fn forget(&self, part: usize) {
        self.set(part, Known::default());
    }

    fn set(&self, part: usize, known: Known) {
        self.lock()[part] = known;
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Known>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_covered_only_if_nothing_is_left() {
        let per_mille =
            |left: u32, transitions: u32| Coverage { left: left.into(), transitions: transitions.into() }.per_mille();
        assert_eq!((per_mille(0, 7), per_mille(7, 7), per_mille(1, 1_000_000), per_mille(0, 0)), (1000, 0, 999, 0));
    }

    #[test]
    fn what_one_worker_does_not_know_is_not_guessed() {
        let of_parts = LeftOfParts::new(2);
        let transitions = BigUint::from(10_u32);
        let left =
            |count: &dyn Fn() -> BigUint, part| of_parts.coverage(part, &Left { transitions: &transitions, count });
        assert_eq!(left(&|| 3_u32.into(), 0), None, "the second one has not counted");
        of_parts.after_run(1, &Left { transitions: &transitions, count: &|| 4_u32.into() });
        assert_eq!(left(&|| 2_u32.into(), 0).map(|coverage| coverage.left), Some(6_u32.into()));
        // Nobody has asked since.
        of_parts.after_run(0, &Left { transitions: &transitions, count: &|| unreachable!("nobody asked") });
        of_parts.nothing(1);
        assert_eq!(left(&|| 1_u32.into(), 0).map(|coverage| coverage.per_mille()), Some(900));
    }
}
