//! `cargo glassbox check`: decides checks and explorations and prints their verdicts.
//!
//! | file | holds |
//! |---|---|
//! | `job.rs` | a check to decide, with its module |
//! | `worker_pool.rs` | several checks at once |
//! | `printer.rs` | verdicts in the order of the source, and the summary |
//! | `live_line.rs` | the progress line of a terminal, and `SLOW` |
//! | `progress.rs` | progress of a check |
//! | `stop.rs` | Ctrl-C and the budget |
//! | `gaps.rs` | what an exploration that passes does not try |
//! | `emitted_tests.rs` | tests for failed checks |

mod emitted_tests;
mod gaps;
mod job;
mod live_line;
mod printer;
mod progress;
mod stop;
mod worker_pool;

use glassbox_report::terminal::{Summary, write_note, write_summary};
use glassbox_source::emit::emit_tests;

use crate::args::resolved::CheckOptions;
use crate::checks;
use crate::clock::Moment;
use crate::console;
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::interrupt;
use live_line::LiveLine;
use printer::Printer;
use stop::Stop;

/// Builds the chosen packages, decides their checks and prints a line for each.
pub(crate) fn run(options: &CheckOptions) -> Result<ExitCode, Error> {
    let job::Work { checks, notes } = job::find(options)?;
    let jobs = job::load(checks)?;
    checks::refuse_bounds(jobs.iter().map(|job| (&job.subject, &job.module)), &options.bounds)?;
    interrupt::watch();
    console::print_start(jobs.len());
    let started = Moment::now();
    let stop = Stop::new(started, options.budget);
    let mut live = LiveLine::new(&jobs, options.slow_after, stop);
    let mut printer = Printer::new(&jobs, options);
    let mut result = Ok(());
    worker_pool::run(&jobs, options, stop, &mut live, |index, done| {
        if result.is_ok() {
            result = printer.print(index, done);
        }
    });
    result.map_err(Error::Write)?;
    if options.emit_tests {
        let tests = emit_tests(printer.failures())?;
        emitted_tests::write(&tests, &mut anstream::stdout()).map_err(Error::Write)?;
    }
    printer.print_not_reached().map_err(Error::Write)?;
    printer.print_assumptions().map_err(Error::Write)?;
    notes.iter().try_for_each(|note| write_note(note, &mut anstream::stdout())).map_err(Error::Write)?;
    let without_test = if options.emit_tests { 0 } else { printer.failures().len() };
    let seconds = started.age().as_secs_f64();
    let summary = Summary { seconds, slow: live.n_slow(), without_test, ..printer.summary() };
    write_summary(&summary, &mut anstream::stdout()).map_err(Error::Write)?;
    Ok(match summary {
        Summary { failing: 1.., .. } => ExitCode::Fails,
        Summary { errors: 1.., .. } => ExitCode::Error,
        Summary { unknown: 1.., .. } | Summary { not_run: 1.., .. } => ExitCode::Unknown,
        _ => ExitCode::Success,
    })
}
