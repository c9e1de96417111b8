//! Entries as a table, with totals.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::entry::{Class, Confirmation, Entry};

/// How many of the most frequent reasons are listed.
const MOST_REASONS: usize = 5;

/// All entries without their times, so that the tables of two runs are equal; then the reasons and the totals.
pub(crate) fn table(entries: &[Entry], with_reasons: bool) -> String {
    let mut text: String = entries.iter().map(|entry| row(entry) + &left_out(entry, with_reasons) + "\n").collect();
    text += &confirmed(entries);
    text += &frequent_reasons(entries);
    text + &totals(entries) + "\n"
}

/// An entry with its times.
pub(crate) fn line(entry: &Entry, with_reasons: bool) -> String {
    let seconds = entry.seconds;
    format!("{:5.1} s {:5.1} s  {}{}", seconds.init, seconds.run, row(entry), left_out(entry, with_reasons))
}

fn row(entry: &Entry) -> String {
    let Entry { name, version, explored, class, called, methods, coverage, message, .. } = entry;
    let counts = if *methods > 0 { format!("{called} of {methods}") } else { String::new() };
    let mut parts: Vec<String> = vec![coverage.clone(), message.clone()];
    parts.extend(entry.confirmation.as_ref().map(Confirmation::words));
    parts.retain(|part| !part.is_empty());
    let line = format!("{name:24} {version:10} {:13} {counts:10} {explored:36} {}", class.words(), parts.join("; "));
    line.trim_end().to_owned()
}

fn left_out(entry: &Entry, with_reasons: bool) -> String {
    if !with_reasons {
        return String::new();
    }
    let lines: Vec<String> =
        entry.left_out.iter().map(|it| format!("\n    left out: {}: {}", it.signature, it.reason)).collect();
    lines.concat()
}

/// The failures that another tool confirms, with their histories.
fn confirmed(entries: &[Entry]) -> String {
    let mut text = String::new();
    for entry in entries.iter().filter(|it| it.confirmation.as_ref().is_some_and(Confirmation::is_confirmed)) {
        let confirmation = entry.confirmation.as_ref().map(Confirmation::words).unwrap_or_default();
        let failure = entry.failure.as_deref().unwrap_or_default();
        let _ = write!(text, "\n{} {}: its test {confirmation}\n", entry.name, entry.version);
        for line in failure.lines() {
            let _ = writeln!(text, "    {}", line.trim_end());
        }
    }
    text
}

/// The most frequent reasons why there is no verdict.
fn frequent_reasons(entries: &[Entry]) -> String {
    let mut groups: BTreeMap<(Class, String), Vec<&str>> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| !entry.class.is_verdict()) {
        groups.entry((entry.class, pattern(&entry.message))).or_default().push(&entry.name);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, names)| usize::MAX - names.len());
    let mut text = String::new();
    for ((class, pattern), names) in groups.iter().take(MOST_REASONS) {
        let examples = names.iter().take(3).copied().collect::<Vec<_>>().join(", ");
        let _ = write!(text, "\n{:3} {}: {pattern} (such as {examples})", names.len(), class.words());
    }
    if text.is_empty() { text } else { text + "\n\n" }
}

/// A message without its names and numbers, and without what follows its first sentence.
fn pattern(message: &str) -> String {
    let mut text = String::new();
    for (at, part) in message.split('`').enumerate() {
        text += if at % 2 == 0 { part } else { "`..`" };
    }
    let first = text.split(": `").next().unwrap_or_default().to_owned();
    let mut words = String::new();
    for letter in first.chars() {
        match letter {
            '0'..='9' if words.ends_with('N') => {}
            '0'..='9' => words.push('N'),
            other => words.push(other),
        }
    }
    words
}

/// The number of crates in each class, and of methods that are called.
pub(crate) fn totals(entries: &[Entry]) -> String {
    let count = |class: Class| entries.iter().filter(|entry| entry.class == class).count();
    let classes = Class::ALL.iter().map(|class| (count(*class), class.words())).filter(|(count, _)| *count > 0);
    let classes: Vec<String> = classes.map(|(count, words)| format!("{count} {words}")).collect();
    let (called, methods) = entries.iter().fold((0, 0), |(a, b), entry| (a + entry.called, b + entry.methods));
    let share = (100 * methods.saturating_sub(called)).checked_div(methods).unwrap_or(0);
    let confirmations = entries.iter().filter_map(|entry| entry.confirmation.as_ref());
    let n_confirmed = confirmations.filter(|it| it.is_confirmed()).count();
    format!(
        "{} crates: {}; {n_confirmed} failures confirmed; {called} of {methods} methods with `&mut self` called ({share} % left out)",
        entries.len(),
        classes.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, class: Class, message: &str) -> Entry {
        Entry { name: name.to_owned(), class, message: message.to_owned(), ..Entry::default() }
    }

    #[test]
    fn tables_have_no_times() {
        let mut entries = vec![entry("a", Class::Pass, ""), entry("b", Class::Fail, "double free")];
        (entries[0].called, entries[0].methods) = (9, 10);
        let before = table(&entries, false);
        entries[0].seconds.init = 3.0;
        assert_eq!(table(&entries, false), before);
        let totals =
            "2 crates: 1 PASS, 1 FAIL; 0 failures confirmed; 9 of 10 methods with `&mut self` called (10 % left out)\n";
        assert!(before.ends_with(totals), "{before}");
        assert!(line(&entries[0], false).starts_with("  3.0 s"));
    }

    #[test]
    fn reasons_are_counted_without_names() {
        let entries = [
            entry("a", Class::NoHarness, "`A` cannot be explored: `new`: it needs 3 arguments"),
            entry("b", Class::NoHarness, "`B` cannot be explored: `make`: no"),
            entry("c", Class::Pass, ""),
        ];
        assert_eq!(frequent_reasons(&entries), "\n  2 no harness: `..` cannot be explored (such as a, b)\n\n");
        assert_eq!(pattern("line 12 of 345"), "line N of N");
    }

    #[test]
    fn confirmed_failures_have_histories() {
        let mut failed = entry("a", Class::Fail, "double free");
        failed.failure = Some("double free\n1. pop".to_owned());
        assert_eq!(confirmed(&[failed.clone()]), "");
        failed.confirmation = Some(Confirmation::Natively("abort".to_owned()));
        assert_eq!(confirmed(&[failed]), "\na : its test fails natively: abort\n    double free\n    1. pop\n");
    }
}
