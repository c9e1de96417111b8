//! Asking the guest for a skeleton.

use glassbox_abi::names::PLAN_EXPORT_PREFIX;
use glassbox_abi::{Skeleton as Record, SkeletonError};
use glassbox_vm::exec::Stopped;

use crate::guest::Guest;

/// Why there is no skeleton.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// No such check, or one of an older release.
    #[error("the module has no plan for check `{check}`")]
    NoPlan {
        /// The check's path.
        check: String,
    },
    /// The guest stopped while it laid out the states: a domain is missing, for example.
    #[error("laying out the states of `{check}` failed: {stopped}")]
    Stopped {
        /// The check's path.
        check: String,
        /// Why and where.
        stopped: Stopped,
    },
    /// The guest returned without telling anything.
    #[error("the plan of check `{check}` describes nothing")]
    Silent {
        /// The check's path.
        check: String,
    },
    /// What it told makes no sense.
    #[error(transparent)]
    Record(#[from] SkeletonError),
}

/// Runs the plan of a check. Bounds are those on the guest's desk, and its own defaults.
pub fn plan(guest: &mut Guest, check: &str) -> Result<Record, PlanError> {
    let export = format!("{PLAN_EXPORT_PREFIX}{check}");
    let function = guest.machine.module().exported_function(&export);
    let function = function.ok_or_else(|| PlanError::NoPlan { check: check.to_owned() })?;
    guest.invoke(function, &[]).map_err(|stopped| PlanError::Stopped { check: check.to_owned(), stopped })?;
    let record = guest.desk().plan.take().ok_or_else(|| PlanError::Silent { check: check.to_owned() })?;
    Ok(Record::decode(&record)?)
}
