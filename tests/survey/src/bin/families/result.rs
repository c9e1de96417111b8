//! What was found, and the table.

use std::fmt::Write;

use glassbox_survey::{Explored, Verdict};

use crate::is_found;
use crate::rows::Family;

/// Verdicts of checks without a bug, and with each.
#[derive(Debug)]
pub(crate) struct Described {
    pub(crate) verdict: Explored,
    pub(crate) bugs: Vec<Explored>,
}

/// What `init` makes of the source alone.
#[derive(Debug)]
pub(crate) struct Alone {
    /// Of `init`; none if it writes nothing.
    pub(crate) checks: Option<Described>,
    /// Of `init --explore`; none if it writes nothing.
    pub(crate) exploration: Option<Described>,
}

/// Results of a family.
#[derive(Debug)]
pub(crate) struct FamilyResult {
    pub(crate) family: &'static Family,
    pub(crate) described: Described,
    /// None if it was not tried.
    pub(crate) alone: Option<Alone>,
}

impl Described {
    fn n_found(&self) -> usize {
        self.bugs.iter().filter(|bug| is_found(bug)).count()
    }

    fn text(&self) -> String {
        let Explored { verdict, coverage, message, seconds, .. } = &self.verdict;
        let message = message.as_deref().map(|message| format!(" ({message})")).unwrap_or_default();
        let word = match verdict {
            Verdict::Pass => "PASS",
            Verdict::Fail => "FAIL",
            Verdict::Unknown => "UNKNOWN",
            Verdict::Error => "ERROR",
        };
        format!("{word} {seconds:.2} s, {coverage}{message}; {} of {} bugs", self.n_found(), self.bugs.len())
    }
}

impl Alone {
    /// Whether each bug is found by the checks or the exploration, if these hold without it.
    fn found(&self) -> Vec<bool> {
        let all = [&self.checks, &self.exploration].into_iter().flatten();
        let right: Vec<&Described> = all.filter(|it| it.verdict.verdict == Verdict::Pass).collect();
        let n_bugs = right.first().map_or(0, |it| it.bugs.len());
        (0..n_bugs).map(|bug| right.iter().any(|it| is_found(&it.bugs[bug]))).collect()
    }

    /// Bugs that either the checks or the exploration find, and that the other passes, where both were written and hold without
    /// a bug: what passes it, and the number of the bug.
    fn passed_by_one(&self) -> Vec<(&'static str, usize)> {
        let (Some(checks), Some(exploration)) = (&self.checks, &self.exploration) else { return Vec::new() };
        if [checks, exploration].iter().any(|it| it.verdict.verdict != Verdict::Pass) {
            return Vec::new();
        }
        let is_passed = |bug: &Explored| bug.verdict == Verdict::Pass;
        let mut passed = Vec::new();
        for (bug, (by_checks, by_exploration)) in checks.bugs.iter().zip(&exploration.bugs).enumerate() {
            if is_passed(by_checks) && is_found(by_exploration) {
                passed.push(("checks", bug));
            } else if is_found(by_checks) && is_passed(by_exploration) {
                passed.push(("exploration", bug));
            }
        }
        passed
    }
}

impl FamilyResult {
    pub(crate) fn text(&self) -> String {
        let mut lines = vec![format!("{:20} described    {}", self.family.package, self.described.text())];
        for bug in self.described.bugs.iter().filter(|bug| !is_found(bug)) {
            lines.push(format!("    a bug is not found: {:?} {:?}", bug.verdict, bug.message));
        }
        let parts = self.alone.as_ref().map(|alone| [("init", &alone.checks), ("explore", &alone.exploration)]);
        for (name, part) in parts.into_iter().flatten() {
            let text = part.as_ref().map_or_else(|| "nothing is written".to_owned(), Described::text);
            lines.push(format!("{:20} {name:12} {text}", ""));
        }
        for (by, bug) in self.alone.iter().flat_map(Alone::passed_by_one) {
            lines.push(format!("    passed by the {by} alone: {}", self.family.bugs[bug]));
        }
        lines.join("\n")
    }
}

