//! Ctrl-C: the first one ends the searches, which say what they know by then; the second one ends the command.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::console;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The code of a process that was interrupted, as shells have it.
const INTERRUPTED_CODE: i32 = 130;

/// From now on Ctrl-C is for us.
pub(crate) fn watch() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            if console::width().is_some() {
                console::clear_line();
            }
            std::process::exit(INTERRUPTED_CODE);
        }
    };
    // Without a handler Ctrl-C ends the command, as it does everywhere: nothing to complain about.
    let _ = ctrlc::set_handler(handler);
}

/// Whether somebody wants to stop.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
