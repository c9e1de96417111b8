//! JUnit XML, which most systems for continuous integration show: a suite for each package, a case for each check.
//!
//! Only a check that holds is a success. One that is not decided is an error, because nobody may take it for a success; one that
//! was not started is skipped. There is no standard; what is written here is what the schema of Jenkins allows.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::document::{Document, Entry, VerdictWord};
use crate::markup::escaped;

/// Writes the document.
pub fn write(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    let all: Vec<&Entry> = document.checks.iter().collect();
    let n_less = usize::from(!document.less_than_lock.is_empty());
    writeln!(out, "<testsuites name=\"glassbox\" {}>", counts(&all, n_less, document.summary.seconds).0)?;
    let mut packages: Vec<&str> = all.iter().map(|entry| &*entry.package).collect();
    packages.dedup();
    for package in packages {
        let own: Vec<&Entry> = all.iter().copied().filter(|entry| entry.package == package).collect();
        let (counts, skipped) = counts(&own, 0, own.iter().map(|entry| entry.seconds).sum());
        writeln!(out, "  <testsuite name=\"{}\" {counts} skipped=\"{skipped}\">", escaped(package))?;
        own.into_iter().try_for_each(|entry| write_case(entry, out))?;
        writeln!(out, "  </testsuite>")?;
    }
    write_less(&document.less_than_lock, out)?;
    writeln!(out, "</testsuites>")
}

/// Writes a suite for what the run proves less than `glassbox.lock` says.
fn write_less(less: &[String], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = less.first() else { return Ok(()) };
    let (counts, skipped) = counts(&[], 1, 0.0);
    writeln!(out, "  <testsuite name=\"glassbox.lock\" {counts} skipped=\"{skipped}\">")?;
    writeln!(out, "    <testcase name=\"glassbox.lock\" classname=\"glassbox.lock\" time=\"0.000\">")?;
    writeln!(out, "      <failure message=\"{}\">{}</failure>", escaped(first), escaped(&less.join("\n")))?;
    writeln!(out, "    </testcase>\n  </testsuite>")
}

/// How a case ended.
enum Ended {
    Success,
    Skipped,
    Failure,
    Error,
}

fn ended(verdict: VerdictWord) -> Ended {
    match verdict {
        VerdictWord::Holds => Ended::Success,
        VerdictWord::NotRun => Ended::Skipped,
        VerdictWord::Fails => Ended::Failure,
        VerdictWord::Unknown | VerdictWord::Error => Ended::Error,
    }
}

/// Attributes with counts, and the number of skipped cases. `more` cases fail that are no checks.
fn counts(entries: &[&Entry], more: usize, seconds: f64) -> (String, usize) {
    let (mut failures, mut errors, mut skipped) = (more, 0, 0);
    for entry in entries {
        match ended(entry.verdict) {
            Ended::Success => {}
            Ended::Skipped => skipped += 1,
            Ended::Failure => failures += 1,
            Ended::Error => errors += 1,
        }
    }
    let tests = entries.len() + more;
    (format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.3}\""), skipped)
}

fn write_case(entry: &Entry, out: &mut dyn Write) -> io::Result<()> {
    let (path, package) = (escaped(&entry.path), escaped(&entry.package));
    write!(out, "    <testcase name=\"{path}\" classname=\"{package}\" time=\"{:.3}\">", entry.seconds)?;
    let element = match ended(entry.verdict) {
        Ended::Success => None,
        Ended::Skipped => Some("skipped"),
        Ended::Failure => Some("failure"),
        Ended::Error => Some("error"),
    };
    if let Some(element) = element {
        let (code, message) = said(entry);
        let (code, message, text) = (escaped(code), escaped(message), escaped(&description(entry)));
        write!(out, "\n      <{element} type=\"{code}\" message=\"{message}\">{text}</{element}>")?;
    }
    if !entry.scope.is_empty() {
        write!(out, "\n      <system-out>{}</system-out>", escaped(&entry.scope))?;
    }
    writeln!(out, "\n    </testcase>")
}

/// The code of a check that does not hold, and what it is about.
fn said(entry: &Entry) -> (&str, &str) {
    let failure = entry.failure.as_ref().map(|failure| (&*failure.code, &*failure.text));
    let reason = || entry.reasons.first().map(|reason| (&*reason.code, &*reason.text));
    let error = || entry.error.as_ref().map(|error| ("error", &*error.message));
    failure.or_else(reason).or_else(error).unwrap_or_default()
}

/// State, calls and places of a failure, or all reasons, as text.
fn description(entry: &Entry) -> String {
    let mut text = String::new();
    for reason in &entry.reasons {
        let _ = writeln!(text, "{}", reason.text);
    }
    for hint in entry.error.iter().flat_map(|error| &error.help) {
        let _ = writeln!(text, "help: {hint}");
    }
    let Some(failure) = &entry.failure else { return text };
    for (head, picture) in [("in this state:", &failure.before), ("afterwards:", &failure.after)] {
        if let Some(picture) = picture {
            let _ = write!(text, "{head}\n{}", picture.text);
        }
    }
    if !failure.calls.is_empty() {
        let _ = writeln!(text, "calls:\n{}", failure.calls.join("\n"));
    }
    for frame in &failure.at.frames {
        let _ = writeln!(text, "at {}:{} in {}", frame.file, frame.line, frame.function);
    }
    if let Some(replay) = &failure.replay {
        let _ = writeln!(text, "{replay}");
    }
    text
}
