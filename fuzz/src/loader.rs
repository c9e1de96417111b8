//! Checks that the machine rejects or runs any bytes without a panic.
//!
//! A module that loads is instantiated with small limits and a host that provides every import, and its functions are
//! called with little fuel, half of the modules with the sanitizer. Any result is fine, except for a panic or too much
//! time or memory.

use std::sync::Arc;

use glassbox_vm::exec::{Guest, Host, Limits, Machine, Runtime, Stop};
use glassbox_vm::module::{ExportKind, Import, Module, Outline, ValueType};
use glassbox_vm::track::{Concrete, Sanitizer, Tracker};

use crate::generate::{smith, structured};
use crate::module_limits::Avoid;
use crate::mutate::mutate;
use crate::random::Random;
use crate::{allocator, panics};

/// Number of mutated modules per valid module.
const PER_BASE: u64 = 16;
/// Fuel of one run.
const FUEL: u64 = 50_000;
/// Largest number of functions to call.
const MAX_RUNS: usize = 8;
/// Largest number of bytes that a module may need. Modules are small, and none needs nearly as much.
pub const MEMORY_LIMIT: usize = 256 << 20;

/// Small enough to run thousands of modules, large enough for modules by rustc.
const LIMITS: Limits =
    Limits { memory_pages: 24, table_elements: 10_000, stack_slots: 1 << 14, call_depth: 500, steps: None };

/// Result of a module without a failure.
#[derive(Clone, Copy, Debug, Default)]
pub struct Survived {
    /// Whether the machine accepted it.
    pub loaded: bool,
    /// Number of calls.
    pub runs: u64,
}

/// Valid modules to mutate: random ones, and given ones, such as those of a real compiler.
#[derive(Debug, Default)]
pub struct Bases {
    seed: u64,
    /// Modules from the user.
    given: Vec<Vec<u8>>,
    /// The last generated module, and its number.
    last: Option<(u64, Vec<u8>)>,
}

impl Bases {
    /// Random modules of this seed, and given ones.
    pub fn new(seed: u64, given: Vec<Vec<u8>>) -> Self {
        Self { seed, given, last: None }
    }

    /// The mutated module of this number.
    pub fn mutated(&mut self, number: u64) -> Vec<u8> {
        let base = number / PER_BASE;
        let mut random = Random::new(self.seed, number, 2);
        if self.last.as_ref().is_none_or(|(last, _)| *last != base) {
            self.last = Some((base, self.base(base)));
        }
        let base = &self.last.as_ref().expect("set just above").1;
        // Pieces come from the same module or from a given one, so that a mutated module depends on its number alone.
        let given = if random.chance(20) { self.given.get(random.below(self.given.len().max(1))) } else { None };
        mutate(base, given.unwrap_or(base), &mut random)
    }

    fn base(&self, number: u64) -> Vec<u8> {
        let mut random = Random::new(self.seed, number, 1);
        match random.below(6) {
            0 => smith::anything(&mut random),
            1 => smith::supported(&mut random, Avoid::NOTHING),
            2 if !self.given.is_empty() => random.pick(&self.given),
            2 | 3 => structured::guest(&mut random),
            _ => structured::module(&mut random, Avoid::NOTHING),
        }
    }
}

/// Loads and runs `bytes`. The error is a panic or too much memory.
pub fn survives(bytes: &[u8], number: u64, random: &mut Random) -> Result<Survived, String> {
    allocator::reset_peak(number);
    let before = allocator::peak();
    let survived = panics::catch(|| exercise(bytes, random))?;
    let needed = allocator::peak() - before;
    if needed > MEMORY_LIMIT {
        return Err(format!("needs {needed} bytes of memory, for a module of {} bytes", bytes.len()));
    }
    Ok(survived)
}

fn exercise(bytes: &[u8], random: &mut Random) -> Survived {
    // A rejection is fine. The outline may accept modules that the machine cannot run.
    let _ = Outline::read(bytes);
    let Ok(module) = Module::load(bytes) else { return Survived::default() };
    let module = Arc::new(module);
    let functions: Vec<u32> = module
        .exports()
        .iter()
        .filter(|export| export.kind == ExportKind::Function)
        .map(|export| export.index)
        .collect();
    if random.chance(10) {
        functions.iter().take(1).for_each(|&function| drop(module.disassemble(function)));
    }
    let runs = if random.chance(50) {
        run(&module, &functions, Concrete, random)
    } else {
        run(&module, &functions, Sanitizer::default(), random)
    };
    Survived { loaded: true, runs }
}

/// Instantiates the module and calls its functions. Returns the number of calls.
fn run<T: Tracker>(module: &Arc<Module>, functions: &[u32], tracker: T, random: &mut Random) -> u64 {
    let host = &mut Runtime { inner: AnyHost };
    let Ok(mut machine) = Machine::with_fuel(module.clone(), tracker, LIMITS, FUEL, host) else { return 0 };
    let start = machine.snapshot();
    let mut runs = 0;
    for &function in functions.iter().take(MAX_RUNS) {
        let params = &module.function_type(function).params;
        let args: Vec<u64> = params.iter().map(|&ty| slot(random, ty)).collect();
        machine.set_fuel(FUEL);
        // Any result is fine.
        let _ = machine.invoke(host, function, &args);
        runs += 1;
        if random.chance(20) {
            machine.restore(&start);
        }
    }
    runs
}

fn slot(random: &mut Random, ty: ValueType) -> u64 {
    match ty {
        ValueType::I32 | ValueType::F32 => u64::from(random.bits() as u32 >> random.below(32)),
        ValueType::I64 | ValueType::F64 => random.bits() >> random.below(64),
        ValueType::ExternRef => random.below(100) as u64,
        // Null, or the first function, which exists if there is a function to call.
        ValueType::FuncRef => random.below(2) as u64,
        // Exceptions of other machines mean nothing, and no module that loads has the others.
        ValueType::ExnRef | ValueType::V128 | ValueType::Reference => 0,
    }
}

/// A host that provides every import and does nothing.
#[derive(Clone, Copy, Debug)]
struct AnyHost;

impl<T: Tracker> Host<T> for AnyHost {
    fn function(&mut self, _: &Import) -> Option<u32> {
        Some(0)
    }

    fn global(&mut self, _: &Import) -> Option<u64> {
        Some(0)
    }

    fn makes(&mut self, _: &Import) -> bool {
        true
    }

    fn call(&mut self, _: u32, _: &mut Guest<'_, T>) -> Result<(), Stop> {
        Ok(())
    }
}
