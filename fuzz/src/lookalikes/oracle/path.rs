//! Paths: everything that decides how a run goes on.

use glassbox_vm::exec::{Stop, Stopped};
use glassbox_vm::heap::MemoryErrorKind;
use glassbox_vm::track::Decision;

/// Something that decided how a run continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Whether a branch was taken: a condition was not zero, or a comparison fused with the branch was true.
    Branch(bool),
    /// The target of a jump table; the index does not count.
    Switch(u32),
    /// The index of an indirect call.
    CallTarget(u64),
    /// The base operand of a load or store, an end of a range, or the new stack pointer.
    Address(u64),
    /// A load inside this data segment, to which no run writes. Only the number of the segment counts.
    Constant(u32),
    /// A length, or a growth of memory or table.
    Size(u64),
    /// An index into a table, or a reference.
    TableIndex(u64),
    /// The trap of an instruction that may trap; 0 if it did not.
    Trap(u64),
    /// A value that the host reads, such as a result.
    Host(u64),
    /// Whether an accessed block exists.
    Present {
        /// Its number in the program.
        block: usize,
        /// Whether it exists. If not, the run ended there.
        present: bool,
    },
    /// A decision by undefined bits. The run ended there, unless the value was a result.
    Undefined(Decision),
}

/// End of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The function returned.
    Returned,
    /// The machine stopped it.
    Stopped(Stopped),
}

impl End {
    /// Whether it is a memory error. A trap is none.
    pub fn is_memory_error(&self) -> bool {
        matches!(self, Self::Stopped(Stopped { stop: Stop::Memory(_), .. }))
    }
}

/// The run of one assignment.
#[derive(Clone, Debug)]
pub struct Run {
    /// The assignment.
    pub assignment: Vec<u32>,
    /// Everything that decided how it continued.
    pub path: Vec<Event>,
    /// Its end.
    pub end: End,
    /// Number of its path, in the order of first occurrence. Runs with the same path have the same number.
    pub class: usize,
}

/// The runs of all assignments, in lexicographic order.
#[derive(Clone, Debug)]
pub struct Paths {
    /// The runs.
    pub runs: Vec<Run>,
    /// Number of different paths.
    pub n_classes: usize,
}

impl Paths {
    /// The assignments of a class.
    pub fn class(&self, class: usize) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(move |run| run.class == class)
    }
}

/// Numbers the paths, and gives every run its class.
pub(super) fn classify(records: impl Iterator<Item = (Vec<u32>, Vec<Event>, End)>) -> Paths {
    let mut runs: Vec<Run> = Vec::new();
    // For each class its first run.
    let mut first: Vec<usize> = Vec::new();
    for (assignment, path, end) in records {
        let same = |index: &usize| runs[*index].path == path && runs[*index].end == end;
        let class = first.iter().position(same).unwrap_or_else(|| {
            first.push(runs.len());
            first.len() - 1
        });
        runs.push(Run { assignment, path, end, class });
    }
    Paths { runs, n_classes: first.len() }
}

/// The decision by undefined bits that stopped a run, if that is the reason.
pub(super) fn undefined_decision(stop: &Stop) -> Option<Decision> {
    match stop {
        Stop::Memory(error) => match error.kind {
            MemoryErrorKind::Undefined { decision } => Some(decision),
            _ => None,
        },
        _ => None,
    }
}
