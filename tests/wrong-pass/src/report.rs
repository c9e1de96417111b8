//! The table of what is not as it should be, and the totals.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::decided::Class;
use crate::entry::Entry;
use crate::explained::Explained;

/// The report of a campaign.
pub(crate) struct Report<'a> {
    pub(crate) entries: &'a [Entry],
    pub(crate) explained: &'a Explained,
}

impl Report<'_> {
    /// Whether every disagreement is explained, and there are mutants that die.
    pub(crate) fn is_well(&self) -> bool {
        let killed = self.entries.iter().any(|entry| entry.decided.class() == Class::Killed);
        killed && self.disagreements().all(|entry| self.explained.reason(entry).is_some())
    }

    fn disagreements(&self) -> impl Iterator<Item = &Entry> {
        let is_one = |entry: &&Entry| matches!(entry.decided.class(), Class::WrongPass | Class::OnlyChecks);
        self.entries.iter().filter(is_one)
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for entry in self.disagreements() {
            let reason = self.explained.reason(entry).unwrap_or("NOT EXPLAINED");
            let _ = writeln!(text, "{}\n  {reason}", entry.line());
        }
        let mut counts: BTreeMap<Class, usize> = BTreeMap::new();
        self.entries.iter().for_each(|entry| *counts.entry(entry.decided.class()).or_default() += 1);
        let count = |class| counts.get(&class).copied().unwrap_or(0);
        let unexplained = |class| {
            let of_class = self.disagreements().filter(|entry| entry.decided.class() == class);
            of_class.filter(|entry| self.explained.reason(entry).is_none()).count()
        };
        let _ = write!(
            text,
            "{} mutants: {} killed by checks and by others, {} alive, {} do not compile, {} unknown to checks, {} fail in checks only \
             ({} not explained), {} wrong PASSes ({} not explained)",
            self.entries.len(),
            count(Class::Killed),
            count(Class::Alive),
            count(Class::Unviable),
            count(Class::Undecided),
            count(Class::OnlyChecks),
            unexplained(Class::OnlyChecks),
            count(Class::WrongPass),
            unexplained(Class::WrongPass),
        );
        text
    }
}
