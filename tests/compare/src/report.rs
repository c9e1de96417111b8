//! The table and the summary, as text and as Markdown.

use serde_json::{Value, json};

use crate::entry::Entry;
use crate::outcome::End;
use crate::tool::{DefaultLimit, Tool};

/// All results.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub(crate) entries: &'a [Entry],
    pub(crate) is_plain: bool,
}

impl Report<'_> {
    fn of(&self, tool: Tool) -> impl Iterator<Item = &Entry> {
        self.entries
            .iter()
            .filter(move |entry| entry.tool == tool && (entry.is_plain == self.is_plain || !is_native(tool)))
    }

    fn tools(&self) -> Vec<Tool> {
        Tool::ALL.into_iter().filter(|tool| self.of(*tool).next().is_some()).collect()
    }

    fn bugs(&self, is_mutant: bool) -> Vec<&str> {
        let mut bugs: Vec<&str> = Vec::new();
        for entry in self.entries.iter().filter(|entry| entry.is_mutant == is_mutant) {
            if !bugs.contains(&entry.bug.as_str()) {
                bugs.push(&entry.bug);
            }
        }
        bugs
    }

    fn cell(&self, bug: &str, tool: Tool) -> String {
        self.of(tool).find(|entry| entry.bug == bug).map_or_else(String::new, cell)
    }

    /// The table for a terminal.
    pub(crate) fn text(&self) -> String {
        let tools = self.tools();
        let heads = tools.iter().map(|tool| format!("{:>16}", tool.to_string())).collect::<Vec<_>>().concat();
        let mut lines = vec![format!("{:48}{heads}", "bug")];
        for bug in [false, true].into_iter().flat_map(|is_mutant| self.bugs(is_mutant)) {
            let cells: Vec<String> = tools.iter().map(|tool| format!("{:>16}", self.cell(bug, *tool))).collect();
            let cells = cells.concat();
            let name: String = bug.chars().take(47).collect();
            lines.push(format!("{name:48}{cells}"));
        }
        lines.push(String::new());
        for is_mutant in [false, true] {
            for row in self.summary(is_mutant) {
                lines.push(row.text());
            }
        }
        lines.join("\n")
    }

    /// One row per tool.
    fn summary(&self, is_mutant: bool) -> Vec<Summary> {
        let tools = self.tools().into_iter();
        let all = tools.map(|tool| Summary::new(tool, is_mutant, self.of(tool).filter(|it| it.is_mutant == is_mutant)));
        all.filter(|summary| summary.n > 0).collect()
    }

    /// The tables for the book.
    pub(crate) fn markdown(&self) -> String {
        let parts = [(false, "Bugs of published crates"), (true, "Mutants of our subjects")];
        let parts = parts.into_iter().filter_map(|(is_mutant, title)| self.markdown_of(is_mutant, title));
        parts.collect::<Vec<_>>().join("\n")
    }

    fn markdown_of(&self, is_mutant: bool, title: &str) -> Option<String> {
        let is_there = |tool: &Tool| self.of(*tool).any(|entry| entry.is_mutant == is_mutant);
        let tools: Vec<Tool> = self.tools().into_iter().filter(is_there).collect();
        if tools.is_empty() {
            return None;
        }
        let mut lines = vec![
            format!("### {title}\n"),
            "| tool | found | median time | median length | lines of harness | found with default settings |"
                .to_owned(),
            "|---|---|---|---|---|---|".to_owned(),
        ];
        lines.extend(self.summary(is_mutant).iter().map(Summary::markdown));
        let names: Vec<String> = tools.iter().map(ToString::to_string).collect();
        lines.push(format!("\n| bug | {} |\n|---|{}", names.join(" | "), "---|".repeat(tools.len())));
        lines.extend(self.bugs(is_mutant).into_iter().map(|bug| {
            let cells: Vec<String> = tools.iter().map(|tool| self.cell(bug, *tool)).collect();
            format!("| {} | {} |", bug.replace('|', "\\|"), cells.join(" | "))
        }));
        Some(lines.join("\n") + "\n")
    }

    /// All figures.
    pub(crate) fn json(&self) -> Value {
        let versions: serde_json::Map<String, Value> =
            Tool::ALL.iter().map(|tool| (tool.to_string(), json!(tool.version()))).collect();
        json!({ "machine": "2 cores", "versions": versions, "results": self.entries })
    }
}

fn is_native(tool: Tool) -> bool {
    Tool::NATIVE.contains(&tool)
}

