//! Progress on a terminal: one line that is replaced, and a line for each slow check, which stays. Both go to stderr,
//! so that stdout does not depend on time. The replaced line is shown on a terminal only, and only after a second.

use std::sync::Arc;
use std::time::Duration;

use glassbox_report::terminal::{SlowReport, write_slow};

use super::job::Job;
use super::progress::{Position, Progress, short};
use super::stop::Stop;
use crate::clock::Moment;
use crate::console;

/// Checks that finish in this time are not shown.
const QUICK: Duration = Duration::from_secs(1);

/// Interval between counts of the covered share.
const COUNTS: Duration = Duration::from_secs(1);

/// The line, and the checks that are slow.
#[derive(Debug)]
pub(super) struct LiveLine {
    names: Vec<String>,
    progress: Arc<[Progress]>,
    finished: Vec<bool>,
    is_slow: Vec<bool>,
    slow_after: Duration,
    stop: Stop,
    asked: Option<Moment>,
    is_shown: bool,
}

impl LiveLine {
    pub(super) fn new(jobs: &[Job], slow_after: Duration, stop: Stop) -> Self {
        Self {
            names: jobs.iter().map(|job| job.subject.path.clone()).collect(),
            progress: jobs.iter().map(|job| Progress::new(&job.subject.path)).collect(),
            finished: vec![false; jobs.len()],
            is_slow: vec![false; jobs.len()],
            slow_after,
            stop,
            asked: None,
            is_shown: false,
        }
    }

    pub(super) fn progress(&self) -> Arc<[Progress]> {
        self.progress.clone()
    }

    pub(super) fn finished(&mut self, index: usize, took: Duration) {
        let was_begun = !took.is_zero();
        if was_begun && took >= self.slow_after {
            self.tell_of(index, &self.progress[index].position());
        }
        self.finished[index] = true;
    }

    /// Number of slow checks.
    pub(super) fn n_slow(&self) -> usize {
        self.is_slow.iter().filter(|is_slow| **is_slow).count()
    }

    /// Reports each check once that has become slow.
    pub(super) fn tell_slow(&mut self) {
        for (index, position, age) in self.running() {
            if age >= self.slow_after {
                self.tell_of(index, &position);
            }
        }
    }

    fn tell_of(&mut self, index: usize, position: &Position) {
        if std::mem::replace(&mut self.is_slow[index], true) {
            return;
        }
        self.clear();
        let (check, seconds) = (self.names[index].clone(), self.slow_after.as_secs_f64());
        // If stderr is closed, there is no place to report that.
        let _ = write_slow(&SlowReport { check, seconds, position: position.text() }, &mut anstream::stderr());
    }

    /// Shows the check that has been running for longest, and the number of others.
    pub(super) fn show(&mut self) {
        let width = console::width();
        self.ask_for_shares(width.is_some());
        let Some(width) = width else { return };
        let longest = self.running().into_iter().max_by_key(|(_, _, age)| *age).filter(|(_, _, age)| *age >= QUICK);
        let Some((index, position, age)) = longest else { return };
        let n_finished = self.finished.iter().filter(|finished| **finished).count();
        let before = format!("{n_finished}/{} ", self.finished.len());
        let after = format!(": {}", after(&position, age, self.stop.time_left()));
        console::show_line(&fit(&before, &self.names[index], &after, width));
        self.is_shown = true;
    }

    /// Erases the line.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            console::clear_line();
        }
    }

    /// Requests the covered share of checks that will be shown soon.
    fn ask_for_shares(&mut self, is_watched: bool) {
        if self.asked.is_some_and(|asked| asked.age() < COUNTS) {
            return;
        }
        self.asked = Some(Moment::now());
        for (index, _, age) in self.running() {
            let is_slow_soon = !self.is_slow[index] && age + 3 * COUNTS >= self.slow_after;
            if is_watched || is_slow_soon {
                self.progress[index].ask_for_share();
            }
        }
    }

    fn running(&self) -> Vec<(usize, Position, Duration)> {
        let unfinished = (0..self.progress.len()).filter(|&index| !self.finished[index]);
        let begun = unfinished.filter_map(|index| {
            let position = self.progress[index].position();
            let age = position.age()?;
            Some((index, position, age))
        });
        begun.collect()
    }
}

fn after(position: &Position, age: Duration, budget: Option<Duration>) -> String {
    let mut parts = vec![position.text(), short(age)];
    parts.extend(budget.map(|left| format!("{} of the budget left", short(left))));
    parts.join(", ")
}

/// Shortens a line to less than the width of the terminal: a line that wraps could not be erased. The end of a path is
/// more useful than its beginning, and numbers are more useful than both.
fn fit(before: &str, path: &str, after: &str, width: usize) -> String {
    let room = width.saturating_sub(1);
    let n_others = before.chars().count() + after.chars().count();
    let for_path = room.saturating_sub(n_others).max(12);
    let n_path = path.chars().count();
    let path = if n_path > for_path {
        let kept: String = path.chars().skip(n_path - (for_path - 1)).collect();
        format!("…{kept}")
    } else {
        path.to_owned()
    };
    format!("{before}{path}{after}").chars().take(room).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_shorter_than_the_terminal() {
        let line = |width| fit("1/2 ", "tree::checks::insert_all", ": height 4, 17 runs", width);
        assert_eq!(line(80), "1/2 tree::checks::insert_all: height 4, 17 runs");
        assert_eq!(line(47), "1/2 …ee::checks::insert_all: height 4, 17 runs");
        assert_eq!(line(30), "1/2 …:insert_all: height 4, 1");
        for width in 0..60 {
            assert!(line(width).chars().count() < width.max(1), "{width}");
        }
    }
}
