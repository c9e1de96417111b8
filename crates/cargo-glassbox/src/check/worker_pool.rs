//! Several checks at once. If there are fewer checks than cores, several workers share each of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use glassbox_engine::decide::{Decider, Request};
use glassbox_engine::result::{DecideError, Outcome, StopCause};
use glassbox_engine::search::Options;

use super::job::Job;
use super::live_line::LiveLine;
use super::progress::{Progress, ProgressObserver};
use super::stop::Stop;
use crate::args::resolved::CheckOptions;
use crate::clock::Moment;

/// The result of a job.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) result: Result<Outcome, NotDecided>,
    pub(super) took: Duration,
}

/// Reason why a check was not decided.
#[derive(Debug)]
pub(super) enum NotDecided {
    /// It was not started.
    NotBegun(StopCause),
    /// It cannot be run.
    Error(DecideError),
}

/// Interval between progress updates.
const TICK: Duration = Duration::from_millis(100);

/// Decides all jobs; calls `tell` for each, in any order.
pub(super) fn run(
    jobs: &[Job],
    options: &CheckOptions,
    stop: Stop,
    live: &mut LiveLine,
    mut tell: impl FnMut(usize, Done),
) {
    let n_threads = options.jobs.min(jobs.len()).max(1);
    let decider = Decider::default();
    let search = Options { jobs: (options.jobs / jobs.len().max(1)).max(1), ..options.search.clone() };
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let progress = live.progress();
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            let (sender, next, progress, search, decider) = (sender.clone(), &next, &progress, &search, &decider);
            scope.spawn(move || {
                let take = || next.fetch_add(1, Ordering::Relaxed);
                while let Some((index, job)) = Some(take()).and_then(|index| Some((index, jobs.get(index)?))) {
                    // The receiver is closed only if the output is.
                    let _ = sender.send((index, decide(job, options, search, stop, &progress[index], decider)));
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

fn decide(
    job: &Job,
    options: &CheckOptions,
    search: &Options,
    stop: Stop,
    progress: &Progress,
    decider: &Decider,
) -> Done {
    if let Some(cause) = stop.cause() {
        return Done { result: Err(NotDecided::NotBegun(cause)), took: Duration::ZERO };
    }
    let begun = Moment::now();
    progress.begin();
    let request = Request {
        module: &job.module,
        subject: &job.subject,
        bounds: &options.bounds,
        options: search,
        matching: options.matching,
        build: &job.build_assumptions(&options.build),
    };
    let result = decider.decide(&request, &mut ProgressObserver { progress, stop });
    Done { result: result.map_err(NotDecided::Error), took: begun.age() }
}
