//! The only place that knows whether there is a terminal.

use std::io::Write;

use anstream::ColorChoice;
use glassbox_report::draw;
use glassbox_report::terminal::{ERROR, HELP};

use crate::error::Error;

/// Decides about colours for the whole process.
pub(crate) fn set_color(choice: ColorChoice) {
    choice.write_global();
}

/// Prints an error and what to do next.
pub(crate) fn print_error(error: &Error) {
    let mut stderr = anstream::stderr();
    // Nobody is left to tell if stderr is gone.
    let _ = writeln!(stderr, "{ERROR}error{ERROR:#}: {error}");
    for line in error.picture().map(draw::text).unwrap_or_default().lines() {
        let _ = writeln!(stderr, "    {line}");
    }
    for line in error.help() {
        let _ = writeln!(stderr, "{HELP}help{HELP:#}: {line}");
    }
}

/// Prints text that rustc has already coloured.
pub(crate) fn print_diagnostic(rendered: &str) {
    let _ = write!(anstream::stderr(), "{rendered}");
}
