//! A measured result, kept as a line of JSON so that a long run can go on where it ended.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::outcome::Outcome;
use crate::tool::Tool;

/// Result of a tool for a bug.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) bug: String,
    pub(crate) is_mutant: bool,
    pub(crate) tool: Tool,
    /// Whether the native program had the allocator of std.
    pub(crate) is_plain: bool,
    /// Limit of CPU time.
    pub(crate) limit: u64,
    /// Lines of the harness.
    pub(crate) lines: usize,
    #[serde(flatten)]
    pub(crate) outcome: Outcome,
}

impl Entry {
    /// Whether it is about the same bug and tool.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (&self.bug, self.tool, self.is_plain) == (&other.bug, other.tool, other.is_plain)
    }

    /// A line for people.
    pub(crate) fn line(&self) -> String {
        let Self { bug, tool, outcome, .. } = self;
        let operations = outcome.operations.map(|n| format!(", {n} operations")).unwrap_or_default();
        format!("{:?}\t{:.2}s{operations}\t{tool}\t{bug}: {}", outcome.end, outcome.seconds, outcome.text)
    }
}

/// Adds a result, which takes the place of an older one.
pub(crate) fn put(entries: &mut Vec<Entry>, entry: Entry) {
    match entries.iter_mut().find(|old| old.is_same(&entry)) {
        Some(old) => *old = entry,
        None => entries.push(entry),
    }
}

/// Appends a result to a file.
pub(crate) fn append(path: &Path, entry: &Entry) -> Result<(), String> {
    let line = serde_json::to_string(entry).map_err(|error| error.to_string())?;
    let file = OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| writeln!(file, "{line}"));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads the results of a file, which need not exist. The last one of a bug and a tool counts.
pub(crate) fn read_all(path: &Path) -> Result<Vec<Entry>, String> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.map_err(|error| format!("{}: {error}", path.display()))?,
    };
    let entry = |line| serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()));
    let mut entries = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        put(&mut entries, entry(line)?);
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_back() {
        let path = std::env::temp_dir().join(format!("glassbox-compare-{}.jsonl", std::process::id()));
        let outcome = Outcome::error("?".to_owned());
        let (bug, tool) = ("lru".to_owned(), Tool::Bolero);
        let entry = Entry { bug, is_mutant: false, tool, is_plain: false, limit: 60, lines: 9, outcome };
        let (second, other) = (Entry { limit: 90, ..entry.clone() }, Entry { tool: Tool::Glassbox, ..entry.clone() });
        for entry in [&entry, &other, &second] {
            append(&path, entry).expect("it is written");
        }
        assert_eq!(read_all(&path), Ok(vec![second, other]));
        fs::remove_file(&path).expect("it is there");
        assert_eq!(read_all(&path), Ok(vec![]));
    }
}
