//! The mutants that `cargo mutants` lists for a subject.

use std::process::Command;

use glassbox_states::repository;
use serde::Deserialize;

use crate::mutant::Mutant;
use crate::package::source;
use crate::specification::{is_about_bugs, is_specification_file, specifications};

/// The version whose list is known. Another one may list other mutants.
pub(crate) const VERSION: &str = "27.1.0";

/// An entry of the list.
#[derive(Debug, Deserialize)]
struct Listed {
    name: String,
    file: String,
    span: Span,
    replacement: String,
}

#[derive(Debug, Deserialize)]
struct Span {
    start: Place,
    end: Place,
}

/// A line and a column in it, from 1.
#[derive(Debug, Deserialize)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    fn offset(&self, source: &str) -> Option<usize> {
        let before: usize = source.split_inclusive('\n').take(self.line - 1).map(str::len).sum();
        let line = source.get(before..)?;
        let column = line.char_indices().nth(self.column - 1).map_or(line.len(), |(at, _)| at);
        Some(before + column)
    }
}

/// The mutants of a subject, without those of its checks and of planted bugs.
pub(crate) fn cargo_mutants(package: &str) -> Result<Vec<Mutant>, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["mutants", "--list", "--json", "--no-config", "--package", package]);
    let output = command.current_dir(repository()).output().map_err(|error| format!("cargo does not run: {error}"))?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`cargo install cargo-mutants --locked --version {VERSION}` first: {}", error.trim()));
    }
    let listed: Vec<Listed> = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let mut mutants = Vec::new();
    for Listed { name, file, span, replacement } in listed {
        let folder = format!("subjects/{package}/");
        let file = file.strip_prefix(&folder).ok_or_else(|| format!("{file} is not of {package}"))?.to_owned();
        if is_specification_file(&file) {
            continue;
        }
        let source = source(package, &file)?;
        let range = span.start.offset(&source).zip(span.end.offset(&source));
        let range = range.map(|(start, end)| start..end).ok_or_else(|| format!("{name}: no such place"))?;
        let lines = source.lines().skip(span.start.line - 1).take(1 + span.end.line - span.start.line);
        let is_body = span.end.line > span.start.line;
        let is_specification = specifications(&source)?.iter().any(|it| it.contains(&range.start));
        if is_specification || !is_body && lines.into_iter().any(is_about_bugs) {
            continue;
        }
        let name = name.rsplit_once(": ").map_or(name.as_str(), |(_, name)| name).to_owned();
        mutants.push(Mutant { package: package.to_owned(), file, line: span.start.line, range, replacement, name });
    }
    Ok(mutants)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_offsets() {
        assert_eq!(Place { line: 2, column: 2 }.offset("aé\nbc\n"), Some(5));
        assert_eq!(Place { line: 1, column: 3 }.offset("aé\nbc\n"), Some(3));
    }
}
