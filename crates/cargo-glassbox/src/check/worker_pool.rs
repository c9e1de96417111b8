//! Several checks at once. If there are fewer checks than cores, several workers share each of them.
//!
//! When the budget is used up or at Ctrl-C, searches stop by themselves and report their results so far. A search looks whether it should
//! stop between its steps, and a step may be long: one run of the code, one operation on sets, one layout of a huge structure. So nobody
//! waits for longer than [`GRACE`]: checks that are still running then are *abandoned*. Their threads end with the process. So are
//! checks whose threads get no more memory (`memory/allocator.rs`).

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use glassbox_engine::decide::{Decider, Request};
use glassbox_engine::explore::Matching;
use glassbox_engine::result::{Assumption, DecideError, Outcome, StopCause};
use glassbox_engine::search::Options;
use glassbox_report::subject_report::Abandoned;

use super::events::Events;
use super::job::Job;
use super::live_line::LiveLine;
use super::progress::{Progress, ProgressObserver};
use super::stop::{Stop, out_of_memory};
use crate::args::resolved::CheckOptions;
use crate::clock::Moment;
use crate::{memory, trace};

/// The result of a job.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) result: Result<Outcome, NotDecided>,
    pub(super) took: Duration,
}

impl Done {
    fn not_begun(cause: StopCause) -> Self {
        Self { result: Err(NotDecided::NotBegun(cause)), took: Duration::ZERO }
    }
}

/// Reason why a check was not decided.
#[derive(Debug)]
pub(super) enum NotDecided {
    /// It was not started.
    NotBegun(StopCause),
    /// It did not stop when it should.
    Abandoned(Abandoned),
    /// It cannot be run.
    Error(DecideError),
}

/// Interval between progress updates.
const TICK: Duration = Duration::from_millis(100);

/// Time for a search to stop by itself.
const GRACE: Duration = Duration::from_millis(600);

/// What the threads work on. It is theirs too, because they may outlive the interest in them.
struct Work {
    jobs: Arc<[Job]>,
    /// Build settings that the verdict of each job depends on.
    build: Vec<Vec<Assumption>>,
    search: Options,
    matching: Matching,
    stop: Stop,
    events: Option<Events>,
    /// Whether to take the times of phases.
    times_phases: bool,
    progress: Arc<[Progress]>,
    decider: Decider,
}

/// What a run of all jobs uses.
pub(super) struct Means {
    /// Threads, if there is work for them.
    pub(super) n_jobs: usize,
    pub(super) stop: Stop,
    pub(super) events: Option<Events>,
    pub(super) decider: Decider,
}

/// Decides all jobs; calls `tell` for each, in any order.
pub(super) fn run(
    jobs: &Arc<[Job]>,
    options: &CheckOptions,
    means: Means,
    live: &mut LiveLine,
    mut tell: impl FnMut(usize, Done),
) {
    let Means { n_jobs, stop, events, decider } = means;
    let n_threads = n_jobs.min(jobs.len()).max(1);
    let work = Arc::new(Work {
        jobs: jobs.clone(),
        build: jobs.iter().map(|job| job.build_assumptions(&options.build)).collect(),
        search: Options { jobs: (n_jobs / jobs.len().max(1)).max(1), ..options.search.clone() },
        matching: options.matching,
        stop,
        events,
        times_phases: options.why_slow.is_some(),
        progress: live.progress(),
        decider,
    });
    let mut threads = Threads::start(n_threads, jobs.len(), {
        let work = work.clone();
        move |index| work.decide(index)
    });
    let (mut is_done, mut stopping) = (vec![false; jobs.len()], None);
    while is_done.contains(&false) {
        live.tell_slow();
        // What they have sent before they ended arrives now.
        let are_all_lost = threads.are_all_lost();
        let mut done: Vec<(usize, Done)> = threads.results.recv_timeout(TICK).into_iter().collect();
        if done.is_empty() {
            live.show();
            threads.end_finished();
            for index in (0..jobs.len()).filter(|index| !is_done[*index] && memory::is_stuck(*index)) {
                memory::abandon(index);
                threads.lose_one();
                done.push((index, abandoned(&work.progress[index], out_of_memory())));
            }
            if done.is_empty() && are_all_lost {
                let left = (0..jobs.len()).filter(|index| !is_done[*index]);
                done.extend(left.map(|index| (index, Done::not_begun(out_of_memory()))));
            }
        }
        // A check that was abandoned has its result already.
        done.retain(|(index, _)| !is_done[*index]);
        for (index, done) in done {
            live.clear();
            live.finished(index, done.took);
            is_done[index] = true;
            tell(index, done);
        }
        let Some(cause) = stop.cause() else { continue };
        let since: Moment = *stopping.get_or_insert_with(Moment::now);
        if since.age() >= GRACE {
            live.clear();
            let left = (0..jobs.len()).filter(|index| !is_done[*index]);
            left.for_each(|index| tell(index, abandoned(&work.progress[index], cause)));
            return;
        }
    }
    live.clear();
}

