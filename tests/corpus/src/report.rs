//! Results as text and as JSON.

use glassbox_states::{EmittedTest, Json};

use crate::Version;
use crate::outcome::{Outcome, Verdict};
use crate::rows::Row;

/// All results.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) results: Vec<Tried>,
}

/// Result for a version of a row.
pub(crate) struct Tried {
    pub(crate) row: &'static Row,
    pub(crate) version: Version,
    pub(crate) outcome: Outcome,
    /// Native result of the emitted test, if the bug is not fixed.
    pub(crate) native_test: Option<EmittedTest>,
}

impl Tried {
    /// Whether the result is as the table says.
    fn is_as_recorded(&self) -> bool {
        let verdict = &self.outcome.verdict;
        match (self.version, verdict) {
            (Version::Fixed, _) if self.row.refused.is_some() => self.is_refused(),
            // A version that is not found because it does not run may not build, either.
            (Version::Fixed, Verdict::Error(_)) => self.row.missed.is_some() && self.row.not_clean.is_some(),
            (Version::Buggy, Verdict::Error(_)) => false,
            (Version::Fixed, verdict) => (*verdict == Verdict::Clean) == self.row.not_clean.is_none(),
            (Version::Buggy, _) => self.is_found() == self.row.missed.is_none(),
        }
    }

    /// Whether the compiler refuses the harness, as it should.
    fn is_refused(&self) -> bool {
        let expected = self.row.refused.filter(|_| self.version == Version::Fixed);
        expected.is_some_and(|text| matches!(&self.outcome.verdict, Verdict::Error(message) if message.contains(text)))
    }

    /// Whether the finding is the bug of the row, as far as the message and history tell.
    fn is_found(&self) -> bool {
        let verdict = &self.outcome.verdict;
        let Verdict::Found { message, history } = verdict else { return false };
        let begins = format!("{}(", self.row.through);
        let calls = |call: &String| call.trim_start_matches("let mut subject = ").starts_with(&begins);
        message.contains(self.row.message)
            && history.iter().any(calls)
            && verdict.n_operations() == self.row.operations
            && self.native_test.as_ref().is_none_or(|test| matches!(test, EmittedTest::Fails(_)))
            && self.native_test.is_some() == self.row.is_unfixed()
    }

    fn number(&self) -> &'static str {
        if self.version == Version::Buggy { self.row.buggy } else { self.row.fixed }
    }

    /// One line of text, and the history if the result is not as recorded.
    pub(crate) fn line(&self) -> String {
        let Outcome { verdict, seconds } = &self.outcome;
        let what = match verdict {
            Verdict::Clean => "clean".to_owned(),
            Verdict::Found { message, .. } => {
                let n = verdict.n_operations();
                let operations = if n == 1 { "operation" } else { "operations" };
                format!("found after {n} {operations}: {}", shortened(message))
            }
            Verdict::Unknown(reason) => format!("not known: {reason}"),
            Verdict::Error(_) if self.is_refused() => "refused by the compiler, as it should be".to_owned(),
            Verdict::Error(_) if self.is_as_recorded() => "error, as recorded".to_owned(),
            Verdict::Error(message) => format!("error: {message}"),
        };
        let native = self.native_test.as_ref().map_or_else(String::new, |test| format!("; its test {test}"));
        let line = format!("{:20} {:8} {seconds:7.2} s  {what}{native}", self.row.name, self.number());
        let history = match verdict {
            _ if self.is_as_recorded() => return line,
            Verdict::Found { history, .. } => history.as_slice(),
            _ => &[],
        };
        let history = history.iter().map(|call| format!("\n      {call}"));
        line + "\n    NOT AS RECORDED" + &history.collect::<String>()
    }

    fn json(&self) -> Json {
        let Outcome { verdict, seconds } = &self.outcome;
        let (word, message, history) = match verdict {
            Verdict::Clean => ("clean", None, None),
            Verdict::Found { message, history } => ("found", Some(message), Some(history)),
            Verdict::Unknown(reason) => ("unknown", Some(reason), None),
            Verdict::Error(message) if self.is_refused() => ("refused", Some(message), None),
            Verdict::Error(message) => ("error", Some(message), None),
        };
        Json::Object(vec![
            ("name", Json::text(self.row.name)),
            ("crate", Json::text(self.row.package)),
            ("version", Json::text(self.number())),
            ("is_buggy", Json::Bool(self.version == Version::Buggy)),
            ("verdict", Json::text(word)),
            ("message", Json::optional(message, |message| Json::text(shortened(message)))),
            ("operations", Json::optional(history, |_| Json::number(verdict.n_operations()))),
            ("history", Json::optional(history, |history| Json::list(history, Json::text))),
            ("native_test", Json::optional(self.native_test.as_ref(), |test| Json::text(test.to_string()))),
            ("seconds", Json::number(seconds)),
            ("is_further", Json::Bool(self.row.is_further)),
            ("missed", Json::optional(self.row.missed, Json::text)),
            ("not_clean", Json::optional(self.row.not_clean, Json::text)),
            ("note", Json::optional(self.row.note, Json::text)),
            ("is_as_recorded", Json::Bool(self.is_as_recorded())),
        ])
    }
}

