//! Ctrl-C, and SIGTERM, which batch systems send: the first one ends the searches, which report their results so far and are saved; the
//! second one ends the command.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::console;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Exit code of a process that was interrupted, as in shells.
const INTERRUPTED_CODE: i32 = 130;

/// Installs the handler for Ctrl-C.
pub(crate) fn watch() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            if console::width().is_some() {
                console::clear_line();
            }
            std::process::exit(INTERRUPTED_CODE);
        }
    };
    // If the handler cannot be installed, Ctrl-C ends the command as usual, which is fine.
    let _ = ctrlc::set_handler(handler);
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
