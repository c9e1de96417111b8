//! Progress of a check: written by the threads that decide it, read by the thread that shows it.
//!
//! **Time left.** There are two estimates of the number of runs at some bounds. One uses the share of transitions that
//! the runs so far have covered; it is wrong if some runs cover much more than others. The other uses the numbers of
//! runs at smaller bounds, which grow by a factor that changes slowly from one size to the next; it is wrong if that
//! factor jumps. They are independent, so if they agree within a factor of two, the larger one is shown, as a time that
//! follows from the speed of the runs so far. Otherwise no time is shown; nor before both a tenth of the transitions
//! and a tenth of the runs are done, nor before there are three smaller sizes.
//!
//! Before that, the time at these bounds is estimated from the times at smaller ones, if they grow as steadily. It says in the first second
//! whether to wait or to choose smaller bounds.
//!
//! The estimate is for these bounds only: later bounds take longer.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use glassbox_engine::observer::{Event, Observer};
use glassbox_engine::result::{Bounds, StopCause};
use glassbox_report::subject_report::{Abandoned, AbandonedAt};

use super::events::Events;
use super::phase_times::PhaseTimes;
use super::stop::Stop;
use crate::clock::Moment;
use crate::memory;
use crate::trace::CheckTrace;

/// Shorter estimates are not shown: they are over before they are read.
const WORTH_TELLING: Duration = Duration::from_secs(2);

/// Shorter times say little about those at larger bounds: most of them is set-up.
const SAYS_SOMETHING: Duration = Duration::from_millis(200);

/// Progress of a check.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Path of the check.
    path: String,
    position: Mutex<Position>,
    /// Whether to count the covered share, which takes time.
    is_share_wanted: AtomicBool,
}

/// Progress of a check at some moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Position {
    begun: Option<Moment>,
    /// Whether the search at some bounds has begun.
    is_searching: bool,
    bounds: Bounds,
    /// When the search at these bounds began.
    bounds_begun: Option<Moment>,
    /// When the runs at these bounds began.
    searching: Option<Moment>,
    runs: u64,
    /// Covered share at these bounds, and the number of runs then.
    counted: Option<Counted>,
    /// Runs at smaller bounds.
    earlier: Vec<u64>,
    /// Milliseconds at smaller bounds.
    earlier_times: Vec<u64>,
    /// Runs at all bounds so far, for reports.
    growth: Vec<(Bounds, u64)>,
    /// The largest bounds at which everything is covered.
    covered: Option<Bounds>,
    has_failing_run: bool,
    /// The position in an exploration.
    exploring: Option<Exploring>,
    /// Times of its phases, if they are wanted.
    phase_times: PhaseTimes,
}

#[derive(Clone, Copy, Debug)]
struct Counted {
    /// Covered transitions in a thousand.
    per_mille: u32,
    runs: u64,
}

/// The position in an exploration.
#[derive(Clone, Copy, Debug)]
struct Exploring {
    /// Length of the histories that are being tried.
    operations: u32,
    states: usize,
    /// States of the previous level that are done.
    done: usize,
    /// States of the previous level.
    of: usize,
}

impl Progress {
    pub(super) fn new(path: &str) -> Self {
        Self { path: path.to_owned(), ..Self::default() }
    }

    pub(super) fn begin(&self) {
        self.lock().begun = Some(Moment::now());
    }

    /// Called after every run, so it must be quick.
    fn note(&self, event: &Event<'_>) {
        match *event {
            Event::StepStarted { bounds } => self.lock().begin_bounds(bounds),
            Event::StatesFound { .. } => {
                let mut position = self.lock();
                if position.searching.is_none() {
                    position.searching = Some(Moment::now());
                }
            }
            Event::ClassCovered { runs, progress } => {
                let is_wanted = self.is_share_wanted.swap(false, Relaxed);
                let share = is_wanted.then(|| progress.count()).flatten();
                let mut position = self.lock();
                // Several workers report, in any order.
                position.runs = position.runs.max(runs);
                let counted = share.map(|share| Counted { per_mille: share.per_mille(), runs });
                position.counted = counted.or(position.counted);
            }
            Event::PhaseBegan { worker: 0, .. } => self.lock().phase_times.begin(),
            Event::PhaseEnded { worker: 0, phase } => self.lock().phase_times.end(phase),
            Event::RunFinished { fails: true } => self.lock().has_failing_run = true,
            Event::Deepened { bounds, runs, is_covered } => {
                let mut position = self.lock();
                position.growth.push((bounds.clone(), runs));
                if is_covered {
                    position.covered = Some(bounds.clone());
                }
            }
            Event::StateExplored { operations, states, done, of } => {
                self.lock().exploring = Some(Exploring { operations, states, done, of });
            }
            _ => {}
        }
    }

