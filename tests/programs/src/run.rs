//! Runs programs and says how they ended.

use std::sync::Arc;

use glassbox_vm::backtrace::{SourceFrame, Symbols};
use glassbox_vm::exec::{Guest, Host, Limits, Machine, Runtime, Snapshot, Stop, Trap};
use glassbox_vm::heap::{Access, MemoryErrorKind};
use glassbox_vm::memory::Memory;
use glassbox_vm::module::{Import, Module};
use glassbox_vm::track::{Decision, Tracker};

use crate::build::names;
use crate::marks::{self, Mark};

/// A module with all programs, instantiated once; each program starts from the same snapshot.
pub struct Programs<T: Tracker> {
    bytes: Vec<u8>,
    module: Arc<Module>,
    machine: Machine<T>,
    start: Snapshot<T>,
    host: Runtime<Output>,
}

/// How a program ended.
#[derive(Debug)]
pub struct Outcome {
    /// What it printed.
    pub output: String,
    /// What it was stopped for, in the words of the marks; none if it returned.
    pub kind: Option<&'static str>,
    /// What the machine says.
    pub message: String,
    /// The calls, innermost first: of the stop, or of the allocation that leaked.
    pub trace: Vec<SourceFrame>,
    /// The calls when the block it was stopped for was allocated, and when it was freed.
    pub block: Option<[Vec<SourceFrame>; 2]>,
    /// Steps it took.
    pub steps: u64,
}

/// Collects what programs print.
#[derive(Debug, Default)]
struct Output {
    text: String,
}

impl<T: Tracker> Host<T> for Output {
    fn function(&mut self, import: &Import) -> Option<u32> {
        (import.module == "test" && import.name == "print").then_some(0)
    }

    fn call(&mut self, _: u32, guest: &mut Guest<'_, T>) -> Result<(), Stop> {
        self.text.push_str(&guest.text(0, 1)?);
        Ok(())
    }
}

impl<T: Tracker> Programs<T> {
    /// Loads and instantiates.
    ///
    /// # Panics
    ///
    /// If the module is not what `build` makes.
    pub fn new(bytes: Vec<u8>, tracker: T) -> Self {
        let module = Arc::new(Module::load(&bytes).expect("rustc's modules load"));
        let mut host = Runtime::<Output>::default();
        let mut machine = Machine::new(module.clone(), tracker, Limits::default(), &mut host).expect("and instantiate");
        let start = machine.snapshot();
        Self { bytes, module, machine, start, host }
    }

    /// The memory.
    pub fn memory(&self) -> &Memory {
        self.machine.memory()
    }

    /// Runs `folder:name` with at most `fuel` steps.
    ///
    /// # Panics
    ///
    /// If there is no such program.
    pub fn run(&mut self, folder: &str, name: &str, fuel: u64) -> Outcome {
        self.machine.restore(&self.start);
        self.host.inner.text.clear();
        self.machine.set_fuel(fuel);
        let function = self.module.exported_function(&format!("{folder}:{name}")).expect("the program is exported");
        let result = self.machine.invoke(&mut self.host, function, &[]);
        let steps = fuel - self.machine.fuel();
        let output = std::mem::take(&mut self.host.inner.text);
        let symbols = Symbols::new(&self.module, &self.bytes);
        let leak = self.machine.heap().leaks();
        let (stop, trace) = match (result, leak) {
            (Err(stopped), _) => (Some(stopped.stop), stopped.trace),
            (Ok(_), Some(leak)) => {
                let allocated = leak.block.as_ref().map(|block| block.allocated.to_vec());
                (Some(Stop::from(leak)), allocated.unwrap_or_default())
            }
            (Ok(_), None) => (None, Vec::new()),
        };
        let block = match &stop {
            Some(Stop::Memory(error)) => error.block.as_ref(),
            _ => None,
        };
        Outcome {
            output,
            kind: stop.as_ref().map(kind),
            message: stop.as_ref().map(Stop::to_string).unwrap_or_default(),
            trace: symbols.trace(&trace),
            block: block.map(|block| {
                [symbols.trace(&block.allocated), symbols.trace(block.freed.as_deref().unwrap_or_default())]
            }),
            steps,
        }
    }

