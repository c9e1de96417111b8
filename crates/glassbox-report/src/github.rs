//! What GitHub shows of a job: annotations beside the source, and a page with a table.
//!
//! Annotations are lines on stdout, `::error file=src/lib.rs,line=3,title=..::text`; the page is Markdown.

use std::io::{self, Write};

use crate::document::{Document, Entry, VerdictWord};

/// Writes an annotation for each check that does not hold, and for what is proved less than `glassbox.lock` says.
pub fn write_annotations(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    document.checks.iter().try_for_each(|entry| {
        let (level, text) = match entry.verdict {
            VerdictWord::Holds => return Ok(()),
            VerdictWord::Fails | VerdictWord::Error => ("error", said(entry)),
            VerdictWord::Unknown | VerdictWord::NotRun => ("warning", said(entry)),
        };
        let stopped = entry.failure.as_ref().and_then(|failure| failure.at.frames.first());
        let (file, line) = stopped.map_or((&entry.file, entry.line), |frame| (&frame.file, frame.line));
        let (file, title, text) = (property(file), property(&title(entry)), message(&text));
        writeln!(out, "::{level} file={file},line={line},title={title}::{text}")
    })?;
    let mut less = document.less_than_lock.iter();
    less.try_for_each(|text| writeln!(out, "::error file=glassbox.lock,title=glassbox.lock::{}", message(text)))
}

/// Writes the page of a job.
pub fn write_summary(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "## glassbox\n\n| verdict | check | |\n|---|---|---|")?;
    for entry in &document.checks {
        let detail = if entry.verdict == VerdictWord::Holds { entry.scope.clone() } else { said(entry) };
        let first = detail.lines().next().unwrap_or_default();
        writeln!(out, "| {} | `{}` | {} |", word(entry.verdict), cell(&entry.path), cell(first))?;
    }
    for text in &document.less_than_lock {
        writeln!(out, "| ❌ LESS | `glassbox.lock` | {} |", cell(text))?;
    }
    for entry in &document.checks {
        let Some(failure) = &entry.failure else { continue };
        let mut parts = vec![failure.text.clone()];
        parts.extend(failure.before.as_ref().map(|picture| format!("in this state:\n{}", picture.text)));
        parts.extend(failure.after.as_ref().map(|picture| format!("afterwards:\n{}", picture.text)));
        parts.extend((!failure.calls.is_empty()).then(|| failure.calls.join("\n")));
        parts.extend(failure.replay.clone());
        let text = parts.join("\n");
        let fence = "`".repeat(longest_ticks(&text).max(2) + 1);
        writeln!(out, "\n### {}\n\n{fence}text\n{}\n{fence}", cell(&entry.path), text.trim_end())?;
    }
    writeln!(out)
}

fn word(verdict: VerdictWord) -> &'static str {
    match verdict {
        VerdictWord::Holds => "✅ PASS",
        VerdictWord::Fails => "❌ FAIL",
        VerdictWord::Unknown => "❔ UNKNOWN",
        VerdictWord::NotRun => "❔ not run",
        VerdictWord::Error => "❌ ERROR",
    }
}

fn title(entry: &Entry) -> String {
    let code = entry.failure.as_ref().map(|failure| &failure.code);
    let code = code.or_else(|| entry.reasons.first().map(|reason| &reason.code));
    code.map_or_else(|| entry.path.clone(), |code| format!("{}: {code}", entry.path))
}

fn said(entry: &Entry) -> String {
    let failure = entry.failure.iter().map(|failure| &failure.text);
    let reasons = entry.reasons.iter().map(|reason| &reason.text);
    let error = entry.error.iter().map(|error| &error.message);
    failure.chain(reasons).chain(error).cloned().collect::<Vec<_>>().join("\n")
}

/// The text of a command, with what would end it escaped.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, with what would end it escaped.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

/// The cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('\r', " ")
}

/// The length of the longest row of backticks.
fn longest_ticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_end_a_command() {
        assert_eq!(message("50%\n::error::x"), "50%25%0A::error::x");
        assert_eq!(property("a:b,c"), "a%3Ab%2Cc");
        assert_eq!(cell("a|b<c"), "a\\|b&lt;c");
        assert_eq!(longest_ticks("a``` `b"), 3);
    }
}
