//! Several checks at once. If there are fewer checks than cores, several workers share each of them.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use glassbox_abi::names::{ELEMENTS, OPERATIONS, STATES};
use glassbox_engine::catalog::CheckKind;
use glassbox_engine::explore::{Bounds, Explored, HarnessError, explore};
use glassbox_engine::search::{Deepened, Options, Task, deepen};
use glassbox_engine::states::StatesError;
use glassbox_space::Bdd;

use super::Job;
use super::live::Live;
use super::reached::Reached;
use super::seen::Seen;
use super::until::{Ended, Until};
use crate::args::resolved::CheckOptions;
use crate::clock::Moment;

/// What became of a check.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) result: Result<Decided, NotDecided>,
    pub(super) took: Duration,
    /// Why the search was stopped, if it was.
    pub(super) ended: Option<Ended>,
}

/// What came of a check.
#[derive(Debug)]
pub(super) enum Decided {
    /// Of a function on all valid states.
    Deepened {
        deepened: Deepened,
        /// Why no states were reached to hold against them, if it was to be.
        not_reached: Option<String>,
    },
    /// Of all sequences of operations.
    Explored(Explored),
}

/// Why a check was not decided.
#[derive(Debug)]
pub(super) enum NotDecided {
    /// Its turn did not come.
    NotBegun(Ended),
    /// Its states are not known.
    States(StatesError),
    /// It cannot be explored.
    Harness(HarnessError),
}

/// How often whoever watches hears something.
const TICK: Duration = Duration::from_millis(100);

/// Runs all checks; says of each what became of it, in any order.
pub(super) fn run(
    jobs: &[Job],
    options: &CheckOptions,
    until: Until,
    live: &mut Live,
    mut tell: impl FnMut(usize, Done),
) {
    let n_threads = options.jobs.min(jobs.len()).max(1);
    let reached = Reached::default();
    let search = Options { jobs: (options.jobs / jobs.len().max(1)).max(1), ..options.search.clone() };
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let seen = live.seen();
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            let (sender, next, seen, search, reached) = (sender.clone(), &next, &seen, &search, &reached);
            scope.spawn(move || {
                let take = || next.fetch_add(1, Ordering::Relaxed);
                while let Some((index, job)) = Some(take()).and_then(|index| Some((index, jobs.get(index)?))) {
                    // Nobody listens any more only if the output is gone.
                    let _ = sender.send((index, decide(job, options, search, until, &seen[index], reached)));
                }
            });
        }
        drop(sender);
        loop {
            live.tell_slow();
            match receiver.recv_timeout(TICK) {
                Ok((index, done)) => {
                    live.clear();
                    live.finished(index, done.took);
                    tell(index, done);
                }
                Err(RecvTimeoutError::Timeout) => live.show(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        live.clear();
    });
}

fn decide(job: &Job, options: &CheckOptions, search: &Options, until: Until, seen: &Seen, reached: &Reached) -> Done {
    if let Some(ended) = until.ended() {
        return Done { result: Err(NotDecided::NotBegun(ended)), took: Duration::ZERO, ended: Some(ended) };
    }
    let begun = Moment::now();
    seen.begin();
    let first = OnceLock::new();
    let goes_on = || {
        let ended = until.ended();
        ended.is_none_or(|ended| {
            // With several workers, others may ask later.
            first.get_or_init(|| ended);
            false
        })
    };
    let result = match job.check.kind {
        CheckKind::Function => {
            let result = search_states(job, options, search, seen, &goes_on);
            result.map(|deepened| {
                let (deepened, not_reached) = reached.hold_against(job, options, deepened, &goes_on);
                Decided::Deepened { deepened, not_reached }
            })
        }
        CheckKind::Exploration => search_histories(job, options, seen, &goes_on),
    };
    Done { result, took: begun.age(), ended: first.get().copied() }
}

fn search_states(
    job: &Job,
    options: &CheckOptions,
    search: &Options,
    seen: &Seen,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<Deepened, NotDecided> {
    let task = Task { module: &job.module, path: &job.check.path, bounds: &options.bounds, diagram: &Bdd::default };
    let result = deepen(&task, search, &|progress| {
        seen.note(progress);
        goes_on()
    });
    result.map_err(NotDecided::States)
}

fn search_histories(
    job: &Job,
    options: &CheckOptions,
    seen: &Seen,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<Decided, NotDecided> {
    let stated = |name: &str| {
        let bound = job.check.bounds.iter().find(|bound| bound.name == name);
        bound.and_then(|bound| u32::try_from(bound.value).ok())
    };
    let bound = |name: &str| options.bounds.get(name).copied().or_else(|| stated(name));
    let usual = Bounds::operations(bound(OPERATIONS).unwrap_or(u32::MAX));
    let bounds = Bounds {
        elements: bound(ELEMENTS),
        states: bound(STATES).map_or(usual.states, |most| most as usize),
        matching: options.matching,
        ..usual
    };
    let result = explore(&job.module, &job.check, bounds, &|progress| {
        seen.note_exploration(progress);
        goes_on()
    });
    result.map(Decided::Explored).map_err(NotDecided::Harness)
}