impl Report {
    /// Whether all results are as the table says. False if nothing was tried.
    pub(crate) fn is_as_recorded(&self) -> bool {
        !self.results.is_empty() && self.results.iter().all(Tried::is_as_recorded)
    }

    /// Number of versions of a kind for which `is_it` holds, and number of all of them.
    fn count(&self, is_further: bool, version: Version, is_it: fn(&Tried) -> bool) -> (usize, usize) {
        let is_counted = |result: &&Tried| result.version == version && result.row.is_further == is_further;
        let results = self.results.iter().filter(is_counted);
        (results.clone().filter(|result| is_it(result)).count(), results.count())
    }

    fn found(&self, is_further: bool) -> (usize, usize) {
        self.count(is_further, Version::Buggy, Tried::is_found)
    }

    fn clean(&self, is_further: bool) -> (usize, usize) {
        self.count(is_further, Version::Fixed, |result| result.outcome.verdict == Verdict::Clean || result.is_refused())
    }

    /// The last line of text: the benchmark, and the further bugs.
    pub(crate) fn summary(&self) -> String {
        let counts = |is_further: bool| {
            let ((found, buggy), (clean, fixed)) = (self.found(is_further), self.clean(is_further));
            let (before, tried) = if is_further { ("further: ", " tried") } else { ("", "") };
            let is_any = buggy + fixed > 0;
            is_any.then(|| format!("{before}found {found} of {buggy}{tried}, clean {clean} of {fixed}"))
        };
        let counts: Vec<String> = [false, true].into_iter().filter_map(counts).collect();
        let wrong = self.results.iter().filter(|result| !result.is_as_recorded()).count();
        let wrong = if wrong == 0 { String::new() } else { format!("; {wrong} not as recorded") };
        format!("{}{wrong}", counts.join("; "))
    }

    pub(crate) fn json(&self) -> Json {
        Json::Object(vec![
            ("results", Json::list(&self.results, Tried::json)),
            ("found", Json::number(self.found(false).0)),
            ("clean", Json::number(self.clean(false).0)),
            ("further_found", Json::number(self.found(true).0)),
            ("further_tried", Json::number(self.found(true).1)),
            ("further_clean", Json::number(self.clean(true).0)),
            ("is_as_recorded", Json::Bool(self.is_as_recorded())),
        ])
    }
}

