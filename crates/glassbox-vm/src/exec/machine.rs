//! An instance of a module.

use std::sync::Arc;

use super::stack::Stack;
use super::table::Table;
use super::{Guest, Host, Stop, Stopped, Trap, dispatch};
use crate::heap::{Heap, Layout};
use crate::memory::Memory;
use crate::module::{Constant, ExportKind, ImportKind, Module};
use crate::track::{Tracked, Tracker};

/// What a guest may use. Deterministic: nothing here depends on the host machine.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most pages (64 KiB) of linear memory.
    pub memory_pages: u32,
    /// Most elements of a table.
    pub table_elements: u32,
    /// Slots of the value stack.
    pub stack_slots: usize,
    /// Most nested calls.
    pub call_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory_pages: 1024, table_elements: 1 << 20, stack_slots: 1 << 18, call_depth: 1 << 14 }
    }
}

/// Why a module could not be instantiated.
#[derive(Debug, thiserror::Error)]
pub enum InstantiateError {
    /// The host does not offer something the module needs.
    #[error("unknown import `{module}` `{name}`")]
    UnknownImport {
        /// Module part of its name.
        module: String,
        /// Field part of its name.
        name: String,
    },
    /// The module wants more than the limits allow.
    #[error("the module needs {what}, more than the limit of {limit}")]
    Limit {
        /// What it needs.
        what: String,
        /// What is allowed.
        limit: u32,
    },
    /// A segment does not fit, or the start function stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// An instance of a module, with a tracker.
#[derive(Debug)]
pub struct Machine<T: Tracker> {
    pub(super) module: Arc<Module>,
    pub(super) memory: Memory,
    pub(super) globals: Vec<u64>,
    pub(super) global_shadows: Vec<T::Shadow>,
    pub(super) tables: Vec<Table>,
    /// Whether a run has written to a table since the last restore.
    pub(super) tables_written: bool,
    /// The tables as last kept.
    pub(super) kept_tables: Option<Arc<[Table]>>,
    pub(super) dropped_data: Vec<bool>,
    pub(super) dropped_elements: Vec<bool>,
    pub(super) stack: Stack<T::Shadow>,
    pub(super) heap: Heap,
    pub(super) tracker: T,
    /// The host's number for each imported function.
    pub(super) host_functions: Vec<u32>,
    /// Steps left. A step is an instruction; they are charged in bulk, a whole function at its call and a whole
    /// loop body at each jump back, so never too few. Instructions on ranges take as many as their length asks
    /// for: otherwise a loop around `memory.fill` could take hours with little fuel.
    pub(super) fuel: u64,
    /// The global that holds the guest's stack pointer.
    pub(super) stack_pointer: Option<u32>,
}

impl<T: Tracker> Machine<T> {
    /// Instantiates `module`: memory, tables and globals, segments, start function.
    pub fn new<H: Host<T>>(
        module: Arc<Module>,
        tracker: T,
        limits: Limits,
        host: &mut H,
    ) -> Result<Self, InstantiateError> {
        Self::with_fuel(module, tracker, limits, u64::MAX, host)
    }

    /// The same, with a bound on the steps of the start function and of runs, until [`Self::set_fuel`] gives
    /// another. For modules that nobody trusts: a start function may run forever.
    pub fn with_fuel<H: Host<T>>(
        module: Arc<Module>,
        tracker: T,
        limits: Limits,
        fuel: u64,
        host: &mut H,
    ) -> Result<Self, InstantiateError> {
        let mut machine = Self::allocate(module, tracker, limits)?;
        machine.fuel = fuel;
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
            host_functions: Vec::new(),
            fuel: u64::MAX,
            stack_pointer: module.stack_pointer,
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
                ImportKind::Memory(_) | ImportKind::Table(_) => {
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
            self.tracker.stack_at(self.globals[stack_pointer as usize] as u32);
        }
        if let Some(heap_base) = module.export("__heap_base", ExportKind::Global) {
            self.heap.set_base(self.globals[heap_base as usize] as u32);
        }
        Ok(())
    }

    pub(super) fn constant(&self, constant: Constant) -> u64 {
        match constant {
            Constant::Value(value) => value,
            Constant::Global(global) => self.globals[global as usize],
            Constant::Function(function) => u64::from(function) + 1,
        }
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
        Ok(())
    }

    /// Calls a function with slots as arguments; gives its results.
    pub fn invoke<H: Host<T>>(&mut self, host: &mut H, function: u32, args: &[u64]) -> Result<Vec<u64>, Stopped> {
        let args: Vec<_> = args.iter().map(|&value| Tracked { value, shadow: T::Shadow::default() }).collect();
        let results = self.invoke_tracked(host, function, &args)?;
        Ok(results.into_iter().map(|result| result.value).collect())
    }

