//! How runs and times grow with the bound: pictures of what `--full --json` has measured.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use glassbox_report::words;
use serde::Deserialize;

use crate::plot::{Curve, Plot};
use crate::rows::{ROWS, Row};

/// A measurement, as in the output of `--json`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Point {
    pub(crate) subject: String,
    /// The bound.
    pub(crate) value: u32,
    pub(crate) mode: String,
    valid_states: f64,
    transitions: f64,
    pub(crate) runs: u64,
    seconds_in_diagram: f64,
    seconds_running: f64,
}

/// The subject whose measurements the book lists.
const LISTED: &str = "red-black tree, keys at positions only";

/// Writes the pictures of a file of measurements into its folder, and prints the table of the book.
pub(crate) fn draw(file: &Path) -> Result<(), String> {
    let (folder, points) = (file.parent().unwrap_or(Path::new(".")), points(file)?);
    print!("{}", table(LISTED, &points));
    for (name, svg) in pictures(&points) {
        let path = folder.join(name);
        fs::write(&path, svg).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// The measurements in a file.
pub(crate) fn points(file: &Path) -> Result<Vec<Point>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

/// The pictures of all subjects with enough bounds, by the names of their files.
pub(crate) fn pictures(points: &[Point]) -> BTreeMap<String, String> {
    let of_row = |row: &'static Row| {
        let points: Vec<&Point> = points.iter().filter(|point| point.subject == row.name).collect();
        let n_bounds = points.iter().filter(|point| point.mode == "paths").count();
        (row.positions.is_some() && n_bounds >= 4).then(|| {
            let name = row.name.split(',').next().unwrap_or_default().replace(' ', "-").to_lowercase();
            let bound = format!("{} of the {}", row.bound, row.name);
            let runs = Plot {
                title: format!("Runs: {}", row.name),
                axes: [bound.clone(), "runs, or states".to_owned()],
                curves: counts(row, &points),
                powers: 0..=7,
            };
            let seconds = Plot {
                title: format!("Seconds: {}", row.name),
                axes: [bound, "seconds".to_owned()],
                curves: MODES.iter().filter_map(|mode| times(mode, &points)).collect(),
                powers: -2..=3,
            };
            [(format!("{name}-runs.svg"), runs.svg()), (format!("{name}-seconds.svg"), seconds.svg())]
        })
    };
    ROWS.iter().filter_map(of_row).flatten().collect()
}

/// The default's measurements of one subject as rows of a Markdown table.
pub(crate) fn table(subject: &str, points: &[Point]) -> String {
    let rows = points.iter().filter(|point| point.subject == subject && point.mode == "paths" && point.value >= 3);
    let row = |point: &Point| {
        let seconds = point.seconds_in_diagram + point.seconds_running;
        let seconds = if seconds < 10.0 { format!("{seconds:.1}") } else { format!("{seconds:.0}") };
        let [states, transitions] = [point.valid_states, point.transitions].map(|count| words::number(&count));
        format!("| {} | {states} | {transitions} | {} | {seconds} |\n", point.value, point.runs)
    };
    rows.map(row).collect()
}

/// A strategy, its name for readers, and its colour.
type Mode = (&'static str, &'static str, &'static str);

/// Colours that people with any kind of colour vision can tell apart (Okabe and Ito).
const MODES: [Mode; 3] =
    [("paths", "paths (the default)", "#0072b2"), ("values", "values", "#b87900"), ("off", "off: every case", "#666")];

fn of_mode<'a>(mode: &str, points: &[&'a Point]) -> Vec<&'a Point> {
    points.iter().filter(|point| point.mode == mode).copied().collect()
}

/// Runs in each mode, cases and valid states, and what was published.
#[expect(clippy::cast_precision_loss, reason = "numbers of runs are small")]
fn counts(row: &Row, points: &[&Point]) -> Vec<Curve> {
    let power = |points: &[(u32, f64)]| {
        let (positions, [.., before, last]) = (row.positions?, points) else { return None };
        let ratio = |a: f64, b: f64| (a / b).ln();
        let n = |point: &(u32, f64)| positions(point.0);
        Some(format!("n to the power of {:.1}", ratio(last.1, before.1) / ratio(n(last), n(before))))
    };
    let curve = |name, colour, is_dashed, points: Vec<(u32, f64)>| {
        let growth = power(&points);
        Curve { name, colour, is_dashed, points, growth }
    };
    let [paths, values, off] = MODES;
    let by_paths = of_mode(paths.0, points);
    let runs = |points: &[&Point]| points.iter().map(|point| (point.value, point.runs as f64)).collect();
    let mut curves = vec![
        curve(paths.1, paths.2, false, runs(&by_paths)),
        curve(values.1, values.2, false, runs(&of_mode(values.0, points))),
        // Every case is a run of its own.
        Curve {
            growth: None,
            ..curve(off.1, off.2, true, by_paths.iter().map(|point| (point.value, point.transitions)).collect())
        },
        Curve {
            growth: None,
            ..curve(
                "valid states",
                "#aaa",
                true,
                by_paths.iter().map(|point| (point.value, point.valid_states)).collect(),
            )
        },
    ];
    if !row.published.is_empty() {
        let published = (1..).zip(row.published).map(|(bound, runs)| (bound, *runs as f64)).collect();
        curves.push(curve("published in 2006", "#d55e00", true, published));
    }
    curves
}

/// Seconds in a mode.
fn times(&(mode, name, colour): &Mode, points: &[&Point]) -> Option<Curve> {
    // A hundredth of a second and less are the same: it is the time that loading takes.
    let seconds = |point: &Point| (point.seconds_in_diagram + point.seconds_running).max(0.01);
    let points: Vec<_> = of_mode(mode, points).iter().map(|point| (point.value, seconds(point))).collect();
    (!points.is_empty()).then_some(Curve { name, colour, is_dashed: false, points, growth: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{self, Modules};
    use glassbox_engine::search::Strategy;

    fn file() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/growth/measured.json")
    }

    #[test]
    fn the_pictures_of_the_book_show_the_measurements() {
        let file = file();
        let pictures = pictures(&points(&file).unwrap());
        assert!(pictures.len() >= 8, "{:?}", pictures.keys());
        for (name, svg) in pictures {
            let shown = fs::read_to_string(file.with_file_name(&name)).unwrap();
            assert!(shown == svg, "{name} is another one: `cargo xtask paper --draw book/src/growth/measured.json`");
        }
    }

    #[test]
    fn the_table_of_the_book_shows_the_measurements() {
        let file = file();
        let table = table(LISTED, &points(&file).unwrap());
        let page = fs::read_to_string(file.with_file_name("../savings.md")).unwrap();
        assert!(page.contains(&table), "the page lacks this table:\n{table}");
    }

    /// Small bounds are measured again.
    #[test]
    fn the_measured_runs_are_those_of_today() {
        let (points, mut modules, mut n) = (points(&file()).unwrap(), Modules::default(), 0);
        for row in ROWS.iter().filter(|row| row.positions.is_some()) {
            for strategy in [Strategy::Paths, Strategy::Values] {
                let is_it = |point: &&Point| point.subject == row.name && point.mode == strategy.to_string();
                for point in points.iter().filter(is_it).filter(|point| point.value <= 3) {
                    let measured = measure::measure(row, point.value, strategy, &mut modules).unwrap();
                    assert_eq!(measured.runs, point.runs, "{} {} {strategy}", row.name, point.value);
                    n += 1;
                }
            }
        }
        assert!(n >= 24, "{n} measurements");
    }
}