/// Shortens paths in the message of a panic: the folder of the registry differs between machines.
fn shortened(message: &str) -> String {
    let shorter = message.split_once("panicked at ").and_then(|(before, rest)| {
        let (path, rest) = rest.split_once(": ")?;
        let after = path.split_once("/registry/src/")?.1;
        Some(format!("{before}panicked at {}: {rest}", after.split_once('/')?.1))
    });
    shorter.unwrap_or_else(|| message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::ROWS;

    fn found(message: &str, history: &[&str]) -> Outcome {
        let history = history.iter().map(|call| (*call).to_owned()).collect();
        Outcome { verdict: Verdict::Found { message: message.to_owned(), history }, seconds: 0.5 }
    }

    #[test]
    fn a_find_counts_if_it_is_the_one_in_the_table() {
        let row = ROWS.iter().find(|row| row.name == "lru").expect("a row");
        let history = ["let mut subject = new();", "put(&mut subject, 0);", "clear(&mut subject);", "drop(subject);"];
        let leak = found("a block of 1 bytes is leaked", &history);
        let is_as_recorded = |version, outcome| Tried { row, version, outcome, native_test: None }.is_as_recorded();
        assert!(is_as_recorded(Version::Buggy, leak.clone()));
        assert!(!is_as_recorded(Version::Fixed, leak));
        assert!(!is_as_recorded(Version::Buggy, found("a block of 1 bytes is leaked", &history[..2])));
        assert!(!is_as_recorded(Version::Buggy, found("double free", &history)));
        let clean = Outcome { verdict: Verdict::Clean, seconds: 0.5 };
        assert!(!is_as_recorded(Version::Buggy, clean.clone()));
        assert!(is_as_recorded(Version::Fixed, clean));
        assert!(!Report::default().is_as_recorded());
    }

    #[test]
    fn the_benchmark_and_further_bugs_are_counted_apart() {
        let row = |is_further: bool| ROWS.iter().find(|row| row.is_further == is_further).expect("a row");
        let tried = |row, version, outcome| Tried { row, version, outcome, native_test: None };
        let outcome = |verdict| Outcome { verdict, seconds: 0.5 };
        let unknown = || outcome(Verdict::Unknown("it was stopped".to_owned()));
        let mut report = Report::default();
        report.results.push(tried(row(false), Version::Fixed, outcome(Verdict::Clean)));
        assert_eq!(report.summary(), "found 0 of 0, clean 1 of 1");
        let further = row(true);
        let call = format!("{}(&mut subject);", further.through);
        let history = vec![call.as_str(); further.operations];
        report.results.push(tried(further, Version::Buggy, found(further.message, &history)));
        report.results.push(tried(further, Version::Buggy, found("something else", &history)));
        report.results.push(tried(further, Version::Buggy, unknown()));
        report.results.push(tried(further, Version::Fixed, unknown()));
        let summary = "found 0 of 0, clean 1 of 1; further: found 1 of 3 tried, clean 0 of 1; 3 not as recorded";
        assert_eq!(report.summary(), summary);
    }

    #[test]
    fn a_bug_that_is_not_repaired_has_a_test_that_fails() {
        let row = ROWS.iter().find(|row| row.is_unfixed()).expect("a row");
        let call = format!("{}(&mut subject);", row.through);
        let outcome = found(row.message, &vec![call.as_str(); row.operations]);
        let is_as_recorded = |native_test| {
            Tried { row, version: Version::Buggy, outcome: outcome.clone(), native_test }.is_as_recorded()
        };
        assert!(is_as_recorded(Some(EmittedTest::Fails("assertion failed".to_owned()))));
        assert!(!is_as_recorded(Some(EmittedTest::Passes)));
        assert!(!is_as_recorded(Some(EmittedTest::Error("it does not build".to_owned()))));
        assert!(!is_as_recorded(None));
    }

    #[test]
    fn messages_name_no_folder_of_this_machine() {
        let message = "panicked at /x/.cargo/registry/src/index-1/slab-0.4.10/src/lib.rs:793: mid > len";
        assert_eq!(shortened(message), "panicked at slab-0.4.10/src/lib.rs:793: mid > len");
        assert_eq!(shortened("panicked at src/lib.rs:1: a"), "panicked at src/lib.rs:1: a");
    }
}