    pub(super) fn ask_for_share(&self) {
        self.is_share_wanted.store(true, Relaxed);
    }

    /// Its position; the beginning if a thread that is stuck has it.
    pub(super) fn position(&self) -> Position {
        for _ in 0..20 {
            match self.position.try_lock() {
                Ok(position) => return position.clone(),
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner().clone(),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        Position::default()
    }

    fn lock(&self) -> MutexGuard<'_, Position> {
        self.position.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Records the progress of a check, and stops it when time or memory is used up, or at Ctrl-C.
pub(super) struct ProgressObserver<'a> {
    /// Index of the check.
    pub(super) check: usize,
    pub(super) progress: &'a Progress,
    pub(super) stop: Stop,
    pub(super) events: Option<&'a Events>,
    pub(super) trace: Option<CheckTrace>,
    /// Whether to take the times of phases.
    pub(super) times_phases: bool,
}

impl Observer for ProgressObserver<'_> {
    fn on_event(&mut self, event: &Event<'_>) {
        // The thread may be a worker that the search has started.
        memory::book_on(self.check);
        self.progress.note(event);
        if let Some(events) = self.events {
            events.note(&self.progress.path, event);
        }
        if let Some(trace) = &self.trace {
            trace.note(event);
        }
    }

    fn stop(&mut self) -> Option<StopCause> {
        self.stop.cause_for(self.check)
    }

    fn saves(&mut self) -> u64 {
        self.stop.saves()
    }

    fn wants_phases(&self) -> bool {
        self.trace.is_some() || self.times_phases
    }
}

impl Position {
    /// Times of its phases.
    pub(super) fn phase_times(&self) -> &PhaseTimes {
        &self.phase_times
    }

    fn begin_bounds(&mut self, bounds: &Bounds) {
        if self.searching.take().is_some() {
            self.earlier.push(self.runs);
            self.earlier_times.extend(self.bounds_begun.and_then(|begun| u64::try_from(begun.age().as_millis()).ok()));
        }
        self.bounds_begun = Some(Moment::now());
        self.is_searching = true;
        self.bounds.clone_from(bounds);
        self.runs = 0;
        self.counted = None;
    }

    /// What is known of a check that did not stop for this cause.
    pub(super) fn abandoned(&self, cause: StopCause) -> Abandoned {
        let at = match self.exploring {
            // Histories of this length are being tried.
            Some(Exploring { operations, states, .. }) => {
                AbandonedAt::Exploring { states, operations: operations.saturating_sub(1) }
            }
            None if !self.is_searching => AbandonedAt::Beginning,
            None => AbandonedAt::Searching {
                bounds: self.bounds.clone(),
                runs: self.searching.map(|_| self.runs),
                covered: self.covered.clone(),
            },
        };
        Abandoned { cause, at, has_failing_run: self.has_failing_run }
    }

    /// Runs at all bounds so far.
    pub(super) fn growth(&self) -> &[(Bounds, u64)] {
        &self.growth
    }

    /// How long the check has been running.
    pub(super) fn age(&self) -> Option<Duration> {
        self.begun.map(Moment::age)
    }

    /// `height 4 (37.2% covered, 1234 runs, about 9 s left)`: the parentheses are about these bounds.
    pub(super) fn text(&self) -> String {
        if let Some(Exploring { operations, states, done, of }) = self.exploring {
            return format!("{operations} operations ({states} states, {done} of {of} before them explored)");
        }
        let bounds: Vec<String> = self.bounds.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let bounds = bounds.join(", ");
        let mut parts = Vec::new();
        if self.searching.is_none() {
            parts.push("finding the valid states".to_owned());
            parts.extend(self.time_left_by_growth().map(|left| format!("about {} left", short(left))));
            return format!("{bounds} ({})", parts.join(", ")).trim_start().to_owned();
        }
        let share = self.counted.map(|counted| counted.per_mille);
        parts.extend(share.map(|share| format!("{}.{}% covered", share / 10, share % 10)));
        parts.push(format!("{} runs", self.runs));
        let left = self.time_left().filter(|left| *left >= WORTH_TELLING);
        let left = left.or_else(|| self.time_left_by_growth().filter(|_| !self.is_half_covered()));
        parts.extend(left.map(|left| format!("about {} left", short(left))));
        format!("{bounds} ({})", parts.join(", ")).trim_start().to_owned()
    }

