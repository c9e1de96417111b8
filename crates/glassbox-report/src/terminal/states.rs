//! Numbers of valid states, for `cargo glassbox states`.

use std::io::{self, Write};

use glassbox_engine::picture::Picture;
use glassbox_engine::result::Bounds;

use super::style::{CHECK, FAINT};
use crate::draw;

/// The valid states of one check on the screen.
#[derive(Debug)]
pub struct StatesReport {
    /// Its path.
    pub check: String,
    /// The bounds in force.
    pub bounds: Bounds,
    /// Number of valid states.
    pub n_states: String,
    /// Number of runs of invariants that it took to compute them.
    pub n_runs: u64,
    /// Positions and values that no valid state has.
    pub unused: Vec<String>,
    /// States to draw, and the texts that replay them.
    pub pictures: Vec<(Picture, String)>,
}

/// Writes that an exploration has no described states.
pub fn write_no_states(exploration: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{CHECK}{exploration}{CHECK:#}\n  {FAINT}is an exploration: it has no described states; `cargo glassbox check` \
         counts those that it reaches{FAINT:#}"
    )
}

/// Number of unused values that are listed; more are only counted.
const LISTED: usize = 6;

/// Writes the report.
pub fn write_states(report: &StatesReport, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{CHECK}{}{CHECK:#}", report.check)?;
    if !report.bounds.is_empty() {
        let bounds: Vec<String> = report.bounds.iter().map(|(name, value)| format!("{name} <= {value}")).collect();
        write!(out, " {FAINT}for {}{FAINT:#}", bounds.join(", "))?;
    }
    let states = if report.n_states == "1" { "state" } else { "states" };
    let runs = if report.n_runs == 1 { "run" } else { "runs" };
    writeln!(out, "\n  {} valid {states} {FAINT}found in {} {runs}{FAINT:#}", report.n_states, report.n_runs)?;
    for unused in report.unused.iter().take(LISTED) {
        writeln!(out, "  no valid state has {unused}")?;
    }
    if report.unused.len() > LISTED {
        writeln!(out, "  and {} more that no valid state has", report.unused.len() - LISTED)?;
    }
    for (picture, replay) in &report.pictures {
        writeln!(out, "\n  {FAINT}{replay}{FAINT:#}")?;
        for line in draw::text(picture).lines() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_unused_values_are_counted() {
        let report = StatesReport {
            check: "a::b".to_owned(),
            bounds: Bounds::from([("height", 3)]),
            n_states: "31".to_owned(),
            n_runs: 38,
            unused: (0..8).map(|n| format!("Node.height = {n}")).collect(),
            pictures: Vec::new(),
        };
        let mut out = Vec::new();
        write_states(&report, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 9);
        assert!(text.ends_with("and 2 more that no valid state has\n"), "{text}");
    }
}
