//! What is going on: one line of a terminal that comes and goes, and a line for each slow check, which stays. Both go to
//! stderr, so what stdout has does not depend on the time. Nothing comes and goes if nobody watches, or while everything is
//! quick.

use std::sync::Arc;
use std::time::Duration;

use glassbox_report::terminal::{SlowReport, write_slow};

use super::Job;
use super::seen::{At, Seen, short};
use super::until::Until;
use crate::clock::Moment;
use crate::console;

/// What is quicker than this is not worth a line.
const QUICK: Duration = Duration::from_secs(1);

/// How often it is counted how much is covered.
const COUNTS: Duration = Duration::from_secs(1);

/// The line, and who is slow.
#[derive(Debug)]
pub(super) struct Live {
    names: Vec<String>,
    seen: Arc<[Seen]>,
    finished: Vec<bool>,
    is_slow: Vec<bool>,
    slow_after: Duration,
    until: Until,
    asked: Option<Moment>,
    is_shown: bool,
}

impl Live {
    pub(super) fn new(jobs: &[Job], slow_after: Duration, until: Until) -> Self {
        Self {
            names: jobs.iter().map(|job| job.check.path.clone()).collect(),
            seen: jobs.iter().map(|_| Seen::default()).collect(),
            finished: vec![false; jobs.len()],
            is_slow: vec![false; jobs.len()],
            slow_after,
            until,
            asked: None,
            is_shown: false,
        }
    }

    pub(super) fn seen(&self) -> Arc<[Seen]> {
        self.seen.clone()
    }

    pub(super) fn finished(&mut self, index: usize, took: Duration) {
        let was_begun = !took.is_zero();
        if was_begun && took >= self.slow_after {
            self.tell_of(index, &self.seen[index].at());
        }
        self.finished[index] = true;
    }

    /// How many checks were slow.
    pub(super) fn n_slow(&self) -> usize {
        self.is_slow.iter().filter(|is_slow| **is_slow).count()
    }

    /// Tells once of each check that has become slow.
    pub(super) fn tell_slow(&mut self) {
        for (index, at, age) in self.running() {
            if age >= self.slow_after {
                self.tell_of(index, &at);
            }
        }
    }

    fn tell_of(&mut self, index: usize, at: &At) {
        if std::mem::replace(&mut self.is_slow[index], true) {
            return;
        }
        self.clear();
        let (check, seconds) = (self.names[index].clone(), self.slow_after.as_secs_f64());
        // Nobody is left to tell if stderr is gone.
        let _ = write_slow(&SlowReport { check, seconds, at: at.text() }, &mut anstream::stderr());
    }

    /// Shows the check that has been running for longest, and how many others there are.
    pub(super) fn show(&mut self) {
        let width = console::width();
        self.ask_for_shares(width.is_some());
        let Some(width) = width else { return };
        let longest = self.running().into_iter().max_by_key(|(_, _, age)| *age).filter(|(_, _, age)| *age >= QUICK);
        let Some((index, at, age)) = longest else { return };
        let n_finished = self.finished.iter().filter(|finished| **finished).count();
        let before = format!("{n_finished}/{} ", self.finished.len());
        let after = format!(": {}", after(&at, age, self.until.time_left()));
        console::show_line(&fit(&before, &self.names[index], &after, width));
        self.is_shown = true;
    }

    /// Takes the line away.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            console::clear_line();
        }
    }

    /// Asks those of whom something will be told soon how much is covered.
    fn ask_for_shares(&mut self, is_watched: bool) {
        if self.asked.is_some_and(|asked| asked.age() < COUNTS) {
            return;
        }
        self.asked = Some(Moment::now());
        for (index, _, age) in self.running() {
            let is_slow_soon = !self.is_slow[index] && age + 3 * COUNTS >= self.slow_after;
            if is_watched || is_slow_soon {
                self.seen[index].ask_for_share();
            }
        }
    }

    fn running(&self) -> Vec<(usize, At, Duration)> {
        let unfinished = (0..self.seen.len()).filter(|&index| !self.finished[index]);
        let begun = unfinished.filter_map(|index| {
            let at = self.seen[index].at();
            let age = at.age()?;
            Some((index, at, age))
        });
        begun.collect()
    }
}

fn after(at: &At, age: Duration, budget: Option<Duration>) -> String {
    let mut parts = vec![at.text(), short(age)];
    parts.extend(budget.map(|left| format!("{} of the budget left", short(left))));
    parts.join(", ")
}

/// A line that is shorter than the terminal is wide: one that wraps could not be taken away again. The end of a path says
/// more than its beginning, and numbers say more than both.
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
