//! Flags, settings and defaults together: what a run of checks uses.

use std::num::NonZeroUsize;
use std::time::Duration;

use glassbox_files::settings::Settings;

use crate::args::resolved::CheckOptions;
use crate::memory::usual_limit;

/// Time after which a check is reported as slow, unless the user says otherwise.
const SLOW_AFTER: Duration = Duration::from_mins(1);

/// What a run of checks uses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effective {
    /// Time limit for all checks together.
    pub(crate) budget: Option<Duration>,
    /// Bytes of memory that all checks together may use; none if nobody knows how much there is.
    pub(crate) memory: Option<usize>,
    /// Time after which a check is reported as slow.
    pub(crate) slow_after: Duration,
    /// Threads: no more than there are cores.
    pub(crate) jobs: usize,
    /// Threads that were asked for.
    pub(crate) asked_jobs: usize,
}

impl Effective {
    /// Flags come first, then settings, then defaults.
    pub(crate) fn new(flags: &CheckOptions, settings: &Settings) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = flags.jobs.or_else(|| settings.jobs.as_ref().map(|jobs| jobs.value));
        let asked_jobs = jobs.map_or(cores, NonZeroUsize::get);
        let slow_after = flags.slow_after.or_else(|| settings.slow_after.as_ref().map(|time| time.value));
        let memory = flags.memory.or_else(|| settings.memory.as_ref().map(|size| size.value));
        Self {
            budget: flags.budget.or_else(|| settings.budget.as_ref().map(|time| time.value)),
            memory: memory.or_else(usual_limit),
            slow_after: slow_after.unwrap_or(SLOW_AFTER),
            // More threads than cores only wait for each other.
            jobs: asked_jobs.min(cores),
            asked_jobs,
        }
    }
}
