//! Watching runs from outside: panics, time, memory, progress.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::findings;

/// Runs something that must not panic; the error is the panic's message.
pub fn catch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let message = payload.downcast_ref::<&str>().map(ToString::to_string);
        message.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".to_owned())
    })
}

/// Runs something with much stack: guests that recurse deeply need it in engines that compile.
pub fn with_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    const SIZE: usize = 512 << 20;
    let result = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(SIZE).spawn_scoped(scope, run);
        thread.expect("there is memory for a stack").join()
    });
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

/// The time now.
#[expect(clippy::disallowed_methods, reason = "how long a run may take is no part of its outcome")]
fn now() -> Instant {
    Instant::now()
}

// --- Time ---

/// Ends the process if a module takes too long, after saving it: a run that hangs cannot be stopped otherwise.
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
    /// Starts watching, in a thread of its own.
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

    /// Runs something on a module under the limit.
    pub fn watch<T>(&self, name: &str, bytes: &[u8], run: impl FnOnce() -> T) -> T {
        let running = Running { since: now(), name: name.to_owned(), bytes: bytes.to_vec() };
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(running);
        let result = run();
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = None;
        result
    }
}

// --- Progress ---

/// A line on standard error, at most once a second.
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
    /// Shows a line, if it is time.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        if self.last.elapsed() >= Duration::from_secs(1) {
            self.last = now();
            eprintln!("{}", line());
        }
    }
}

// --- Memory ---

/// Bytes that are allocated, and the most since [`reset_peak`].
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// What is running, to be named if there is no memory left to do anything else.
static CURRENT: AtomicU64 = AtomicU64::new(0);

/// No module may need this much; the machine under the fuzzer has more to do.
const HARD_LIMIT: usize = 4 << 30;

/// The system's allocator, with counters. A program that wants them makes it its global allocator.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

impl Counting {
    fn take(size: usize) -> bool {
        let live = LIVE.fetch_add(size, Ordering::Relaxed) + size;
        PEAK.fetch_max(live, Ordering::Relaxed);
        if live > HARD_LIMIT {
            LIVE.fetch_sub(size, Ordering::Relaxed);
            eprintln!("module {} wants {size} bytes on top of {}", CURRENT.load(Ordering::Relaxed), live - size);
        }
        live <= HARD_LIMIT
    }
}

// SAFETY: all memory comes from and goes back to the system's allocator, with the layout it was asked for; a
// null pointer says that there is none.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !Self::take(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps `alloc`'s contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !Self::take(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: as for `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !Self::take(size) {
            return std::ptr::null_mut();
        }
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: `at` came from the system's allocator with this layout.
        unsafe { System.realloc(at, layout, size) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: `at` came from the system's allocator with this layout.
        unsafe { System.dealloc(at, layout) }
    }
}

/// From here on, [`peak`] counts anew. `number` is named if memory runs out.
pub fn reset_peak(number: u64) {
    CURRENT.store(number, Ordering::Relaxed);
    PEAK.store(LIVE.load(Ordering::Relaxed), Ordering::Relaxed);
}

/// The most bytes that were allocated at once since [`reset_peak`]; 0 if nobody counts.
pub fn peak() -> usize {
    PEAK.load(Ordering::Relaxed)
}
