//! Where operators run.
//!
//! OxiDD's operators call themselves once for each level, so a diagram of 20,000 levels needs more stack than a
//! thread usually has, and running out of stack ends the process: worse than any slow answer. OxiDD has a pool of
//! worker threads with 1 GiB of (virtual) stack each, of which we ask for one. Operators on few levels run where
//! they are called, the others on that worker.
//!
//! Measured: a level takes up to 0.2 KiB of stack in a release build and 4 KiB in a debug build, so 1 GiB is
//! enough for 250,000 levels at least; a switch to the worker and back takes 9 µs, a small operator 0.2 µs.
//! Whoever makes many calls on deep diagrams can move there as a whole with [`BigStack::run`]; then there is
//! nothing left to switch.

use oxidd::bdd::BDDManagerRef;
use oxidd::{HasWorkers as _, WorkerPool as _};

use super::Bdd;

/// An operator on up to this many levels runs on the caller's stack. It takes at most a quarter of the usual 2 MiB,
/// unless somebody builds without optimisation and without debug assertions: then just about all.
const FEW: u32 = if cfg!(debug_assertions) { 128 } else { 512 };

/// As many levels as there may be.
pub(super) const ANY: u32 = u32::MAX;

/// Runs an operator that calls itself up to `n_levels` deep.
pub(super) fn run<R: Send>(manager: &BDDManagerRef, n_levels: u32, operator: impl Fn() -> R + Sync) -> R {
    if n_levels <= FEW { operator() } else { manager.workers().install(&operator) }
}

/// The thread with the large stack that belongs to a [`Bdd`].
#[derive(Clone)]
pub struct BigStack(BDDManagerRef);

impl BigStack {
    /// Runs `work` on that thread and waits for it. In there, operators of the diagram are plain calls however deep
    /// it is. One at a time: a second caller waits for the first.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.workers().install(work)
    }
}

impl std::fmt::Debug for BigStack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BigStack").finish_non_exhaustive()
    }
}

impl Bdd {
    /// Where to run many operators on a deep diagram.
    pub fn big_stack(&self) -> BigStack {
        BigStack(self.manager.clone())
    }
}
