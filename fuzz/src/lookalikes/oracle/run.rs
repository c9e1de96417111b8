//! Running a program on every assignment.

use std::ops::Range;
use std::sync::Arc;

use glassbox_vm::exec::{Limits, Machine, NoHost, Snapshot};
use glassbox_vm::module::Module;
use glassbox_vm::track::Tracked;

use super::path::{End, Paths, classify};
use super::recorder::{Recorder, Step};
use super::segments;
use crate::lookalikes::program::{Argument, Program, arena};

/// Fuel of a run: far more than programs need, unless they hang.
pub const FUEL: u64 = 1_000_000;

/// Runs a program on every assignment, and returns the paths.
pub fn paths(program: &Program) -> Result<Paths, String> {
    let module = Module::load(&program.module).map_err(|error| format!("the module does not load: {error}"))?;
    paths_in(program, &Arc::new(module))
}

/// Like [`paths`], with a loaded module, which programs that were compiled together share.
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

/// A machine that runs one program.
struct Oracle<'a> {
    program: &'a Program,
    machine: Machine<Recorder>,
    start: Snapshot<Recorder>,
    arena: u32,
    entry: u32,
    /// Address ranges of the data segments; none for a passive one.
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
        let word = |argument: &Argument| argument.word(assignment);
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

    /// Tells the recorder the blocks that exist and the bytes that are undefined.
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
