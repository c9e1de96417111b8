//! Several checks at once. If there are fewer checks than cores, several workers share each of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use glassbox_engine::search::{Deepened, Options, Task, deepen};
use glassbox_engine::states::StatesError;
use glassbox_space::Bdd;

use super::Job;
use super::live::{Live, Seen};
use crate::args::resolved::CheckOptions;
use crate::clock::Moment;
use crate::interrupt;

/// What became of a check.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) result: Result<Deepened, StatesError>,
    pub(super) took: Duration,
}

/// How often whoever watches hears something.
const TICK: Duration = Duration::from_millis(100);

/// Runs all checks; says of each what became of it, in any order.
pub(super) fn run(
    jobs: &[Job],
    options: &CheckOptions,
    started: Moment,
    live: &mut Live,
    mut tell: impl FnMut(usize, Done),
) {
    let n_threads = options.jobs.min(jobs.len()).max(1);
    let search = Options { jobs: (options.jobs / jobs.len().max(1)).max(1), ..options.search.clone() };
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let seen = live.seen();
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            let (sender, next, seen, search) = (sender.clone(), &next, &seen, &search);
            scope.spawn(move || {
                let take = || next.fetch_add(1, Ordering::Relaxed);
                while let Some((index, job)) = Some(take()).and_then(|index| Some((index, jobs.get(index)?))) {
                    let begun = Moment::now();
                    let result = decide(job, options, search, started, &seen[index]);
                    // Nobody listens any more only if the output is gone.
                    let _ = sender.send((index, Done { result, took: begun.age() }));
                }
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((index, done)) => {
                    live.clear();
                    live.finished(index);
                    tell(index, done);
                }
                Err(RecvTimeoutError::Timeout) => live.show(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        live.clear();
    });
}

fn decide(
    job: &Job,
    options: &CheckOptions,
    search: &Options,
    started: Moment,
    seen: &Seen,
) -> Result<Deepened, StatesError> {
    let task = Task { module: &job.module, path: &job.check.path, bounds: &options.bounds, diagram: &Bdd::default };
    seen.begin();
    deepen(&task, search, &|progress| {
        seen.note(progress);
        !interrupt::is_interrupted() && options.budget.is_none_or(|budget| started.age() < budget)
    })
}
