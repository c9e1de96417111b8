//! The only place that knows whether there is a terminal.

use std::io::{IsTerminal, Write, stderr};

use anstream::ColorChoice;
use glassbox_report::draw;
use glassbox_report::terminal::{ERROR, GOOD, HELP, write_note};

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

/// Whether stderr goes to a terminal.
pub(crate) fn is_watched() -> bool {
    stderr().is_terminal()
}

/// The width of the terminal that stderr goes to; none if nobody watches it.
pub(crate) fn width() -> Option<usize> {
    // Such a terminal could not take a line away again.
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if is_dumb || !is_watched() {
        return None;
    }
    let size = terminal_size::terminal_size_of(stderr()).map(|(width, _)| usize::from(width.0));
    Some(size.filter(|width| *width > 0).unwrap_or(80))
}

/// Shows a line that is shorter than the terminal is wide, in place of the one before.
pub(crate) fn show_line(line: &str) {
    let _ = write!(stderr(), "\r\x1b[2K{line}").and_then(|()| stderr().flush());
}

/// Takes the line away.
pub(crate) fn clear_line() {
    show_line("");
}

/// Says that the build is over and checks begin, below cargo's own lines and like them. Without it nothing would be heard
/// before the first check is decided.
pub(crate) fn print_start(n_checks: usize) {
    let checks = if n_checks == 1 { "check" } else { "checks" };
    let _ = writeln!(anstream::stderr(), "{GOOD}{:>12}{GOOD:#} {n_checks} {checks}", "Starting");
}

/// Prints what somebody might not expect.
pub(crate) fn print_note(text: &str) {
    let _ = write_note(text, &mut anstream::stderr());
}

/// Prints text that rustc has already coloured.
pub(crate) fn print_diagnostic(rendered: &str) {
    let _ = write!(anstream::stderr(), "{rendered}");
}
