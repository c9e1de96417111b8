//! `cargo glassbox config`: prints all settings, and where each comes from.

use std::io::{self, Write};

use glassbox_abi::names;
use glassbox_engine::result::Bounds;
use glassbox_engine::states::bounds;
use glassbox_files::run_limits::Limit;
use glassbox_files::settings::{NAME, Placed, PlacedBound, Settings};
use glassbox_report::terminal::HELP;

use super::names::refuse_unknown;
use crate::args::build_options::BuildOptions;
use crate::checks::{self, FoundCheck};
use crate::console;
use crate::error::Error;
use crate::project::Project;

/// A line: name, value and origin.
type Line = [String; 3];

/// Builds the chosen packages and prints the settings of their checks.
pub(crate) fn run(options: &BuildOptions) -> Result<(), Error> {
    let project = Project::open(options)?;
    let found = checks::find(&project, options)?;
    let settings = &project.settings;
    refuse_unknown(settings, &found)?.iter().for_each(|note| console::print_note(note));
    let mut out = anstream::stdout();
    console::written(write_lines(&of_runs(settings), "", &mut out))?;
    for check in found.packages.iter().flat_map(|package| &package.checks) {
        let lines = of_check(check, settings)?;
        console::written(writeln!(out, "{HELP}{}{HELP:#}", check.subject.path))?;
        console::written(write_lines(&lines, "  ", &mut out))?;
    }
    Ok(())
}

/// The settings of a whole run.
fn of_runs(settings: &Settings) -> Vec<Line> {
    fn value<T>(name: &str, placed: Option<&Placed<T>>, usual: &str) -> Line {
        match placed {
            Some(placed) => [name.to_owned(), placed.text.clone(), place(placed.line)],
            None => [name.to_owned(), usual.to_owned(), "default".to_owned()],
        }
    }
    let limit = |name: &str| {
        let placed = settings.limits.iter().find(|limit| limit.value.name() == name);
        value(&format!("limits.{name}"), placed, &Limit::usual(name))
    };
    vec![
        value("budget", settings.budget.as_ref(), "none"),
        value("memory", settings.memory.as_ref(), "three quarters of what there is"),
        value("jobs", settings.jobs.as_ref(), "one per core"),
        value("slow-after", settings.slow_after.as_ref(), "60s"),
    ]
    .into_iter()
    .chain(Limit::NAMES.map(limit))
    .collect()
}

/// The bounds of a check.
fn of_check(check: &FoundCheck, settings: &Settings) -> Result<Vec<Line>, Error> {
    let subject = &check.subject;
    let asked = settings.bounds_of(&subject.path, &Bounds::none());
    let named = subject.bounds.clone().overridden_by(&asked);
    let all: Bounds = if subject.is_exploration() {
        let is_own = |name: &str| [names::OPERATIONS, names::ELEMENTS, names::STATES].contains(&name);
        named.iter().filter(|(name, _)| is_own(name)).collect()
    } else {
        // A check whose states cannot be laid out says so when it is run.
        bounds(&check.file.load()?, &subject.path, &asked).unwrap_or(named)
    };
    let origin = |name: &str| {
        let placed = settings.placed_bounds_of(&subject.path).filter(|bound| bound.name == name).last();
        let location = &subject.location;
        match placed {
            Some(PlacedBound { line, .. }) => place(*line),
            None if subject.bounds.get(name).is_some() => format!("{}:{}", location.file, location.line),
            None => "default".to_owned(),
        }
    };
    Ok(all.iter().map(|(name, value)| [name.to_owned(), value.to_string(), origin(name)]).collect())
}

fn place(line: usize) -> String {
    format!("{NAME}:{line}")
}

fn write_lines(lines: &[Line], indent: &str, out: &mut dyn Write) -> io::Result<()> {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default();
    let (names, values) = (width(0), width(1));
    lines
        .iter()
        .try_for_each(|[name, value, origin]| writeln!(out, "{indent}{name:<names$}  {value:<values$}  {origin}"))
}
