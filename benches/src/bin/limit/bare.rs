//! The runs and sets of a search, apart from everything else that it does.

use std::sync::Arc;
use std::time::Duration;

use glassbox_abi::names::CHECK_EXPORT_PREFIX;
use glassbox_engine::result::{Bounds, Finding, SearchEnd};
use glassbox_engine::search::{ClassObserver, Options, Strategy, check};
use glassbox_engine::states::{States, states};
use glassbox_space::{Bdd, BddSet, Diagram as _, Space, State};
use glassbox_states::timed;
use glassbox_vm::module::Module;
use wasmi::{Caller, Engine, ExternType, Func, Linker, Memory, Store, Val};

/// WebAssembly pages for what a run allocates.
const ROOM: u64 = 16;

/// Bytes of a WebAssembly page.
const WASM_PAGE: usize = 1 << 16;

/// The states that a search has run, with their lookalikes.
pub(crate) struct Recorded {
    states: States<Bdd>,
    all: BddSet,
    classes: Vec<(State, BddSet)>,
}

/// Keeps every class.
#[derive(Default)]
struct Recorder(Vec<(State, BddSet)>);

impl ClassObserver<Bdd> for Recorder {
    fn after_run(&mut self, _: &States<Bdd>, state: &State, finding: Option<&Finding>, alike: &BddSet) -> bool {
        self.0.push((state.clone(), alike.clone()));
        finding.is_none()
    }

    fn begins_again(&mut self) {
        self.0.clear();
    }
}

impl Recorded {
    /// Searches all states of a check.
    pub(crate) fn of(module: &Arc<Module>, path: &str, bounds: &Bounds) -> Result<Self, String> {
        let mut states = states(module, path, bounds, Bdd::default()).map_err(|error| error.to_string())?;
        let all = states.transitions().map_err(|error| error.to_string())?;
        let mut recorder = Recorder::default();
        let searched = check(&mut states, path, &Options::new(Strategy::Paths), &mut recorder);
        match searched.map_err(|error| error.to_string())?.end {
            SearchEnd::Covered => Ok(Self { states, all, classes: recorder.0 }),
            other => Err(format!("{path} ends with {other:?}")),
        }
    }

    pub(crate) fn n_runs(&self) -> usize {
        self.classes.len()
    }

    /// The time of picking each state and taking its lookalikes away, in a diagram that knows nothing yet.
    pub(crate) fn take_all(&self) -> Result<Duration, String> {
        let known = self.states.space.diagram();
        let sets: Vec<&BddSet> = [&self.all].into_iter().chain(self.classes.iter().map(|(_, alike)| alike)).collect();
        let mut space = Space::new(Bdd::default());
        space.add_variables(known.choices(), &known.groups()).map_err(|error| error.to_string())?;
        let diagram = space.diagram();
        let mut sets = diagram.load(&known.save(&sets)).map_err(|error| error.to_string())?;
        let all = sets.remove(0);
        let mut left = Some(all.clone());
        let mut picked = Vec::with_capacity(sets.len());
        let (result, spent) = timed(|| {
            for alike in &sets {
                let Some(from) = left.take() else { break };
                picked.extend(diagram.least(&from));
                left = diagram.take(&from, alike, &all)?;
            }
            Ok::<_, glassbox_space::OutOfMemory>(())
        });
        result.map_err(|error| error.to_string())?;
        let is_same = picked.iter().eq(self.classes.iter().map(|(state, _)| state));
        let is_empty = left.is_some_and(|left| diagram.is_empty(&left));
        if is_same && is_empty { Ok(spent) } else { Err("the same sets lead to other states".to_owned()) }
    }

    /// The time of calling the check on all states in wasmi.
    pub(crate) fn run_all(&mut self, bytes: &[u8], path: &str) -> Result<Duration, String> {
        let mut guest = Bare::new(bytes, path)?;
        let record = self.states.skeleton.record();
        let arguments: Vec<Val> =
            record.arguments.iter().map(|argument| Val::I32(argument.address.cast_signed())).collect();
        let mut spent = Duration::ZERO;
        for (state, _) in &self.classes {
            self.states.write(state);
            spent += guest.call(self.states.guest.machine.memory().bytes(), &arguments)?;
        }
        Ok(spent)
    }
}

/// A module in wasmi.
struct Bare {
    store: Store<Bump>,
    memory: Memory,
    check: Func,
}

/// The next address to hand out. Nothing is used again.
#[derive(Debug, Default)]
struct Bump(u32);

impl Bare {
    fn new(bytes: &[u8], path: &str) -> Result<Self, String> {
        let engine = Engine::default();
        let module = wasmi::Module::new(&engine, bytes).map_err(|error| error.to_string())?;
        let mut store = Store::new(&engine, Bump::default());
        let mut linker = Linker::<Bump>::new(&engine);
        for import in module.imports() {
            let ExternType::Func(ty) = import.ty() else { return Err(format!("{} is no function", import.name())) };
            let name = import.name().to_owned();
            let function = Func::new(&mut store, ty.clone(), move |caller, arguments, results| {
                answer(&name, caller, arguments, results);
                Ok(())
            });
            linker.define(import.module(), import.name(), function).map_err(|error| error.to_string())?;
        }
        let instance = linker.instantiate_and_start(&mut store, &module).map_err(|error| error.to_string())?;
        let memory = instance.get_memory(&store, "memory").ok_or("the module has no memory")?;
        let export = format!("{CHECK_EXPORT_PREFIX}{path}");
        let check = instance.get_func(&store, &export).ok_or("the module has no such check")?;
        Ok(Self { store, memory, check })
    }

    /// Calls the check on a memory, and measures the call alone.
    fn call(&mut self, image: &[u8], arguments: &[Val]) -> Result<Duration, String> {
        let pages = image.len().div_ceil(WASM_PAGE) as u64 + ROOM;
        let missing = pages.saturating_sub(self.memory.size(&self.store));
        if missing > 0 {
            self.memory.grow(&mut self.store, missing).map_err(|error| error.to_string())?;
        }
        self.memory.data_mut(&mut self.store)[..image.len()].copy_from_slice(image);
        self.store.data_mut().0 = u32::try_from(image.len()).map_err(|error| error.to_string())?;
        let n_results = self.check.ty(&self.store).results().len();
        let mut results = vec![Val::I32(0); n_results];
        let (end, spent) = timed(|| self.check.call(&mut self.store, arguments, &mut results));
        end.map_err(|error| error.to_string())?;
        if results.first().and_then(Val::i32) == Some(0) {
            return Err("a check that holds returns false".to_owned());
        }
        Ok(spent)
    }
}

/// What a host function answers. Memory comes one block after the other; values are equal if their numbers are; the rest is told
/// nobody.
fn answer(name: &str, mut caller: Caller<'_, Bump>, arguments: &[Val], results: &mut [Val]) {
    let number = |index: usize| arguments.get(index).and_then(Val::i32).unwrap_or(0);
    let value = match name {
        "gb_alloc" => {
            let (size, align) = (number(0).cast_unsigned(), number(1).cast_unsigned());
            let next = &mut caller.data_mut().0;
            let address = next.next_multiple_of(align.max(1));
            *next = address + size;
            address.cast_signed()
        }
        "gb_equal" => (number(0) == number(1)).into(),
        "gb_clone" => number(0),
        _ => 0,
    };
    if let Some(result) = results.first_mut() {
        *result = Val::I32(value);
    }
}