/// Threads that take one number after the other, and the results for them.
struct Threads<R> {
    results: Receiver<(usize, R)>,
    handles: Vec<JoinHandle<()>>,
    /// Threads that will not return.
    n_lost: usize,
    start: Box<dyn Fn() -> Option<JoinHandle<()>>>,
}

impl<R: Send + 'static> Threads<R> {
    /// Starts threads for the numbers below `n`.
    fn start(n_threads: usize, n: usize, result: impl Fn(usize) -> R + Send + Sync + 'static) -> Self {
        let (sender, results) = channel();
        let shared = Arc::new((AtomicUsize::new(0), result));
        let start = move || {
            let (sender, shared) = (sender.clone(), shared.clone());
            let thread = std::thread::Builder::new().spawn(move || {
                let (next, result) = &*shared;
                while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < n) {
                    // The receiver is closed only if nobody waits any more.
                    let _ = sender.send((index, result(index)));
                }
            });
            thread.ok()
        };
        Self { results, handles: (0..n_threads).filter_map(|_| start()).collect(), start: Box::new(start), n_lost: 0 }
    }

    /// Starts another thread for one that will not return, if there is memory for one.
    fn lose_one(&mut self) {
        self.n_lost += 1;
        self.handles.extend((self.start)());
    }

    /// Whether nothing more will come, because all threads that are left will not return.
    fn are_all_lost(&self) -> bool {
        self.handles.len() <= self.n_lost
    }

    /// Panics if one of the threads has: a check without a result must not be overlooked.
    fn end_finished(&mut self) {
        for handle in self.handles.extract_if(.., |handle| handle.is_finished()) {
            handle.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    }
}

/// The result of a job that nobody waits for any more.
fn abandoned(progress: &Progress, cause: StopCause) -> Done {
    let position = progress.position();
    let is_begun = position.age().is_some() || matches!(cause, StopCause::Memory { .. });
    let why = if is_begun { NotDecided::Abandoned(position.abandoned(cause)) } else { NotDecided::NotBegun(cause) };
    Done { result: Err(why), took: position.age().unwrap_or_default() }
}

impl Work {
    fn decide(&self, index: usize) -> Done {
        if let Some(cause) = self.stop.cause() {
            return Done::not_begun(cause);
        }
        let (begun, job, progress) = (Moment::now(), &self.jobs[index], &self.progress[index]);
        progress.begin();
        memory::begin(index);
        let request = Request {
            module: &job.module,
            subject: &job.subject,
            bounds: &job.bounds,
            options: &self.search,
            matching: self.matching,
            build: &self.build[index],
        };
        let (events, trace) = (self.events.as_ref(), trace::check(&job.subject.path));
        let mut observer = ProgressObserver {
            check: index,
            progress,
            stop: self.stop,
            events,
            trace,
            times_phases: self.times_phases,
        };
        let result = self.decider.decide(&request, &mut observer);
        memory::end(index);
        Done { result: result.map_err(NotDecided::Error), took: begun.age() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_result() {
        let threads = Threads::start(3, 20, |index| index * 2);
        let mut results: Vec<_> = threads.results.iter().take(20).collect();
        results.sort_unstable();
        assert_eq!(results, (0..20).map(|index| (index, index * 2)).collect::<Vec<_>>());
    }

    /// Otherwise the summary would be about the others only, and the exit code 0.
    #[test]
    #[should_panic(expected = "a bug of ours")]
    fn a_thread_that_panics_is_not_overlooked() {
        let mut threads = Threads::start(2, 5, |index| assert_ne!(index, 3, "a bug of ours"));
        assert_eq!(threads.results.iter().take(4).count(), 4);
        loop {
            threads.end_finished();
        }
    }

    /// A thread that is stuck does not keep the others from their work.
    #[test]
    fn a_thread_that_is_stuck_is_replaced() {
        let mut threads = Threads::start(1, 5, |index| {
            if index == 2 {
                std::thread::sleep(Duration::MAX);
            }
        });
        assert_eq!(threads.results.iter().take(2).count(), 2);
        threads.lose_one();
        let mut left: Vec<_> = threads.results.iter().take(2).map(|(index, ())| index).collect();
        left.sort_unstable();
        assert_eq!(left, [3, 4]);
    }
}
