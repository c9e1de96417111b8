//! Results as text and as JSON.

use std::collections::BTreeMap;

use glassbox_states::Json;

use crate::harness::Harness;
use crate::rows::Row;
use crate::verdict::{Explored, Verdict};

/// Results of all rows.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) results: Vec<Measured>,
}

/// Result of a row.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) row: &'static Row,
    /// The harness, or the message why there is none.
    pub(crate) harness: Result<Harness, String>,
    /// Seconds of `init --explore`, with all builds.
    pub(crate) init_seconds: f64,
    /// The result of the exploration, if there is a harness.
    pub(crate) explored: Option<Explored>,
}

impl Measured {
    /// One line, and one for each method that is left out if these are wanted.
    pub(crate) fn text(&self, with_reasons: bool) -> String {
        let mut lines = vec![self.line()];
        if with_reasons {
            let left_out = self.harness.iter().flat_map(|harness| &harness.left_out);
            lines.extend(left_out.map(|it| format!("    left out: {}: {}", it.signature, it.reason)));
        }
        lines.join("\n")
    }

    fn line(&self) -> String {
        let start = format!("{:22} init {:5.1} s ", self.row.name, self.init_seconds);
        let harness = match &self.harness {
            Ok(harness) => harness,
            Err(message) => return start + "no harness: " + &message.replace('\n', " "),
        };
        let Harness { n_called, n_methods, .. } = harness;
        let Some(explored) = &self.explored else { return start };
        let Explored { verdict, coverage, message, seconds } = explored;
        let message = message.as_ref().map(|message| format!(": {message}")).unwrap_or_default();
        format!("{start} {n_called:3} of {n_methods:3}  {:7} {seconds:6.2} s  {coverage}{message}", verdict.word())
    }

    fn json(&self) -> Json {
        let harness = self.harness.as_ref().ok();
        let left_out = harness.map(|harness| {
            let entry = |it: &crate::harness::LeftOut| {
                Json::Object(vec![("signature", Json::text(&it.signature)), ("reason", Json::text(&it.reason))])
            };
            Json::list(&harness.left_out, entry)
        });
        let explored = self.explored.as_ref();
        Json::Object(vec![
            ("name", Json::text(self.row.name)),
            ("type", Json::text(self.row.type_path)),
            ("has_harness", Json::Bool(harness.is_some())),
            ("no_harness", Json::optional(self.harness.as_ref().err(), Json::text)),
            ("init_seconds", Json::number(self.init_seconds)),
            ("called", Json::optional(harness, |it| Json::number(it.n_called))),
            ("methods", Json::optional(harness, |it| Json::number(it.n_methods))),
            ("left_out", left_out.unwrap_or(Json::Null)),
            ("verdict", Json::optional(explored, |it| Json::text(it.verdict.word()))),
            ("coverage", Json::optional(explored, |it| Json::text(&it.coverage))),
            ("message", Json::optional(explored.and_then(|it| it.message.as_ref()), Json::text)),
            ("seconds", Json::optional(explored, |it| Json::number(it.seconds))),
        ])
    }
}

impl Report {
    /// The last lines of text: totals.
    pub(crate) fn summary(&self) -> String {
        let Totals { types, harnesses, called, methods, verdicts } = self.totals();
        let share = (100 * (methods - called)).checked_div(methods).unwrap_or(0);
        let verdicts: Vec<String> = verdicts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        format!(
            "{harnesses} harnesses for {types} types; {called} of {methods} methods with `&mut self` ({share} % left out); {}",
            verdicts.join(", ")
        )
    }

    pub(crate) fn json(&self) -> Json {
        let Totals { types, harnesses, called, methods, verdicts } = self.totals();
        let verdicts = verdicts.into_iter().map(|(word, count)| (word.to_owned(), Json::number(count)));
        Json::Object(vec![
            ("results", Json::list(&self.results, Measured::json)),
            ("types", Json::number(types)),
            ("harnesses", Json::number(harnesses)),
            ("called", Json::number(called)),
            ("methods", Json::number(methods)),
            ("verdicts", Json::Map(verdicts.collect())),
        ])
    }

    fn totals(&self) -> Totals {
        let mut totals = Totals { types: self.results.len(), ..Totals::default() };
        for harness in self.results.iter().filter_map(|result| result.harness.as_ref().ok()) {
            totals.harnesses += 1;
            totals.called += harness.n_called;
            totals.methods += harness.n_methods;
        }
        for explored in self.results.iter().filter_map(|result| result.explored.as_ref()) {
            *totals.verdicts.entry(Verdict::word(explored.verdict)).or_default() += 1;
        }
        totals
    }
}

/// Sums over all rows.
#[derive(Debug, Default)]
struct Totals {
    types: usize,
    harnesses: usize,
    /// Methods with `&mut self` that are called.
    called: usize,
    /// All methods with `&mut self`.
    methods: usize,
    /// Number of rows with each verdict.
    verdicts: BTreeMap<&'static str, usize>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::ROWS;

    #[test]
    fn totals_count_harnesses_methods_and_verdicts() {
        let explored = Explored { verdict: Verdict::Pass, coverage: "a".to_owned(), message: None, seconds: 0.5 };
        let harness = Harness { n_called: 9, n_methods: 10, left_out: Vec::new() };
        let with = Measured { row: &ROWS[0], harness: Ok(harness), init_seconds: 1.0, explored: Some(explored) };
        let without =
            Measured { row: &ROWS[1], harness: Err("no\ntype".to_owned()), init_seconds: 1.0, explored: None };
        assert!(with.text(true).ends_with("9 of  10  PASS      0.50 s  a"), "{}", with.text(true));
        assert!(without.text(true).ends_with("no harness: no type"), "{}", without.text(true));
        let report = Report { results: vec![with, without] };
        let summary = "1 harnesses for 2 types; 9 of 10 methods with `&mut self` (10 % left out); 1 PASS";
        assert_eq!(report.summary(), summary);
    }
}
