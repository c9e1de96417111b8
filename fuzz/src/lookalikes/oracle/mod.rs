//! The oracle: which path a program takes on every assignment.
//!
//! It knows nothing of terms. It runs each assignment by itself and writes down all that decided how the run
//! went on, as plain values. Two assignments have the same path exactly if their lists are equal.
//!
//! One thing depends on all runs: a load from a data segment that no run writes to does not count by its
//! address, only by the segment. So runs are recorded first, and lists are made from the records afterwards.

mod recorder;
mod segments;

pub use recorder::Recorder;

use std::ops::Range;
use std::sync::Arc;

use glassbox_vm::exec::{Limits, Machine, NoHost, Stop, Stopped};
use glassbox_vm::heap::MemoryErrorKind;
use glassbox_vm::module::Module;
use glassbox_vm::track::{Decision, Tracked};

use super::program::{Program, arena};
use recorder::Step;

/// Steps of a run at most: far more than programs need, unless they hang.
pub const FUEL: u64 = 1_000_000;

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

/// Runs a program on every assignment.
pub fn paths(program: &Program) -> Result<Paths, String> {
    let module = Module::load(&program.module).map_err(|error| format!("the module does not load: {error}"))?;
    paths_in(program, &Arc::new(module))
}

/// The same for a program whose module is loaded: programs that were compiled together share one.
pub fn paths_in(program: &Program, module: &Arc<Module>) -> Result<Paths, String> {
    let mut oracle = Oracle::new(program, module)?;
    let mut records = Vec::new();
    for assignment in program.assignments() {
        let (steps, end) = oracle.run(&assignment)?;
        records.push((assignment, steps, end));
    }
    let written = oracle.machine.tracker().written();
    let constant = |range: &Range<u32>| -> Option<u32> {
        let holds = |segment: &Range<u32>| segment.start <= range.start && range.end <= segment.end;
        let index = oracle.segments.iter().position(|segment| segment.as_ref().is_some_and(holds))?;
        (!written[index]).then_some(index as u32)
    };
    let records = records.into_iter().map(|(assignment, steps, end)| {
        let path = steps.iter().map(|step| step.event(constant)).collect();
        (assignment, path, end)
    });
    Ok(classify(records))
}

/// Gives every run its class.
fn classify(records: impl Iterator<Item = (Vec<u32>, Vec<Event>, End)>) -> Paths {
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

/// A machine that runs one program.
struct Oracle<'a> {
    program: &'a Program,
    machine: Machine<Recorder>,
    start: glassbox_vm::exec::Snapshot<Recorder>,
    arena: u32,
    entry: u32,
    /// Where the data segments are; none for a passive one.
    segments: Vec<Option<Range<u32>>>,
}

impl<'a> Oracle<'a> {
    fn new(program: &'a Program, module: &Arc<Module>) -> Result<Self, String> {
        let limits = Limits { stack_slots: 1 << 14, call_depth: 1 << 8, ..Limits::default() };
        let segments = segments::read(&program.module)?;
        let recorder = Recorder::new(segments.clone());
        let machine = Machine::with_fuel(module.clone(), recorder, limits, FUEL, &mut NoHost);
        let mut machine = machine.map_err(|error| format!("the module cannot be instantiated: {error}"))?;
        let entry = machine.module().exported_function(&program.entry).ok_or("the entry is not exported")?;
        let arena = arena(&mut machine)?;
        let start = machine.snapshot();
        Ok(Self { program, machine, start, arena, entry, segments })
    }

    fn run(&mut self, assignment: &[u32]) -> Result<(Vec<Step>, End), String> {
        self.machine.restore(&self.start);
        self.program.write(&mut self.machine, self.arena, assignment)?;
        self.set_up(assignment)?;
        let word = |argument: &super::program::Argument| argument.word(assignment);
        let arguments = self.program.arguments.iter().map(word);
        let arguments: Vec<_> = arguments.map(|word| Tracked { value: word.bits, shadow: word.undefined }).collect();
        self.machine.set_fuel(FUEL);
        let end = match self.machine.invoke_tracked(&mut NoHost, self.entry, &arguments) {
            Ok(results) => {
                for result in results {
                    self.machine.tracker_mut().result(result);
                }
                End::Returned
            }
            Err(stopped) => End::Stopped(stopped),
        };
        Ok((self.machine.tracker_mut().take_steps(), end))
    }

    /// Tells the recorder which blocks exist and which bytes are undefined.
    fn set_up(&mut self, assignment: &[u32]) -> Result<(), String> {
        let recorder = self.machine.tracker_mut();
        let blocks = self.program.blocks.iter().map(|block| {
            let start = block.address.resolve(self.arena);
            (start..start + block.len, block.present.holds(assignment))
        });
        recorder.begin_run(blocks.collect());
        for cell in &self.program.cells {
            let (address, word) = (cell.address.resolve(self.arena), cell.pattern.word(assignment));
            recorder.plant(address, cell.pattern.len, word).map_err(|stop| format!("a cell: {stop}"))?;
        }
        Ok(())
    }
}

/// What was decided by undefined bits, if that is why a run was stopped.
fn undefined_decision(stop: &Stop) -> Option<Decision> {
    match stop {
        Stop::Memory(error) => match error.kind {
            MemoryErrorKind::Undefined { decision } => Some(decision),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests;
