//! The comparison of one build: its checks, with every strategy.

use std::sync::Arc;

use glassbox_engine::catalog;
use glassbox_engine::search::{Options, Strategy};
use glassbox_space::BigUint;
use glassbox_states::{Builder, Compared, Question, Size, attempt};
use glassbox_vm::module::Module;

use crate::units::Unit;

/// A check that was compared.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) question: Question,
    /// Every n-th valid state was compared; this is n.
    pub(crate) one_of: BigUint,
    pub(crate) strategy: Strategy,
    /// An error if the search gave no answer.
    pub(crate) compared: Result<Compared, String>,
}

impl Row {
    /// Number of transitions that fail.
    pub(crate) fn failing(&self) -> u64 {
        self.compared.as_ref().map_or(0, |compared| compared.failing)
    }

    /// Number of transitions of which nothing is known.
    pub(crate) fn unknown(&self) -> u64 {
        self.compared.as_ref().map_or(0, |compared| compared.unknown)
    }

    /// Whether search and oracle agree about every state.
    pub(crate) fn agreed(&self) -> bool {
        self.compared.as_ref().is_ok_and(|compared| compared.disagreements == 0)
    }
}

/// Compares all checks of a build. With a bug, quick bounds come first; if no check finds the bug there, checks are
/// compared with full bounds until one does, with few states before many.
pub(crate) fn of_unit(unit: &Unit, builder: &Builder, size: Size) -> Result<Vec<Row>, String> {
    let module = builder.module(unit.case.package, unit.bug.as_deref())?;
    let of_all = |size| -> Result<Vec<Row>, String> {
        let rows = questions(unit, &module, size)?.iter().map(rows).collect::<Result<Vec<_>, _>>()?;
        Ok(rows.into_iter().flatten().collect())
    };
    let Some(bug) = &unit.bug else { return of_all(size) };
    let mut all = of_all(Size::Quick)?;
    let mut full = questions(unit, &module, Size::Full)?;
    full.sort_by_key(|question| !is_about(&question.path, bug));
    let few = full.iter().map(|question| Question { most: question.most.min(FEW), ..question.clone() });
    for question in few.chain(full.iter().cloned()) {
        if all.iter().any(|row| row.failing() > 0) {
            break;
        }
        all.extend(rows(&question)?);
    }
    Ok(all)
}

/// Number of pairs of state and arguments at full bounds that are tried before all are.
const FEW: u32 = 2_000;

/// Whether check and bug are named after the same operation: this check will probably find the bug.
fn is_about(path: &str, bug: &str) -> bool {
    let check = path.rsplit("::").next().and_then(|name| name.split('_').next());
    check == bug.split('-').nth(1)
}

fn rows(question: &Question) -> Result<Vec<Row>, String> {
    let oracle = attempt(|| question.oracle())?;
    // Without pruning the search runs every state as well, so there is nothing to compare.
    let strategies = Strategy::ALL.into_iter().filter(|strategy| *strategy != Strategy::Off);
    let row = |strategy| {
        let compared = attempt(|| question.compare(&Options::new(strategy), &oracle));
        Row { question: question.clone(), one_of: oracle.one_of.clone(), strategy, compared }
    };
    Ok(strategies.map(row).collect())
}

/// All checks of a build.
pub(crate) fn questions(unit: &Unit, bytes: &[u8], size: Size) -> Result<Vec<Question>, String> {
    let module = Arc::new(Module::load(bytes).map_err(|error| error.to_string())?);
    let checks = catalog::read(bytes).map_err(|error| error.to_string())?;
    let checks = checks.iter().filter(|check| !check.is_exploration());
    Ok(checks.filter_map(|check| unit.case.question(&module, &check.path, size)).collect())
}
