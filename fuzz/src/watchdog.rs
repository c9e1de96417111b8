//! A time limit for each module, and progress lines.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::findings;

/// Saves the module and ends the process if a module takes too long: a run that hangs cannot be stopped otherwise.
#[derive(Debug)]
pub struct Watchdog {
    running: Arc<Mutex<Option<Running>>>,
}

#[derive(Debug)]
struct Running {
    since: Instant,
    name: String,
    bytes: Vec<u8>,
}

impl Watchdog {
    /// Starts the watchdog's thread.
    pub fn new(limit: Duration, folder: PathBuf) -> Self {
        let running: Arc<Mutex<Option<Running>>> = Arc::default();
        let watched = running.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(100));
                let running = watched.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(running) = running.as_ref().filter(|running| running.since.elapsed() > limit) {
                    let saved = findings::save(&folder, &running.name, &running.bytes);
                    eprintln!("\n{} takes longer than {limit:?}\n  module: {saved}", running.name);
                    std::process::exit(1);
                }
            }
        });
        Self { running }
    }

    /// Runs a closure on a module, with the time limit.
    pub fn watch<T>(&self, name: &str, bytes: &[u8], run: impl FnOnce() -> T) -> T {
        let running = Running { since: now(), name: name.to_owned(), bytes: bytes.to_vec() };
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(running);
        let result = run();
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = None;
        result
    }
}

/// Prints progress lines to standard error, at most one per second.
#[derive(Debug)]
pub struct Progress {
    last: Instant,
}

impl Default for Progress {
    fn default() -> Self {
        Self { last: now() }
    }
}

impl Progress {
    /// Prints the line if the last one is at least a second old.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        if self.last.elapsed() >= Duration::from_secs(1) {
            self.last = now();
            eprintln!("{}", line());
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "how long a run may take is no part of its outcome")]
fn now() -> Instant {
    Instant::now()
}
