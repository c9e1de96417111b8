//! Gaps of an exploration that passes: methods that `init` left out, and operations that change nothing.

use glassbox_engine::catalog::SubjectKind;
use glassbox_engine::result::{Coverage, Outcome, Role, Verdict};
use glassbox_source::scaffold::n_left_out;

use super::job::Job;

/// Sentences about the gaps of an exploration that passes.
pub(super) fn gaps(job: &Job, outcome: &Outcome) -> Vec<String> {
    let SubjectKind::Exploration { functions, .. } = &job.subject.kind else { return Vec::new() };
    let (Verdict::Holds, Coverage::Exploration(coverage)) = (outcome.verdict(), outcome.coverage()) else {
        return Vec::new();
    };
    let mut gaps = Vec::new();
    if coverage.levels.iter().sum::<usize>() == 1 {
        gaps.push("there is only one state: no operation changes the subject".to_owned());
    }
    let file = &job.subject.location.file;
    let text = std::fs::read_to_string(job.root.join(file)).unwrap_or_default();
    let left_out = n_left_out(&text, job.subject.location.line as usize);
    if left_out > 0 {
        let is_called = |role: Role| matches!(role, Role::Operation | Role::Consumer);
        let all = left_out + functions.iter().filter(|function| is_called(function.role)).count();
        gaps.push(format!("{left_out} of {all} methods were left out by `init`: the reasons are in {file}"));
    }
    gaps
}
