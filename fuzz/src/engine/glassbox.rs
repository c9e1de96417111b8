//! The machine under test.

use std::sync::Arc;

use glassbox_vm::exec::{InstantiateError, Limits, Machine, NoHost, Snapshot, Stop, Trap};
use glassbox_vm::module::{ExportKind, Module};
use glassbox_vm::track::{Concrete, Tracker};

use super::{End, Engine, Interface, Type, Value};
use crate::module_limits::{MAX_ELEMENTS, MAX_PAGES};

/// An instance in the machine.
#[derive(Debug)]
pub struct Glassbox<T: Tracker = Concrete> {
    machine: Machine<T>,
    interface: Interface,
    /// Index in the module of each function of the interface.
    functions: Vec<u32>,
    globals: Vec<u32>,
    tables: Vec<u32>,
}

impl<T: Tracker> Glassbox<T> {
    /// Loads and instantiates a module. The outer error is the reason why the machine rejects it.
    pub fn start(bytes: &[u8], interface: &Interface, tracker: T) -> Result<Result<Self, End>, String> {
        let module = Module::load(bytes).map_err(|error| error.to_string())?;
        let limits = Limits { memory_pages: MAX_PAGES, table_elements: MAX_ELEMENTS, ..Limits::default() };
        let machine = match Machine::new(Arc::new(module), tracker, limits, &mut NoHost) {
            Ok(machine) => machine,
            Err(InstantiateError::Stopped(stopped)) => return Ok(Err(end(&stopped.stop))),
            Err(error) => return Err(error.to_string()),
        };
        let index = |kind, name: &str| machine.module().export(name, kind).ok_or(format!("no export `{name}`"));
        let functions = interface.functions.iter().map(|function| index(ExportKind::Function, &function.name));
        let globals = interface.globals.iter().map(|(name, _)| index(ExportKind::Global, name));
        let tables = interface.tables.iter().map(|(name, _)| index(ExportKind::Table, name));
        Ok(Ok(Self {
            functions: functions.collect::<Result<_, _>>()?,
            globals: globals.collect::<Result<_, _>>()?,
            tables: tables.collect::<Result<_, _>>()?,
            interface: interface.clone(),
            machine,
        }))
    }

    /// Saves the state.
    pub fn save(&mut self) -> Snapshot<T> {
        self.machine.snapshot()
    }

    /// Restores a saved state.
    pub fn restore(&mut self, snapshot: &Snapshot<T>) {
        self.machine.restore(snapshot);
    }

    fn slot_of(&self, value: Value) -> u64 {
        match value {
            Value::I32(bits) | Value::F32(bits) => u64::from(bits),
            Value::I64(bits) | Value::F64(bits) | Value::Broken(bits) => bits,
            Value::Func(None) | Value::Extern(None) => 0,
            Value::Func(Some(position)) => u64::from(self.functions[position as usize]) + 1,
            Value::Extern(Some(data)) => u64::from(data) + 1,
        }
    }

    fn read_slot(&self, ty: Type, slot: u64) -> Value {
        let narrow = u32::try_from(slot);
        match (ty, narrow) {
            (Type::I64, _) => Value::I64(slot),
            (Type::F64, _) => Value::F64(slot),
            (Type::I32, Ok(bits)) => Value::I32(bits),
            (Type::F32, Ok(bits)) => Value::F32(bits),
            (Type::Func, Ok(0)) => Value::Func(None),
            (Type::Extern, Ok(0)) => Value::Extern(None),
            (Type::Func, Ok(reference)) => {
                let position = self.functions.iter().position(|&function| function == reference - 1);
                Value::Func(Some(position.map_or(Value::HIDDEN, |position| position as u32)))
            }
            (Type::Extern, Ok(reference)) => Value::Extern(Some(reference - 1)),
            (_, Err(_)) => Value::Broken(slot),
        }
    }
}

impl<T: Tracker> Engine for Glassbox<T> {
    fn call(&mut self, function: usize, args: &[Value]) -> Result<Vec<Value>, End> {
        let args: Vec<u64> = args.iter().map(|&arg| self.slot_of(arg)).collect();
        let results = self.machine.invoke(&mut NoHost, self.functions[function], &args);
        let results = results.map_err(|stopped| end(&stopped.stop))?;
        let types = &self.interface.functions[function].results;
        assert_eq!(types.len(), results.len(), "number of results");
        Ok(types.iter().zip(results).map(|(&ty, slot)| self.read_slot(ty, slot)).collect())
    }

    fn global(&mut self, global: usize) -> Value {
        let slot = self.machine.globals()[self.globals[global] as usize];
        self.read_slot(self.interface.globals[global].1, slot)
    }

    fn memory(&self, _: usize) -> &[u8] {
        self.machine.memory().bytes()
    }

    fn table(&mut self, table: usize) -> Vec<Value> {
        let ty = self.interface.tables[table].1;
        self.machine.table(self.tables[table]).iter().map(|&slot| self.read_slot(ty, slot)).collect()
    }
}

fn end(stop: &Stop) -> End {
    match stop {
        Stop::Trap(Trap::Unreachable) => End::Unreachable,
        Stop::Trap(Trap::MemoryOutOfBounds) => End::MemoryOutOfBounds,
        // The machine tells an access from a call; other engines do not.
        Stop::Trap(Trap::TableOutOfBounds | Trap::UndefinedElement) => End::TableOutOfBounds,
        Stop::Trap(Trap::UninitializedElement) => End::UninitializedElement,
        Stop::Trap(Trap::IndirectCallType) => End::IndirectCallType,
        Stop::Trap(Trap::DivisionByZero) => End::DivisionByZero,
        Stop::Trap(Trap::IntegerOverflow) => End::IntegerOverflow,
        Stop::Trap(Trap::InvalidConversion) => End::InvalidConversion,
        Stop::Trap(Trap::NullException) => End::NullException,
        Stop::Trap(Trap::UncaughtException) => End::UncaughtException,
        Stop::Trap(Trap::StackExhausted) => End::StackExhausted,
        Stop::Memory(error) => End::MemoryError(error.to_string()),
        other => End::Other(other.to_string()),
    }
}
