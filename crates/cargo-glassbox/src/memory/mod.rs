//! The memory that checks use, and what happens at its limit (`--memory`).
//!
//! Near the limit decision diagrams do not grow any more, and the check that has most is asked to stop, as for a budget: it reports its results so
//! far, and what it had is free for the others. If it does not stop in time, or if the system has no more memory, threads of checks that ask for
//! more are stuck (`allocator.rs`), and the command abandons these checks; what they have is lost for the others. What counts is what checks ask for: decision diagrams, explored states, memories of guests.

mod allocator;
mod available;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use allocator::Account;
pub(crate) use available::usual_limit;

/// From this many bytes on the largest check is asked to stop.
static ENOUGH: AtomicUsize = AtomicUsize::new(usize::MAX);

/// The limit.
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Diagrams may grow by less than this also near the limit.
const SMALL: usize = 1 << 20;

/// The checks that are running, and the one that was asked to stop.
static RUNNING: Mutex<Running> = Mutex::new(Running { checks: Vec::new(), asked: None });

struct Running {
    checks: Vec<usize>,
    asked: Option<usize>,
}

/// Sets the limit, in bytes.
pub(crate) fn limit(most: usize) {
    MOST.store(most, Relaxed);
    ENOUGH.store(most / 8 * 7, Relaxed);
    allocator::limit(most);
    glassbox_space::ask_before_growing(|bytes| {
        bytes < SMALL || allocator::all().saturating_add(bytes) < ENOUGH.load(Relaxed)
    });
    running().checks.reserve(1024);
}

/// The limit, in bytes, if it is the reason why there is no more memory; otherwise the computer has no more.
pub(crate) fn limit_reached() -> Option<usize> {
    let most = MOST.load(Relaxed);
    // Only the system refuses memory while so much is left.
    (allocator::all() >= most / 2).then_some(most)
}

/// Called when a check starts, by its thread.
pub(crate) fn begin(check: usize) {
    running().checks.push(check);
    book_on(check);
}

/// Books what the calling thread takes on the account of a check.
pub(crate) fn book_on(check: usize) {
    allocator::book_on(Some(Account::new(check)));
}

/// Called when a check has ended, by its thread.
pub(crate) fn end(check: usize) {
    allocator::book_on(None);
    running().remove(check);
}

/// Called for a check that is stuck. What it has is not free again, so the others may use all of the rest.
pub(crate) fn abandon(check: usize) {
    ENOUGH.store(MOST.load(Relaxed), Relaxed);
    running().remove(check);
}

/// Whether a thread of the check got no memory.
pub(crate) fn is_stuck(check: usize) -> bool {
    Account::new(check).is_stuck()
}

/// Whether the check should stop, because there is little memory left and it has most of it.
pub(crate) fn should_stop(check: usize) -> bool {
    if allocator::all() < ENOUGH.load(Relaxed) {
        return false;
    }
    let mut running = running();
    let Running { checks, asked } = &mut *running;
    if asked.is_none() {
        *asked = checks.iter().copied().max_by_key(|check| Account::new(*check).bytes());
    }
    *asked == Some(check)
}

impl Running {
    fn remove(&mut self, check: usize) {
        self.checks.retain(|running| *running != check);
        self.asked = self.asked.filter(|asked| *asked != check);
    }
}

fn running() -> std::sync::MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
