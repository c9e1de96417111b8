//! The only file that knows whether there is a terminal.

use std::io::{self, IsTerminal, Write, stderr};

use anstream::ColorChoice;
use glassbox_report::draw;
use glassbox_report::terminal::{ERROR, GOOD, HELP, write_note};

use crate::error::Error;

/// Sets the use of colours for the whole process.
pub(crate) fn set_color(choice: ColorChoice) {
    choice.write_global();
}

/// Prints an error and its hints.
pub(crate) fn print_error(error: &Error) {
    let mut stderr = anstream::stderr();
    // If stderr is closed, there is no place to report that.
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

/// Width of the terminal that stderr goes to; none if it is not a terminal.
pub(crate) fn width() -> Option<usize> {
    // Such a terminal cannot erase a line.
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if is_dumb || !is_watched() {
        return None;
    }
    let size = terminal_size::terminal_size_of(stderr()).map(|(width, _)| usize::from(width.0));
    Some(size.filter(|width| *width > 0).unwrap_or(80))
}

/// Shows a line in place of the one before. It must be shorter than the terminal is wide.
pub(crate) fn show_line(line: &str) {
    let _ = write!(stderr(), "\r\x1b[2K{line}").and_then(|()| stderr().flush());
}

/// Erases the line.
pub(crate) fn clear_line() {
    show_line("");
}

/// Prints that the checks start, below cargo's lines and in their style. Without it there would be no output before the
/// first verdict.
pub(crate) fn print_start(n_checks: usize) {
    let checks = if n_checks == 1 { "check" } else { "checks" };
    let _ = writeln!(anstream::stderr(), "{GOOD}{:>12}{GOOD:#} {n_checks} {checks}", "Starting");
}

/// Prints that another command has the target folder, in cargo's style.
pub(crate) fn print_waiting() {
    let text = "waiting for another `cargo glassbox` with the same target folder";
    let _ = writeln!(anstream::stderr(), "{GOOD}{:>12}{GOOD:#} {text}", "Blocking");
}

/// Prints a warning.
pub(crate) fn print_note(text: &str) {
    let _ = write_note(text, &mut anstream::stderr());
}

/// Prints text that rustc has already coloured.
pub(crate) fn print_diagnostic(rendered: &str) {
    let _ = write!(anstream::stderr(), "{rendered}");
}

/// The result of writing to stdout. Nobody has to read all of it: if the reader has gone, as `head` has, the command goes on quietly, and its
/// exit code is that of its verdicts.
pub(crate) fn written(result: io::Result<()>) -> Result<(), Error> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(Error::Write),
    }
}
