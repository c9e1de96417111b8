//! Asking the guest for a skeleton.

use glassbox_abi::Skeleton as Record;
use glassbox_abi::names::PLAN_EXPORT_PREFIX;
use glassbox_abi::skeleton::CellKind;
use glassbox_vm::exec::printable;

use super::places;
use crate::guest::Guest;
use crate::result::PlanError;

/// Runs the plan of a check, with the bounds in the guest's host state, or else its own defaults.
pub fn plan(guest: &mut Guest, check: &str) -> Result<Record, PlanError> {
    let export = format!("{PLAN_EXPORT_PREFIX}{check}");
    let function = guest.machine.module().exported_function(&export);
    let function = function.ok_or_else(|| PlanError::NoPlan { check: check.to_owned() })?;
    guest.invoke(function, &[]).map_err(|stopped| PlanError::Stopped { check: check.to_owned(), stopped })?;
    let record = guest.host().plan.take().ok_or_else(|| PlanError::Silent { check: check.to_owned() })?;
    let mut record = Record::decode(&record)?;
    // Labels are what `Debug` of the user's values writes.
    for label in record.variables.iter_mut().flat_map(|variable| &mut variable.labels) {
        *label = printable(label).into_owned();
    }
    // Memory without a cell is undefined.
    record.cells.retain(|cell| cell.kind != CellKind::Unused);
    places::unique(&record)?;
    Ok(record)
}
