//! `--trace FILE`: the time that a run spends on what, in Chrome's trace format, for `chrome://tracing` and Perfetto.
//!
//! There is one track for the command itself and one for each thread that decides checks; further workers of a search have tracks of
//! their own. A search makes thousands of runs in a second, so runs are added up: see `track.rs`. The recorder is one for the process, as are Ctrl-C and the
//! memory of checks: builds are far from the command line.
//!
//! | file | holds |
//! |---|---|
//! | `track.rs` | spans of one track |
//! | `check_spans.rs` | the tracks of a check, from the events of its decision |
//! | `json.rs` | the file |

mod check_spans;
mod json;
mod track;

use std::cell::Cell;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::Duration;

use glassbox_engine::observer::Event;

use crate::clock::Moment;
use crate::error::Error;
use crate::partial_file::PartialFile;
use check_spans::CheckSpans;
use track::Track;

/// The recorder, if there is a trace.
static RECORDER: OnceLock<Recorder> = OnceLock::new();

thread_local! {
    /// Number of this thread, if it decides checks.
    static THREAD: Cell<Option<usize>> = const { Cell::new(None) };
}

struct Recorder {
    started: Moment,
    /// The track of the command.
    command: Mutex<Track>,
    checks: Mutex<Vec<Arc<Mutex<CheckSpans>>>>,
    /// Threads that decide checks.
    n_threads: AtomicUsize,
}

impl Recorder {
    /// Nanoseconds since the start.
    fn now(&self) -> u64 {
        u64::try_from(self.started.age().as_nanos()).unwrap_or(u64::MAX)
    }

    /// Number of the current thread, from 1.
    fn thread(&self) -> usize {
        THREAD.with(|thread| {
            let number = thread.get().unwrap_or_else(|| self.n_threads.fetch_add(1, Relaxed) + 1);
            thread.set(Some(number));
            number
        })
    }
}

/// The file of a trace.
#[derive(Debug)]
pub(crate) struct TraceFile(PartialFile);

/// Begins a trace. If the file cannot be written, it is better to know that before the checks run.
pub(crate) fn start(path: &Path) -> Result<TraceFile, Error> {
    let file = PartialFile::create(path).map_err(|source| Error::Report { path: path.to_owned(), source })?;
    RECORDER.get_or_init(|| Recorder {
        started: Moment::now(),
        command: Mutex::default(),
        checks: Mutex::default(),
        n_threads: AtomicUsize::new(0),
    });
    Ok(TraceFile(file))
}

impl TraceFile {
    /// Writes all spans. Those that are open end now.
    pub(crate) fn write(self) -> Result<(), Error> {
        let path = self.0.path().to_owned();
        self.0.write(write).map_err(|source| Error::Report { path, source })
    }
}

fn write(out: &mut dyn io::Write) -> io::Result<()> {
    let Some(recorder) = RECORDER.get() else { return Ok(()) };
    let now = recorder.now();
    let mut command = lock(&recorder.command);
    command.finish(now);
    let checks = lock(&recorder.checks);
    let mut checks: Vec<_> = checks.iter().filter_map(|spans| lock_soon(spans)).collect();
    for spans in &mut checks {
        spans.finish(now);
    }
    let tracks = checks.iter().flat_map(|spans| spans.tracks());
    json::write([(json::COMMAND, &*command)].into_iter().chain(tracks), out)
}

/// A span of the command, until it is dropped.
#[derive(Debug)]
pub(crate) struct Span(());

/// Begins a span of the command. Its name is made only if there is a trace.
pub(crate) fn span(category: &'static str, name: impl FnOnce() -> String) -> Option<Span> {
    let recorder = RECORDER.get()?;
    lock(&recorder.command).begin(recorder.now(), category, name());
    Some(Span(()))
}

impl Drop for Span {
    fn drop(&mut self) {
        if let Some(recorder) = RECORDER.get() {
            lock(&recorder.command).end(recorder.now());
        }
    }
}

/// Records the decision of a check.
pub(crate) struct CheckTrace {
    recorder: &'static Recorder,
    spans: Arc<Mutex<CheckSpans>>,
}

/// Begins the span of a check, on the track of this thread.
pub(crate) fn check(path: &str) -> Option<CheckTrace> {
    let recorder = RECORDER.get()?;
    let spans = Arc::new(Mutex::new(CheckSpans::new(recorder.thread(), recorder.now(), path)));
    lock(&recorder.checks).push(spans.clone());
    Some(CheckTrace { recorder, spans })
}

impl CheckTrace {
    /// Called several times in each run, so it must be quick.
    pub(crate) fn note(&self, event: &Event<'_>) {
        lock(&self.spans).note(self.recorder.now(), event);
    }
}

impl Drop for CheckTrace {
    fn drop(&mut self) {
        lock(&self.spans).finish(self.recorder.now());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// None if a thread that is stuck has it.
fn lock_soon<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    for _ in 0..20 {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
    None
}