/// Results of all families.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) results: Vec<FamilyResult>,
}

impl Report {
    /// Whether all subjects hold, and all their bugs are found.
    pub(crate) fn is_as_it_should_be(&self) -> bool {
        let is_right = |it: &FamilyResult| {
            it.described.verdict.verdict == Verdict::Pass && it.described.n_found() == it.described.bugs.len()
        };
        !self.results.is_empty() && self.results.iter().all(is_right)
    }

    pub(crate) fn summary(&self) -> String {
        let described = |it: &&FamilyResult| it.described.verdict.verdict == Verdict::Pass;
        let n_described = self.results.iter().filter(described).count();
        let n_bugs: usize = self.results.iter().map(|it| it.described.bugs.len()).sum();
        let n_found: usize = self.results.iter().map(|it| it.described.n_found()).sum();
        let mut text = format!(
            "described: {n_described} of {} families hold, {n_found} of {n_bugs} bugs found",
            self.results.len()
        );
        let alone: Vec<&Alone> = self.results.iter().filter_map(|it| it.alone.as_ref()).collect();
        if !alone.is_empty() {
            let holds = |it: &Option<Described>| it.as_ref().is_some_and(|it| it.verdict.verdict == Verdict::Pass);
            let n_checks = alone.iter().filter(|it| holds(&it.checks)).count();
            let n_explorations = alone.iter().filter(|it| holds(&it.exploration)).count();
            let is_red = |it: &Option<Described>| it.as_ref().is_some_and(|it| it.verdict.verdict == Verdict::Fail);
            let n_red = alone.iter().filter(|it| is_red(&it.checks) || is_red(&it.exploration)).count();
            let n_found = alone.iter().flat_map(|it| it.found()).filter(|found| *found).count();
            let _ = write!(
                text,
                "\nalone: checks hold for {n_checks} families, explorations for {n_explorations}, {n_red} fail without a bug, \
                 {n_found} of {n_bugs} bugs found, {} of them by one of both alone where both hold",
                alone.iter().map(|it| it.passed_by_one().len()).sum::<usize>()
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::FAMILIES;

    fn described(verdict: Verdict, bugs: [Verdict; 2]) -> Described {
        let explored = |verdict| Explored { verdict, ..Explored::default() };
        Described { verdict: explored(verdict), bugs: bugs.map(explored).into() }
    }

    #[test]
    fn bugs_count_once_and_only_if_the_right_code_holds() {
        let alone = Alone {
            checks: Some(described(Verdict::Pass, [Verdict::Fail, Verdict::Pass])),
            exploration: Some(described(Verdict::Fail, [Verdict::Fail, Verdict::Fail])),
        };
        assert_eq!(alone.found(), [true, false]);
        let result = FamilyResult {
            family: &FAMILIES[0],
            described: described(Verdict::Pass, [Verdict::Fail, Verdict::Fail]),
            alone: Some(alone),
        };
        let report = Report { results: vec![result] };
        assert!(report.is_as_it_should_be());
        let summary = "described: 1 of 1 families hold, 2 of 2 bugs found\n\
                       alone: checks hold for 1 families, explorations for 0, 1 fail without a bug, 1 of 2 bugs found, \
                       0 of them by one of both alone where both hold";
        assert_eq!(report.summary(), summary);
        assert!(!Report::default().is_as_it_should_be());
    }

    #[test]
    fn a_bug_that_one_way_passes_is_named() {
        use Verdict::{Fail, Pass, Unknown};
        let of = |checks, exploration| {
            let (checks, exploration) = (Some(described(Pass, checks)), Some(described(Pass, exploration)));
            Alone { checks, exploration }.passed_by_one()
        };
        assert_eq!(of([Fail, Pass], [Pass, Fail]), [("exploration", 0), ("checks", 1)]);
        assert_eq!(of([Fail, Unknown], [Unknown, Fail]), []);
        assert_eq!(of([Fail, Pass], [Fail, Pass]), []);
    }
}
