//! Paths: everything that decides how a run goes on.

use glassbox_vm::exec::{Stop, Stopped};
use glassbox_vm::heap::MemoryErrorKind;
use glassbox_vm::track::Decision;

/// Something that decided how a run went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Whether a condition was not zero, or a comparison that was fused with its branch held.
    Branch(bool),
    /// The target that a jump table led to, whatever the index was.
    Switch(u32),
    /// The index of an indirect call.
    CallTarget(u64),
    /// The base operand of a load or store, an end of a range, or where the stack pointer went.
    Address(u64),
    /// A load wholly inside this data segment, to which no run writes. It counts by its number only.
    Constant(u32),
    /// A length, or how much something grew.
    Size(u64),
    /// An index into a table, or a reference.
    TableIndex(u64),
    /// Whether (not 0) and how an instruction trapped that may.
    Trap(u64),
    /// A value that the host looked at: results first of all.
    Host(u64),
    /// Whether a block that was touched exists.
    Present {
        /// Its number in the program.
        block: usize,
        /// Whether it does. If not, the run ended there.
        present: bool,
    },
    /// Something was decided by undefined bits. The run ended there, unless it was a result.
    Undefined(Decision),
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Its function returned.
    Returned,
    /// It was stopped.
    Stopped(Stopped),
}

impl End {
    /// Whether the guest did something that it must not do: a trap is none by itself.
    pub fn is_memory_error(&self) -> bool {
        matches!(self, Self::Stopped(Stopped { stop: Stop::Memory(_), .. }))
    }
}

/// One assignment's run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The assignment.
    pub assignment: Vec<u32>,
    /// Everything that decided how it went.
    pub path: Vec<Event>,
    /// How it ended.
    pub end: End,
    /// Runs with the same path have the same number: that of the path, in the order they were first taken.
    pub class: usize,
}

/// The runs of all assignments, in lexicographic order.
#[derive(Clone, Debug)]
pub struct Paths {
    /// The runs.
    pub runs: Vec<Run>,
    /// How many different paths there are.
    pub n_classes: usize,
}

impl Paths {
    /// The assignments of a class.
    pub fn class(&self, class: usize) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(move |run| run.class == class)
    }
}

/// Gives every run its class.
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

/// What was decided by undefined bits, if that is why a run was stopped.
pub(super) fn undefined_decision(stop: &Stop) -> Option<Decision> {
    match stop {
        Stop::Memory(error) => match error.kind {
            MemoryErrorKind::Undefined { decision } => Some(decision),
            _ => None,
        },
        _ => None,
    }
}
