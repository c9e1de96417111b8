//! Measurements as text, as JSON, and as a table for the book.

use std::fmt::Write as _;
use std::sync::LazyLock;

use glassbox_states::Json;

use crate::measure::Measured;

/// The columns of [`line()`].
pub(crate) static HEADING: LazyLock<String> = LazyLock::new(|| {
    format!(
        "{:40} {:>9} {:6} {:>34} {:>34} {:>7} {:>9} {:>9} {:>8} {:>9} {:>9}  verdict",
        "subject",
        "bound",
        "mode",
        "valid states",
        "transitions",
        "runs",
        "published",
        "prototype",
        "peak",
        "diagram s",
        "running s"
    )
});

/// A measurement in one line.
pub(crate) fn line(measured: &Measured) -> String {
    let Measured { row, bound, strategy, states, transitions, runs, peak_nodes, verdict, .. } = measured;
    let known = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    format!(
        "{:40} {:>9} {:6} {states:>34} {transitions:>34} {runs:>7} {:>9} {:>9} {peak_nodes:>8} {:>9.2} {:>9.2}  {verdict}",
        row.name,
        format!("{} {bound}", row.bound),
        strategy.to_string(),
        known(row.published_at(*bound)),
        known(row.prototype_at(*bound, *strategy)),
        measured.in_diagram.as_secs_f64(),
        measured.running.as_secs_f64(),
    )
}

pub(crate) fn json(all: &[Measured]) -> Json {
    let seconds = |duration: std::time::Duration| Json::Number(format!("{:.3}", duration.as_secs_f64()));
    Json::list(all, |measured| {
        let Measured { row, bound, strategy, states, transitions, runs, peak_nodes, verdict, .. } = measured;
        Json::Object(vec![
            ("subject", Json::text(row.name)),
            ("package", Json::text(row.package)),
            ("checks", Json::list(row.checks, |check| Json::text(*check))),
            ("bound", Json::text(row.bound)),
            ("value", Json::number(bound)),
            ("mode", Json::text(strategy.to_string())),
            ("valid_states", Json::number(states)),
            ("transitions", Json::number(transitions)),
            ("runs", Json::number(runs)),
            ("published_runs", Json::optional(row.published_at(*bound), Json::number)),
            ("prototype_runs", Json::optional(row.prototype_at(*bound, *strategy), Json::number)),
            ("peak_nodes", Json::number(peak_nodes)),
            ("seconds_in_diagram", seconds(measured.in_diagram)),
            ("seconds_running", seconds(measured.running)),
            ("verdict", Json::text(verdict)),
        ])
    })
}

/// A Markdown table: a row for each subject, with all modes beside each other. `all` has the modes of a subject one
/// after the other, `off` last.
pub(crate) fn side_by_side(all: &[Measured]) -> String {
    let mut text =
        "| subject | bound | transitions | paths: runs | s | values: runs | s | off: runs | s | fewer runs |\n\
                    |---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
            .to_owned();
    for modes in all.chunk_by(|a, b| a.row.name == b.row.name) {
        let (first, last) = (&modes[0], &modes[modes.len() - 1]);
        let _ = write!(text, "| {} | {} {} | {} |", first.row.name, first.row.bound, first.bound, first.transitions);
        for mode in modes {
            let _ = write!(text, " {} | {:.2} |", mode.runs, mode.total().as_secs_f64());
        }
        let _ = writeln!(text, " {}x |", last.runs / first.runs.max(1));
    }
    text
}
