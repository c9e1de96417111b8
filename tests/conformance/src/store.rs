//! The instances of a script, and the host that connects them.
//!
//! An instance is a machine of its own. The store is the host of all of them: a call of an imported function
//! is passed on to the machine that exports it. To let the host enter other machines while one runs, the
//! running one is taken out of the store.
//!
//! Where a machine cannot take part because nothing is shared between machines, the store gives up with a
//! [`Reason`], and from then on so does every instance whose state would have been different.

use std::collections::BTreeMap;
use std::mem;

use glassbox_vm::exec::{Guest, Host, InstantiateError, Limits, Machine, Refusal, Stop, Trap};
use glassbox_vm::module::{ExportKind, FunctionType, Import, ImportKind, Module, ValueType};
use glassbox_vm::track::Concrete;

use crate::compile::{self, Compiled, Linkable};
use crate::report::Reason;
use crate::spectest;

/// Memories may have all addresses, as scripts expect. Calls nest deep enough for every script, and no deeper,
/// because those that exhaust the stack should do so at once.
const LIMITS: Limits =
    Limits { memory_pages: 65_536, table_elements: 1 << 20, stack_slots: 1 << 16, call_depth: 1 << 12, steps: None };

/// Steps of a call. Far more than any script takes: a machine that runs in circles shall fail, not hang.
const FUEL: u64 = 100_000_000;

/// An instance of a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InstanceId(usize);

/// The store's first instance.
const SPECTEST: InstanceId = InstanceId(0);

struct Instance {
    linkable: Linkable,
    state: State,
}

enum State {
    Ready(Box<Machine<Concrete>>),
    /// Taken out of the store because it runs.
    Running,
    /// Not instantiated, or its state is no longer what it should be.
    Skipped,
}

/// All instances of a script.
pub(crate) struct Store {
    instances: Vec<Instance>,
    registered: BTreeMap<String, InstanceId>,
    /// Instance and function behind each host function: their place here is the number that machines know.
    links: Vec<(InstanceId, u32)>,
    /// Set when a run is stopped because it cannot go on, rather than by the module.
    gave_up: Option<Reason>,
}

/// What became of an attempt to instantiate a module.
pub(crate) enum Instantiated {
    /// It runs.
    Ready(InstanceId),
    /// It should, but needs something that machines do not do.
    Skipped(InstanceId, Reason),
    /// Its imports do not match what there is; the text is the suite's.
    Unlinkable(&'static str),
    /// A segment does not fit, or the start function stopped.
    Stopped(Stop),
    /// The machine's limits are too narrow, or linking has missed something.
    Refused(InstantiateError),
}

/// What an import refers to.
#[derive(Clone, Copy)]
struct Found {
    instance: InstanceId,
    kind: ExportKind,
    index: u32,
}

/// Why imports could not be connected.
enum LinkError {
    Unlinkable(&'static str),
    Skipped(Reason),
}

const UNKNOWN: LinkError = LinkError::Unlinkable("unknown import");
const INCOMPATIBLE: LinkError = LinkError::Unlinkable("incompatible import type");

// --- Instances ---

impl Store {
    /// A store that holds nothing but `spectest`.
    pub(crate) fn new() -> Self {
        let mut store = Self { instances: Vec::new(), registered: BTreeMap::new(), links: Vec::new(), gave_up: None };
        let compiled = compile::text(spectest::TEXT).expect("the text is valid");
        let Instantiated::Ready(SPECTEST) = store.instantiate(&compiled) else {
            unreachable!("it imports nothing and fits the limits")
        };
        store.register(spectest::NAME, SPECTEST);
        store
    }

    /// Lets modules import from `instance` under a name.
    pub(crate) fn register(&mut self, name: &str, instance: InstanceId) {
        self.registered.insert(name.to_owned(), instance);
    }

    /// The module of an instance.
    pub(crate) fn module(&self, instance: InstanceId) -> &Module {
        &self.instances[instance.0].linkable.module
    }