    /// Estimated time until these bounds are done, from the times at smaller ones alone.
    fn time_left_by_growth(&self) -> Option<Duration> {
        let last = Duration::from_millis(*self.earlier_times.last()?);
        let all = Duration::from_millis(estimate(&self.earlier_times)?);
        let left = all.checked_sub(self.bounds_begun?.age())?;
        (last >= SAYS_SOMETHING && left >= WORTH_TELLING).then_some(left)
    }

    /// Whether so much is covered that the estimate from smaller bounds alone is of no use any more.
    fn is_half_covered(&self) -> bool {
        self.counted.is_some_and(|counted| counted.per_mille >= 500)
    }

    /// Estimated time until these bounds are done, if there is an estimate.
    fn time_left(&self) -> Option<Duration> {
        let by_growth = estimate(&self.earlier)?;
        let Counted { per_mille, runs } = self.counted.filter(|counted| counted.per_mille >= 100)?;
        let by_share = runs.saturating_mul(1000) / u64::from(per_mille);
        let (least, most) = (by_growth.min(by_share), by_growth.max(by_share));
        if most > least.saturating_mul(2) || self.runs * 10 < most || self.runs >= most {
            return None;
        }
        let took = u64::try_from(self.searching?.age().as_millis()).ok()?;
        Some(Duration::from_millis(took.saturating_mul(most - self.runs) / self.runs))
    }
}

/// `42 s`, `3 min`
pub(super) fn short(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}

/// Estimated next number of this sequence.
fn estimate(earlier: &[u64]) -> Option<u64> {
    let &[.., a, b, c] = earlier else { return None };
    // Factors, in parts of a thousand.
    let before = (b * 1000).checked_div(a)?;
    let last = (c * 1000).checked_div(b)?;
    let is_steady = last * 2 <= before * 3 && before * 2 <= last * 3;
    is_steady.then_some(c.saturating_mul(last) / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of red-black trees with the published method, heights 1 to 6: each estimate is a little too large.
    #[test]
    fn steady_growth_is_estimated() {
        let runs = [6, 28, 119, 410, 1249, 3440];
        let estimates: Vec<Option<u64>> = (2..6).map(|n| estimate(&runs[..n])).collect();
        assert_eq!(estimates, [None, Some(505), Some(1412), Some(3804)]);
    }

    #[test]
    fn times_are_short() {
        let short = |seconds| short(Duration::from_secs(seconds));
        assert_eq!([short(0), short(119), short(120), short(7200)], ["0 s", "119 s", "2 min", "2 h"]);
    }

    #[test]
    fn jumps_are_not() {
        assert_eq!(estimate(&[1, 2, 40]), None);
        assert_eq!(estimate(&[1, 40, 80]), None);
        assert_eq!(estimate(&[0, 0, 5]), None);
    }

    #[test]
    fn the_time_of_long_bounds_is_told_at_once() {
        let at = |earlier_times: &[u64]| Position {
            bounds_begun: Some(Moment::now()),
            earlier_times: earlier_times.to_vec(),
            ..Position::default()
        };
        assert_eq!(at(&[500, 1000, 2001]).text(), "(finding the valid states, about 4 s left)");
        assert_eq!(at(&[1, 10, 100]).text(), "(finding the valid states)", "too short to tell");
        assert_eq!(at(&[500, 1000]).text(), "(finding the valid states)", "too few");
        assert_eq!(at(&[500, 1000, 9000]).text(), "(finding the valid states)", "no steady growth");
        let searching = Position { searching: Some(Moment::now()), runs: 5, ..at(&[500, 1000, 2001]) };
        assert_eq!(searching.text(), "(5 runs, about 4 s left)");
        let counted = Some(Counted { per_mille: 500, runs: 5 });
        assert_eq!(Position { counted, ..searching }.text(), "(50.0% covered, 5 runs)");
    }

    #[test]
    fn time_is_told_if_two_guesses_agree() {
        // By growth it takes 1000 runs.
        let at = |runs, per_mille| Position {
            searching: Some(Moment::now()),
            runs,
            counted: Some(Counted { per_mille, runs }),
            earlier: vec![1, 10, 100],
            ..Position::default()
        };
        let is_told = |runs, per_mille| at(runs, per_mille).time_left().is_some();
        assert!(is_told(500, 500) && is_told(500, 251) && is_told(500, 999));
        assert!(!is_told(500, 249), "by share it takes more than twice as many");
        assert!(!is_told(99, 101) && !is_told(110, 99), "it is too early");
        assert!(!is_told(1001, 1000), "both are wrong");
        assert_eq!(Position { earlier: Vec::new(), ..at(500, 500) }.time_left(), None);
        assert_eq!(Position { counted: None, ..at(500, 500) }.time_left(), None);
    }
}