    /// Calls a function with arguments that have shadows; gives its results with theirs.
    pub fn invoke_tracked<H: Host<T>>(
        &mut self,
        host: &mut H,
        function: u32,
        args: &[Tracked<T::Shadow>],
    ) -> Result<Vec<Tracked<T::Shadow>>, Stopped> {
        let module = self.module.clone();
        let ty = module.function_type(function);
        assert_eq!(args.len(), ty.params.len(), "arguments of function {function}");
        if args.len().max(ty.results.len()) > self.stack.slots.len() {
            return Err(self.stopped(Trap::StackExhausted.into()));
        }
        for (index, arg) in args.iter().enumerate() {
            self.stack.slots[index] = arg.value;
            self.stack.shadows[index] = arg.shadow;
        }
        self.stack.frames.clear();
        let result = match function.checked_sub(module.n_imported_functions) {
            Some(defined) => dispatch::run(self, host, defined),
            None => self.call_host(host, function, 0),
        };
        result.map_err(|stop| self.stopped(stop))?;
        let result = |index| Tracked { value: self.stack.slots[index], shadow: self.stack.shadows[index] };
        Ok((0..ty.results.len()).map(result).collect())
    }

    /// Calls an imported function with its arguments at `base`.
    pub(super) fn call_host<H: Host<T>>(&mut self, host: &mut H, function: u32, base: usize) -> Result<(), Stop> {
        let module = self.module.clone();
        let ty = module.function_type(function);
        let (n_args, n_results) = (ty.params.len(), ty.results.len());
        if base + n_args.max(n_results) > self.stack.slots.len() {
            return Err(Trap::StackExhausted.into());
        }
        let number = self.host_functions[function as usize];
        let mut guest = Guest {
            memory: &mut self.memory,
            tracker: &mut self.tracker,
            heap: &mut self.heap,
            module: &module,
            stack: &mut self.stack,
            base,
            n_args,
            n_results,
            answered: false,
        };
        host.call(number, &mut guest)?;
        guest.answer();
        Ok(())
    }

    fn stopped(&self, mut stop: Stop) -> Stopped {
        self.tracker.accuse(&self.heap, &mut stop);
        let trace = self.stack.pcs().map(|pc| self.module.offsets[pc as usize]).collect();
        Stopped { stop, trace }
    }
}

fn check_limit(what: &str, needed: u32, limit: u32) -> Result<(), InstantiateError> {
    if needed > limit {
        return Err(InstantiateError::Limit { what: format!("{needed} {what}"), limit });
    }
    Ok(())
}

// --- Looking at an instance ---

impl<T: Tracker> Machine<T> {
    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Where statics are: from the stack, which is below them, to the heap. If there is data below the stack, from there
    /// on; then the stack counts as well, but nobody reads of it what was not written before.
    pub fn statics(&self) -> std::ops::Range<u32> {
        let stack = self.stack_pointer.map_or(0, |global| self.globals[global as usize] as u32);
        let data = self.module.data.iter().filter_map(|segment| Some(self.constant(segment.active?) as u32));
        let start = data.fold(stack, u32::min);
        start..self.heap.range().start.max(start)
    }

    /// The memory.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The memory, to be changed by the host between runs.
    pub fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// The globals as slots.
    pub fn globals(&self) -> &[u64] {
        &self.globals
    }

    /// Sets a global between runs.
    pub fn set_global(&mut self, global: u32, value: u64) {
        self.globals[global as usize] = value;
        self.global_shadows[global as usize] = T::Shadow::default();
    }

    /// The elements of a table: 0 for null, or an index plus one.
    pub fn table(&self, table: u32) -> &[u64] {
        &self.tables[table as usize].elements
    }

    /// The function that an element of a table refers to.
    pub fn table_function(&self, table: u32, index: u32) -> Option<u32> {
        let element = *self.table(table).get(index as usize)?;
        u32::try_from(element.checked_sub(1)?).ok()
    }

    /// The heap.
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// The tracker.
    pub fn tracker(&self) -> &T {
        &self.tracker
    }

    /// The tracker, to be changed between runs.
    pub fn tracker_mut(&mut self) -> &mut T {
        &mut self.tracker
    }

    /// Steps left.
    pub fn fuel(&self) -> u64 {
        self.fuel
    }

    /// Puts blocks elsewhere. To be called before the guest allocates anything.
    pub fn set_layout(&mut self, layout: Layout) {
        self.heap.set_layout(layout);
    }

    /// Sets how many steps runs may take from now on.
    pub fn set_fuel(&mut self, fuel: u64) {
        self.fuel = fuel;
    }
}
