//! Writes a test for each failure.

use super::check_insertion::{FailedCheck, insert_check_tests};
use super::check_test::CheckTest;
use super::emitted_test::EmittedTest;
use super::error::EmitError;
use super::exploration_file::emit_exploration_test;
use super::failure::{Failure, FailureCase};

/// Writes a test for each failure. The results are in the same order.
pub fn emit_tests(failures: &[Failure]) -> Result<Vec<EmittedTest>, EmitError> {
    let (mut checks, mut emitted) = (Vec::new(), Vec::new());
    for (index, failure) in failures.iter().enumerate() {
        match &failure.case {
            FailureCase::State { state, picture } => {
                let test = CheckTest::new(failure, state.clone(), picture.clone());
                checks.push(FailedCheck { index, failure, test });
            }
            FailureCase::Calls(calls) => emitted.push((index, emit_exploration_test(failure, calls)?)),
        }
    }
    emitted.extend(insert_check_tests(checks)?);
    emitted.sort_by_key(|(index, _)| *index);
    Ok(emitted.into_iter().map(|(_, emitted)| emitted).collect())
}