fn cell(entry: &Entry) -> String {
    let outcome = &entry.outcome;
    let operations = outcome.operations.map_or_else(String::new, |n| format!(" / {n}"));
    let seconds = seconds(outcome.seconds);
    match outcome.end {
        End::Found => format!("{seconds}{operations}"),
        End::Crash => format!("{seconds}{operations} !"),
        End::Hang => format!("{seconds}{operations} ∞"),
        End::Nothing => "–".to_owned(),
        End::Error => "?".to_owned(),
    }
}

fn seconds(seconds: f64) -> String {
    if seconds < 0.005 { "< 0.01 s".to_owned() } else { format!("{seconds:.2} s") }
}

/// Figures of a tool.
#[derive(Debug)]
struct Summary {
    tool: Tool,
    is_mutant: bool,
    found: usize,
    n: usize,
    seconds: Option<f64>,
    operations: Option<f64>,
    lines: Option<f64>,
    /// Found within the limit that the tool has by default.
    found_by_default: Option<usize>,
}

impl Summary {
    fn new<'a>(tool: Tool, is_mutant: bool, entries: impl Iterator<Item = &'a Entry>) -> Self {
        let all: Vec<&Entry> = entries.collect();
        let found: Vec<&&Entry> = all.iter().filter(|entry| entry.outcome.end.is_found()).collect();
        #[expect(clippy::cast_precision_loss, reason = "lengths and lines are small")]
        let as_float = |number: u64| number as f64;
        let by_default = tool.default_limit().map(|limit| {
            let is_early = |entry: &&&&Entry| match limit {
                DefaultLimit::Cases(most) => entry.outcome.cases.is_some_and(|cases| cases <= most),
                DefaultLimit::Seconds(most) => entry.outcome.seconds_to_first.is_some_and(|seconds| seconds <= most),
            };
            found.iter().filter(is_early).count()
        });
        Self {
            tool,
            is_mutant,
            found: found.len(),
            n: all.iter().filter(|entry| entry.outcome.end != End::Error).count(),
            seconds: median(found.iter().map(|entry| entry.outcome.seconds).collect()),
            operations: median(found.iter().filter_map(|entry| Some(as_float(entry.outcome.operations?))).collect()),
            lines: median(all.iter().map(|entry| as_float(entry.lines as u64)).filter(|lines| *lines > 0.0).collect()),
            found_by_default: by_default,
        }
    }

    fn cells(&self) -> [String; 5] {
        let number = |number: Option<f64>| number.map_or_else(|| "–".to_owned(), |number| format!("{number:.0}"));
        [
            format!("{} of {}", self.found, self.n),
            self.seconds.map_or_else(|| "–".to_owned(), seconds),
            number(self.operations),
            number(self.lines),
            self.found_by_default.map_or_else(|| "–".to_owned(), |found| found.to_string()),
        ]
    }

    fn text(&self) -> String {
        let [found, seconds, operations, lines, by_default] = self.cells();
        let kind = if self.is_mutant { "mutants" } else { "published" };
        format!(
            "{kind:10}{:12}found {found:10}median {seconds:9}{operations:>4} operations {lines:>4} lines, by default {by_default}",
            self.tool.to_string()
        )
    }

    fn markdown(&self) -> String {
        format!("| {} {} | {} |", self.tool, self.tool.version(), self.cells().join(" | "))
    }
}

fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    match numbers.len() {
        0 => None,
        n if n % 2 == 1 => Some(numbers[half]),
        _ => Some(f64::midpoint(numbers[half - 1], numbers[half])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;

    fn entry(bug: &str, tool: Tool, end: End, operations: Option<u64>) -> Entry {
        let text = String::new();
        let outcome = Outcome { end, seconds: 1.0, seconds_to_first: None, operations, cases: Some(300), text };
        Entry { bug: bug.to_owned(), is_mutant: false, tool, is_plain: false, limit: 60, lines: 20, outcome }
    }

    #[test]
    fn a_table_has_a_row_per_bug_and_a_summary() {
        let entries = [
            entry("a", Tool::Proptest, End::Found, Some(3)),
            entry("b", Tool::Proptest, End::Nothing, None),
            entry("a", Tool::Bolero, End::Crash, Some(9)),
        ];
        let report = Report { entries: &entries, is_plain: false };
        let markdown = report.markdown();
        assert!(markdown.contains("| a | 1.00 s / 3 | 1.00 s / 9 ! |\n| b | – |  |\n"), "{markdown}");
        assert!(markdown.contains("0.9.0 | 1 of 2 | 1.00 s | 3 | 20 | 0 |"), "{markdown}");
        assert!(report.text().contains("published proptest    found 1 of 2"), "{}", report.text());
    }

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![3.0, 1.0]), Some(2.0));
    }
}
