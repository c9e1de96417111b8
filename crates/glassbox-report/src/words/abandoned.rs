//! Words for checks that did not stop when they should.

use super::bounds::bounds;
use super::reason::stop_cause;
use crate::subject_report::{Abandoned, AbandonedAt};

/// What is known of a check or an exploration that did not stop when it should.
pub fn abandoned(abandoned: &Abandoned) -> String {
    let Abandoned { cause, at, has_failing_run } = abandoned;
    let at = match at {
        AbandonedAt::Beginning => "the search was stopped at its beginning; nothing is known yet".to_owned(),
        AbandonedAt::Searching { bounds: step, covered: Some(covered), .. } if step == covered => {
            format!("at {}: the search was stopped before its result was confirmed", bounds(step))
        }
        AbandonedAt::Searching { bounds: step, runs, covered } => {
            let how_far = match runs {
                None => "before all valid states were found".to_owned(),
                Some(0) => "in its first run".to_owned(),
                Some(runs) => format!("after {runs} runs"),
            };
            let known = covered.as_ref().map(|up_to| format!("it holds up to {}", bounds(up_to)));
            let known = known.unwrap_or_else(|| "nothing is known yet".to_owned());
            format!("at {}: the search was stopped {how_far}; {known}", bounds(step))
        }
        AbandonedAt::Exploring { states, operations } => {
            format!(
                "the exploration was stopped after {states} states; all histories of {operations} operations were tried"
            )
        }
    };
    let failing = if *has_failing_run { "; a run has failed, and there was no time to show it" } else { "" };
    format!("{at}{failing}; {}", stop_cause(*cause))
}
