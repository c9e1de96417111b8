//! Mutants that corrupt memory, in Miri: the history in which the exploration finds the error must be an error there too.

use std::sync::Arc;

use glassbox_engine::catalog;
use glassbox_engine::decide::Decider;
use glassbox_engine::result::{Bounds, FindingCode, Verdict};
use glassbox_report::words;
use glassbox_states::{Builder, SaidByMiri, in_parallel};
use glassbox_vm::module::Module;

use crate::decided::{operations, outcome};
use crate::mutant::Mutant;
use crate::package::Package;
use crate::rows::Row;

/// Beginnings of the names of mutants that may corrupt memory.
const KINDS: [&str; 7] = [
    "forgets the old value",
    "drops the old value twice",
    "leaves a copy behind",
    "leaks a block",
    "frees too early",
    "frees twice",
    "frees with another layout",
];

/// The most mutants, taken evenly from all.
const MOST: usize = 280;

/// Whether Miri detects this kind of error.
pub(crate) fn is_memory_error(code: FindingCode) -> bool {
    use FindingCode as Code;
    matches!(
        code,
        Code::MemoryLeak
            | Code::UseAfterFree
            | Code::DoubleFree
            | Code::OutOfBounds
            | Code::NullPointer
            | Code::ReadOnlyMemory
            | Code::DeadStack
            | Code::EmptyAllocation
            | Code::UninitialisedMemory
            | Code::WrongLayout
    )
}

/// Runs those of these mutants that may corrupt memory. Whether Miri rejects all in which an exploration finds a memory
/// error.
pub(crate) fn run(mutants: &[(&Row, Mutant)]) -> Result<bool, String> {
    let candidates: Vec<&(&Row, Mutant)> =
        mutants.iter().filter(|(_, mutant)| KINDS.iter().any(|kind| mutant.name.starts_with(kind))).collect();
    let step = candidates.len().div_ceil(MOST).max(1);
    let candidates: Vec<&(&Row, Mutant)> = candidates.into_iter().step_by(step).collect();
    let work = |(row, mutant): &&(&Row, Mutant), builder: &Builder| -> Result<Option<(String, SaidByMiri)>, String> {
        Package::new(row, builder)?.with(mutant, |package| compared(package))
    };
    let (mut agreed, mut others) = (0, 0);
    for ((_, mutant), compared) in candidates.iter().zip(in_parallel(&candidates, |it| it.1.id(), work)) {
        match compared? {
            None => {}
            Some((_, SaidByMiri::Rejects(_))) => agreed += 1,
            Some((finding, said)) => {
                others += 1;
                println!("{}\n  exploration: {finding}\n  Miri: {said:?}", mutant.id());
            }
        }
    }
    println!(
        "{} mutants: the exploration finds a memory error in {}; Miri rejects the same history of {agreed}, and {others} not",
        candidates.len(),
        agreed + others
    );
    Ok(others == 0 && agreed > 0)
}

/// The memory error that an exploration finds, and what Miri says about its history. None if it finds none.
fn compared(package: &Package<'_>) -> Result<Option<(String, SaidByMiri)>, String> {
    let Some(bytes) = package.module() else { return Ok(None) };
    let module = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
    let subjects = catalog::read(&bytes).map_err(|error| error.to_string())?;
    let exploration = subjects.iter().find(|subject| subject.is_exploration()).ok_or("there is no exploration")?;
    let outcome = outcome(&Decider::default(), &module, exploration, &Bounds::none())?;
    let Verdict::Fails(failure) = outcome.verdict() else { return Ok(None) };
    if !is_memory_error(failure.finding.code()) {
        return Ok(None);
    }
    let mut arguments = vec!["--only".to_owned()];
    arguments.extend(operations(failure));
    let finding = format!("{}: {}", arguments.join(" "), words::finding(&failure.finding));
    Ok(Some((finding, package.in_miri(&arguments)?)))
}