    /// Compares a buggy program's end with its marks; gives what is wrong.
    pub fn judge(&mut self, name: &str, fuel: u64) -> Result<(), String> {
        let marks = marks::of(name);
        let outcome = self.run("fail", name, fuel);
        let line = line_in(name, &outcome.trace).unwrap_or(0);
        let found = Mark { line, kind: outcome.kind.unwrap_or("nothing").to_owned() };
        if marks.contains(&found) {
            return blocks_are_traced(name, &outcome);
        }
        Err(format!("{name}: found {found:?} ({}), expected one of {marks:?}", outcome.message))
    }
}

/// The line of the innermost call in the program's own file.
fn line_in(name: &str, trace: &[SourceFrame]) -> Option<u32> {
    let file = format!("fail/{name}.rs");
    let locations = trace.iter().filter_map(|frame| frame.location.as_ref());
    locations.filter(|location| location.file.replace('\\', "/").ends_with(&file)).map(|location| location.line).next()
}

/// For a block that was misused: where it was allocated is known, and where it was freed if that matters.
fn blocks_are_traced(name: &str, outcome: &Outcome) -> Result<(), String> {
    let Some([allocated, freed]) = &outcome.block else { return Ok(()) };
    if line_in(name, allocated).is_none() {
        return Err(format!("{name}: no line of the program where the block was allocated: {allocated:?}"));
    }
    let must_be_freed = matches!(outcome.kind, Some("use-after-free-read" | "use-after-free-write" | "double-free"));
    if must_be_freed && line_in(name, freed).is_none() {
        return Err(format!("{name}: no line of the program where the block was freed: {freed:?}"));
    }
    Ok(())
}

/// All buggy programs.
pub fn fail_names() -> Vec<String> {
    names("fail")
}

/// A stop in the words of the marks.
fn kind(stop: &Stop) -> &'static str {
    let error = match stop {
        Stop::Panic(_) => return "panic",
        Stop::Refused(refusal) => return refusal.code(),
        Stop::AssumptionFailed => return "assumption-failed",
        Stop::Breakpoint { .. } => return "breakpoint",
        Stop::Trap(trap) => {
            return match trap {
                Trap::Unreachable => "unreachable",
                Trap::DivisionByZero | Trap::IntegerOverflow => "division",
                Trap::StackExhausted => "stack-overflow",
                Trap::FuelExhausted | Trap::EndlessLoop => "fuel",
                Trap::MemoryExhausted | Trap::AllocationFailed => "memory-limit",
                Trap::MemoryOutOfBounds => "outside-memory",
                _ => "other-trap",
            };
        }
        Stop::Memory(error) => error,
    };
    match &error.kind {
        MemoryErrorKind::OutOfBounds { access: Access::Read, .. }
        | MemoryErrorKind::OutsideItsBlock { access: Access::Read, .. } => "out-of-bounds-read",
        MemoryErrorKind::OutOfBounds { access: Access::Write, .. }
        | MemoryErrorKind::OutsideItsBlock { access: Access::Write, .. } => "out-of-bounds-write",
        MemoryErrorKind::UseAfterFree { access: Access::Read, .. } => "use-after-free-read",
        MemoryErrorKind::UseAfterFree { access: Access::Write, .. } => "use-after-free-write",
        MemoryErrorKind::Absent { .. } => "absent",
        MemoryErrorKind::OutOfReach { .. } => "out-of-reach",
        MemoryErrorKind::Null { .. } => "null",
        MemoryErrorKind::BelowStack { .. } => "below-stack",
        MemoryErrorKind::ReadOnly { .. } => "read-only",
        MemoryErrorKind::StackOverflow => "stack-overflow",
        MemoryErrorKind::DoubleFree { .. } => "double-free",
        MemoryErrorKind::InvalidFree { .. } => "invalid-free",
        MemoryErrorKind::WrongLayout { .. } => "wrong-layout",
        MemoryErrorKind::Leak { .. } => "leak",
        MemoryErrorKind::Undefined { decision } => match decision {
            Decision::Branch | Decision::Switch => "undefined-branch",
            Decision::Address => "undefined-address",
            Decision::Size | Decision::Host => "undefined-size",
            _ => "undefined-other",
        },
    }
}
