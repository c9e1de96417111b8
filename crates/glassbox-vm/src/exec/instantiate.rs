//! Instantiation: from a module to a machine that can run.

use std::sync::Arc;

use super::host::Host;
use super::machine::Machine;
use super::repetition::Repetition;
use super::stack::Stack;
use super::table::Table;
use crate::heap::Heap;
use crate::isa::Trap;
use crate::memory::Memory;
use crate::module::{ExportKind, ImportKind, Limits, Module};
use crate::stop::Stopped;
use crate::track::Tracker;

/// The reason for which a module cannot be instantiated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InstantiateError {
    /// The host does not offer an import of the module.
    #[error("unknown import `{module}` `{name}`")]
    UnknownImport {
        /// Module part of its name.
        module: String,
        /// Field part of its name.
        name: String,
    },
    /// The module needs more than the limits allow.
    #[error("the module needs {what}, more than the limit of {limit}")]
    Limit {
        /// The amount that it needs, in words.
        what: String,
        /// The limit.
        limit: u32,
    },
    /// A segment does not fit, or the start function stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl<T: Tracker> Machine<T> {
    /// Instantiates `module`: allocates memory, tables and globals, copies the segments, runs the start function.
    pub fn new<H: Host<T>>(
        module: Arc<Module>,
        tracker: T,
        limits: Limits,
        host: &mut H,
    ) -> Result<Self, InstantiateError> {
        Self::with_fuel(module, tracker, limits, u64::MAX, host)
    }

    /// Like [`Self::new`], with a bound on the steps of the start function and of runs, until [`Self::set_fuel`] sets another
    /// one. For untrusted modules: a start function may run forever.
    pub fn with_fuel<H: Host<T>>(
        module: Arc<Module>,
        tracker: T,
        limits: Limits,
        fuel: u64,
        host: &mut H,
    ) -> Result<Self, InstantiateError> {
        let mut machine = Self::allocate(module, tracker, limits)?;
        machine.set_fuel(fuel);
        machine.link(host)?;
        machine.fill_tables().map_err(|trap| machine.stopped(trap.into()))?;
        machine.fill_memory().map_err(|trap| machine.stopped(trap.into()))?;
        if let Some(start) = machine.module.start {
            machine.invoke(host, start, &[])?;
        }
        Ok(machine)
    }

    fn allocate(module: Arc<Module>, mut tracker: T, limits: Limits) -> Result<Self, InstantiateError> {
        let memory = match module.memory {
            Some(memory) => {
                check_limit("pages of memory", memory.min, limits.memory_pages)?;
                Memory::new(memory.min, memory.max.unwrap_or(u32::MAX).min(limits.memory_pages))
            }
            None => Memory::new(0, 0),
        };
        tracker.grown(memory.bytes().len());
        tracker.statics(module.objects());
        let mut tables = Vec::new();
        for table in &module.tables {
            check_limit("table elements", table.min, limits.table_elements)?;
            tables.push(Table::new(table.min, table.max.unwrap_or(u32::MAX).min(limits.table_elements)));
        }
        Ok(Self {
            memory,
            globals: vec![0; module.globals.len()],
            global_shadows: vec![T::Shadow::default(); module.globals.len()],
            tables,
            tables_written: false,
            kept_tables: None,
            dropped_data: vec![false; module.data.len()],
            dropped_elements: vec![false; module.elements.len()],
            stack: Stack::new(limits.stack_slots, limits.call_depth),
            heap: Heap::default(),
            tracker,
            exceptions: Vec::new(),
            host_functions: Vec::new(),
            fuel: u64::MAX,
            reserve: 0,
            most_steps: limits.steps,
            repetition: Repetition::default(),
            n_effects: 0,
            stack_pointer: module.stack_pointer,
            notes: None,
            module,
        })
    }

    fn link<H: Host<T>>(&mut self, host: &mut H) -> Result<(), InstantiateError> {
        let module = self.module.clone();
        let mut global = 0;
        for import in &module.imports {
            let unknown =
                || InstantiateError::UnknownImport { module: import.module.clone(), name: import.name.clone() };
            match import.kind {
                ImportKind::Function(_) => self.host_functions.push(host.function(import).ok_or_else(unknown)?),
                ImportKind::Global(_) => {
                    self.globals[global] = host.global(import).ok_or_else(unknown)?;
                    global += 1;
                }
                ImportKind::Memory(_) | ImportKind::Table(_) | ImportKind::Tag(_) => {
                    if !host.makes(import) {
                        return Err(unknown());
                    }
                }
            }
        }
        for (index, global) in module.globals.iter().enumerate() {
            if let Some(init) = global.init {
                self.globals[index] = self.constant(init);
            }
        }
        if let Some(stack_pointer) = self.stack_pointer {
            let stack_pointer = self.globals[stack_pointer as usize] as u32;
            let is_first = self.segments().all(|segment| segment.start >= stack_pointer);
            self.tracker.stack_at(stack_pointer, is_first);
        }
        if let Some(heap_base) = module.export("__heap_base", ExportKind::Global) {
            self.heap.set_base(self.globals[heap_base as usize] as u32);
        }
        Ok(())
    }

    fn fill_tables(&mut self) -> Result<(), Trap> {
        let module = self.module.clone();
        for (index, segment) in module.elements.iter().enumerate() {
            if let Some((table, offset)) = segment.active {
                let items: Vec<u64> = segment.items.iter().map(|&item| self.constant(item)).collect();
                let offset = self.constant(offset) as u32;
                self.tables[table as usize].write(offset, &items)?;
            }
            // Active and declared segments count as dropped once the module is instantiated.
            self.dropped_elements[index] = segment.active.is_some() || segment.declared;
        }
        Ok(())
    }

    fn fill_memory(&mut self) -> Result<(), Trap> {
        let module = self.module.clone();
        for (index, segment) in module.data.iter().enumerate() {
            if let Some(offset) = segment.active {
                let offset = self.constant(offset) as u32;
                let len = u32::try_from(segment.bytes.len()).map_err(|_| Trap::MemoryOutOfBounds)?;
                self.memory.get_mut(offset, len).ok_or(Trap::MemoryOutOfBounds)?.copy_from_slice(&segment.bytes);
                self.dropped_data[index] = true;
            }
        }
        let read_only: Vec<_> = self.read_only().collect();
        for range in read_only {
            self.tracker.read_only(range);
        }
        Ok(())
    }
}

fn check_limit(what: &str, needed: u32, limit: u32) -> Result<(), InstantiateError> {
    if needed > limit {
        return Err(InstantiateError::Limit { what: format!("{needed} {what}"), limit });
    }
    Ok(())
}