    /// Links and instantiates a module and runs its start function.
    pub(crate) fn instantiate(&mut self, compiled: &Compiled) -> Instantiated {
        let linked = self.link(&compiled.declared);
        if let Err(LinkError::Unlinkable(message)) = linked {
            return Instantiated::Unlinkable(message);
        }
        let id = InstanceId(self.instances.len());
        self.instances.push(Instance { linkable: compiled.real.clone(), state: State::Skipped });
        if let Err(LinkError::Skipped(reason)) = linked {
            self.doubt_exporters(&compiled.declared.module);
            return Instantiated::Skipped(id, reason);
        }
        let machine = Machine::new(compiled.real.module.clone(), Concrete, LIMITS, self);
        if let Some(reason) = self.gave_up.take() {
            return Instantiated::Skipped(id, reason);
        }
        match machine {
            Ok(machine) => {
                self.instances[id.0].state = State::Ready(Box::new(machine));
                Instantiated::Ready(id)
            }
            Err(InstantiateError::Stopped(stopped)) => Instantiated::Stopped(stopped.stop),
            Err(error) => Instantiated::Refused(error),
        }
    }

    /// The module would have shared something with these instances and perhaps changed it, so nobody knows what
    /// they would do from now on.
    fn doubt_exporters(&mut self, module: &Module) {
        for import in module.imports() {
            if let Some(found) = self.find(import)
                && sharing(import, found).is_some()
            {
                self.instances[found.instance.0].state = State::Skipped;
            }
        }
    }

    /// Calls a function. The outer error says why that cannot be done, the inner one how the run stopped.
    pub(crate) fn invoke(
        &mut self,
        instance: InstanceId,
        function: u32,
        args: &[u64],
    ) -> Result<Result<Vec<u64>, Stop>, Reason> {
        let result = self.enter(instance, function, args);
        match self.gave_up.take() {
            Some(reason) => Err(reason),
            None => Ok(result),
        }
    }

    /// The value of a global.
    pub(crate) fn global(&self, instance: InstanceId, global: u32) -> Result<u64, Reason> {
        match &self.instances[instance.0].state {
            State::Ready(machine) => Ok(machine.globals()[global as usize]),
            State::Running | State::Skipped => Err(Reason::DependsOnSkipped),
        }
    }

    fn enter(&mut self, instance: InstanceId, function: u32, args: &[u64]) -> Result<Vec<u64>, Stop> {
        let mut machine = match mem::replace(&mut self.instances[instance.0].state, State::Running) {
            State::Ready(machine) => machine,
            State::Running => return Err(self.give_up(Reason::Reentrance)),
            State::Skipped => {
                self.instances[instance.0].state = State::Skipped;
                return Err(self.give_up(Reason::DependsOnSkipped));
            }
        };
        machine.set_fuel(FUEL);
        let result = machine.invoke(self, function, args).map_err(|stopped| stopped.stop);
        // Who was left half-way is not in the state that later directives expect.
        let complete = self.gave_up.is_none();
        self.instances[instance.0].state = if complete { State::Ready(machine) } else { State::Skipped };
        result
    }

    fn give_up(&mut self, reason: Reason) -> Stop {
        self.gave_up = Some(reason);
        Refusal::NotSupported { what: reason.text() }.into()
    }
}

// --- Linking ---

impl Store {
    fn find(&self, import: &Import) -> Option<Found> {
        let instance = *self.registered.get(&import.module)?;
        let export = self.module(instance).exports().iter().find(|export| export.name == import.name)?;
        Some(Found { instance, kind: export.kind, index: export.index })
    }

    /// Checks all imports of a module: first that they can be connected at all, then that machines can do it.
    fn link(&self, declared: &Linkable) -> Result<(), LinkError> {
        let mut tables = 0;
        for import in declared.module.imports() {
            let found = self.find(import).ok_or(UNKNOWN)?;
            if !self.is_compatible(import, found, declared, tables).map_err(LinkError::Skipped)? {
                return Err(INCOMPATIBLE);
            }
            tables += usize::from(matches!(import.kind, ImportKind::Table(_)));
        }
        // Such a module tests linking. Nobody can tell whether what it imports is shared or a copy.
        if declared.surface.as_ref().is_some_and(|surface| surface.inert) {
            return Ok(());
        }
        for import in declared.module.imports() {
            let found = self.find(import).ok_or(UNKNOWN)?;
            if let Some(reason) = sharing(import, found).or_else(|| self.unknown_value(import, found)) {
                return Err(LinkError::Skipped(reason));
            }
        }
        Ok(())
    }

