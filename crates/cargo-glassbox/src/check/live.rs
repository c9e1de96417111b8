//! What is going on, on one line of a terminal. Nothing is shown if nobody watches, or while everything is quick.

use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use glassbox_engine::search::Progress;

use super::Job;
use crate::clock::Moment;

/// What is quicker than this is not worth a line.
const QUICK: Duration = Duration::from_secs(1);

/// How far a check is: the one who runs it notes, the one who shows it reads.
#[derive(Debug, Default)]
pub(super) struct Seen {
    begun: Mutex<Option<Moment>>,
    runs: AtomicU64,
    bounds: Mutex<String>,
}

impl Seen {
    pub(super) fn begin(&self) {
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = Some(Moment::now());
    }

    pub(super) fn note(&self, progress: Progress<'_>) {
        // At new bounds runs begin with 1.
        if self.runs.swap(progress.runs, Ordering::Relaxed) >= progress.runs || progress.runs == 1 {
            let bounds: Vec<String> = progress.bounds.iter().map(|(name, value)| format!("{name} {value}")).collect();
            *self.bounds.lock().unwrap_or_else(PoisonError::into_inner) = bounds.join(", ");
        }
    }

    fn age(&self) -> Option<Duration> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).map(Moment::age)
    }
}

/// The line.
#[derive(Debug)]
pub(super) struct Live {
    names: Vec<String>,
    seen: Arc<[Seen]>,
    finished: Vec<bool>,
    is_watched: bool,
    is_shown: bool,
}

impl Live {
    pub(super) fn new(jobs: &[Job]) -> Self {
        Self {
            names: jobs.iter().map(|job| job.check.path.clone()).collect(),
            seen: jobs.iter().map(|_| Seen::default()).collect(),
            finished: vec![false; jobs.len()],
            is_watched: stderr().is_terminal(),
            is_shown: false,
        }
    }

    pub(super) fn seen(&self) -> Arc<[Seen]> {
        self.seen.clone()
    }

    pub(super) fn finished(&mut self, index: usize) {
        self.finished[index] = true;
    }

    /// Shows the check that has been running for longest, and how many others there are.
    pub(super) fn show(&mut self) {
        if !self.is_watched {
            return;
        }
        let running = (0..self.seen.len()).filter(|&index| !self.finished[index]);
        let running: Vec<(usize, Duration)> =
            running.filter_map(|index| Some((index, self.seen[index].age()?))).collect();
        let Some(&(index, age)) = running.iter().max_by_key(|(_, age)| *age).filter(|(_, age)| *age >= QUICK) else {
            return;
        };
        let seen = &self.seen[index];
        let bounds = seen.bounds.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let runs = seen.runs.load(Ordering::Relaxed);
        let n_finished = self.finished.iter().filter(|finished| **finished).count();
        let at =
            if bounds.is_empty() { "finding the valid states".to_owned() } else { format!("{bounds}, {runs} runs") };
        let line = format!("{n_finished}/{} {}: {at}, {} s", self.finished.len(), self.names[index], age.as_secs());
        // A line that wraps could not be taken away again.
        let line: String = line.chars().take(78).collect();
        let _ = write!(stderr(), "\r\x1b[2K{line}");
        let _ = stderr().flush();
        self.is_shown = true;
    }

    /// Takes the line away.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(stderr(), "\r\x1b[2K");
            let _ = stderr().flush();
        }
    }
}
