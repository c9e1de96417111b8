//! Words for the bounds and counts of a verdict.

use glassbox_engine::result::{Assumption, Bounds, Coverage, Outcome, Reached, Verdict};

use super::assumption::condition;
use super::number::number;

/// The scope of a verdict: bounds, settings, conditions and counts. `asked` are the bounds that the user gave: settings
/// among them are shown. Empty if nothing was covered.
pub fn scope(outcome: &Outcome, asked: &Bounds) -> String {
    let mut parts = Vec::new();
    match outcome.coverage() {
        Coverage::Check(coverage) if coverage.runs == 0 => return String::new(),
        Coverage::Check(coverage) => {
            parts.extend(outcome.bounds().sizes().map(|(name, value)| format!("{name} <= {value}")));
            parts.extend(asked.settings().map(|(name, value)| format!("{name} = {value}")));
            parts.extend(conditions(outcome));
            let is_partial =
                matches!(outcome.verdict(), Verdict::Unknown(_)) && coverage.covered != coverage.transitions;
            let covered = if is_partial { format!("{} of ", number(&coverage.covered)) } else { String::new() };
            let cases = plural(&number(&coverage.transitions), "case");
            let runs = plural(&coverage.runs.to_string(), "run");
            parts.push(format!("{covered}{cases} covered by {runs}"));
            if coverage.audited > 0 {
                parts.push(format!("{} audited", coverage.audited));
            }
            parts.extend(reached(&coverage.reached));
        }
        Coverage::Exploration(coverage) => {
            parts.push(if coverage.is_complete {
                "any number of operations".to_owned()
            } else {
                format!("operations <= {}", coverage.operations)
            });
            parts.extend(conditions(outcome));
            parts.push(plural(&coverage.states.to_string(), "state"));
            parts.push(plural(&coverage.transitions.to_string(), "transition"));
        }
    }
    parts.join(", ")
}

/// How far the states that operations reach were compared with the checked ones.
fn reached(reached: &Reached) -> Option<String> {
    let Reached::Contained { states, all_up_to, is_complete, .. } = reached else { return None };
    let number = plural(&states.to_string(), "reached state");
    Some(match all_up_to {
        Some(_) if *is_complete => format!("all {number} among them"),
        Some(bounds) => {
            let sizes: Vec<String> = bounds.sizes().map(|(name, value)| format!("{name} <= {value}")).collect();
            format!("all {number} with {} among them, larger ones not all tried", sizes.join(", "))
        }
        None => format!("{number} among them, others not tried"),
    })
}

/// Conditions of a verdict: bounds on the states first, then how they were made and built.
fn conditions(outcome: &Outcome) -> Vec<String> {
    let mut shown: Vec<&Assumption> = outcome.assumptions().iter().collect();
    shown.sort_by_key(|assumption| match assumption {
        Assumption::Elements(_) => 0,
        Assumption::OtherSubjects(_) | Assumption::OneSeed | Assumption::FewHashes(_) => 1,
        Assumption::ValueKind(_) => 2,
        _ => 3,
    });
    shown.into_iter().filter_map(condition).collect()
}

fn plural(n: &str, word: &str) -> String {
    if n == "1" { format!("1 {word}") } else { format!("{n} {word}s") }
}