    /// Whether types match. `tables` is how many tables were imported before.
    fn is_compatible(&self, import: &Import, found: Found, declared: &Linkable, tables: usize) -> Result<bool, Reason> {
        let exporter = &self.instances[found.instance.0];
        let offered = || exporter.linkable.surface.as_ref().ok_or(Reason::BinaryLinkage);
        let index = found.index as usize;
        Ok(match (&import.kind, found.kind) {
            (ImportKind::Function(ty), ExportKind::Function) => {
                ty == self.module(found.instance).function_type(found.index)
            }
            (ImportKind::Global(global), ExportKind::Global) => {
                global.ty == self.module(found.instance).global_type(found.index)
                    && global.mutable == offered()?.mutable[index]
            }
            (ImportKind::Table(_), ExportKind::Table) => {
                let wanted = declared.surface.as_ref().ok_or(Reason::BinaryLinkage)?.tables[tables];
                let has = offered()?.tables[index];
                has.element == wanted.element && has.limits.satisfies(exporter.table_size(found.index)?, wanted.limits)
            }
            (ImportKind::Memory(_), ExportKind::Memory) => {
                let wanted = declared.surface.as_ref().ok_or(Reason::BinaryLinkage)?.memories[0];
                offered()?.memories[index].satisfies(exporter.memory_size()?, wanted)
            }
            (ImportKind::Tag(ty), ExportKind::Tag) => ty == self.module(found.instance).tag_type(found.index),
            _ => false,
        })
    }

    /// Whether an immutable global has no value that can be passed on.
    fn unknown_value(&self, import: &Import, found: Found) -> Option<Reason> {
        let ImportKind::Global(global) = &import.kind else { return None };
        match self.global(found.instance, found.index) {
            Err(reason) => Some(reason),
            Ok(value) => foreign(&[global.ty], &[value]),
        }
    }
}

impl Instance {
    fn table_size(&self, table: u32) -> Result<u64, Reason> {
        match &self.state {
            State::Ready(machine) => Ok(machine.table(table).len() as u64),
            State::Running | State::Skipped => Err(Reason::DependsOnSkipped),
        }
    }

    fn memory_size(&self) -> Result<u64, Reason> {
        match &self.state {
            State::Ready(machine) => Ok(u64::from(machine.memory().pages())),
            State::Running | State::Skipped => Err(Reason::DependsOnSkipped),
        }
    }
}

/// Whether two machines would have to share something. What comes from `spectest` is copied.
fn sharing(import: &Import, found: Found) -> Option<Reason> {
    match &import.kind {
        _ if found.instance == SPECTEST => None,
        ImportKind::Memory(_) => Some(Reason::SharedMemory),
        ImportKind::Table(_) => Some(Reason::SharedTable),
        ImportKind::Global(global) if global.mutable => Some(Reason::SharedGlobal),
        // An exception of it may pass between them, which is noticed when it does.
        ImportKind::Global(_) | ImportKind::Function(_) | ImportKind::Tag(_) => None,
    }
}

/// Whether a reference to a function is among values that go from one instance to another.
fn foreign(types: &[ValueType], values: &[u64]) -> Option<Reason> {
    let reference = types.iter().zip(values).any(|(&ty, &value)| ty == ValueType::FuncRef && value != 0);
    reference.then_some(Reason::ForeignFunctionReference)
}

// --- Host ---

impl Store {
    fn check_foreign(&mut self, types: &[ValueType], values: &[u64]) -> Result<(), Stop> {
        match foreign(types, values) {
            Some(reason) => Err(self.give_up(reason)),
            None => Ok(()),
        }
    }
}

impl Host<Concrete> for Store {
    fn function(&mut self, import: &Import) -> Option<u32> {
        let found = self.find(import)?;
        self.links.push((found.instance, found.index));
        u32::try_from(self.links.len() - 1).ok()
    }

    fn global(&mut self, import: &Import) -> Option<u64> {
        let found = self.find(import)?;
        Store::global(self, found.instance, found.index).ok()
    }

    fn makes(&mut self, _: &Import) -> bool {
        true
    }

    fn call(&mut self, function: u32, guest: &mut Guest<'_, Concrete>) -> Result<(), Stop> {
        let (instance, function) = self.links[function as usize];
        let FunctionType { params, results } = self.module(instance).function_type(function).clone();
        let args = guest.args().to_vec();
        self.check_foreign(&params, &args)?;
        let values = match self.enter(instance, function, &args) {
            Err(Stop::Trap(Trap::UncaughtException)) => return Err(self.give_up(Reason::ForeignException)),
            ended => ended?,
        };
        self.check_foreign(&results, &values)?;
        values.into_iter().enumerate().for_each(|(index, value)| guest.set_result(index, value));
        Ok(())
    }
}
