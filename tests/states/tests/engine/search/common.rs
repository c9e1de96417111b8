//! Subjects, ready to be searched.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use glassbox_engine::catalog;
use glassbox_engine::observer::{Event, Observer, Unobserved};
use glassbox_engine::result::{Bounds, Finding, Reason, SearchEnd, StopCause};
use glassbox_engine::search::{ClassObserver, Options, Searched, Task, search_at};
use glassbox_engine::states::{States, states};
use glassbox_space::{Bdd, Diagram, State};
use glassbox_vm::module::Module;

pub(crate) type Sizes<'a> = &'a [(&'a str, u32)];

/// Every subject, with bounds at which a search is quick even without optimisation.
pub(crate) const CASES: &[(&str, Sizes<'static>)] = &[
    ("scribbled-tree", &[("height", 2)]),
    ("stack", &[("height", 3)]),
    ("singly-linked-list", &[("height", 3)]),
    ("doubly-linked-list", &[("height", 3)]),
    ("queue", &[("len", 2), ("height", 2)]),
    ("binary-heap", &[("len", 3)]),
    ("red-black-tree", &[("height", 3)]),
    ("avl-tree", &[("height", 3)]),
    ("enum-tree", &[("height", 2)]),
    ("arena-tree", &[("len", 2)]),
    ("nary-tree", &[("height", 2), ("len", 1)]),
    ("b-tree", &[("height", 2)]),
    ("lru-cache", &[("height", 2)]),
    ("union-find", &[]),
    ("ring-buffer", &[]),
];

/// A module: its bytes, and itself.
type Built = (Arc<[u8]>, Arc<Module>);

/// Modules that were built, by package.
static MODULES: Mutex<BTreeMap<String, Built>> = Mutex::new(BTreeMap::new());

/// Builds and loads the module of a package once.
fn built(package: &str) -> Built {
    let mut modules = MODULES.lock().unwrap_or_else(PoisonError::into_inner);
    let build = || {
        let bytes = glassbox_states::module(package, None).expect("the subject builds");
        let module = Module::load(&bytes).expect("the module loads");
        (bytes.into(), Arc::new(module))
    };
    modules.entry(package.to_owned()).or_insert_with(build).clone()
}

pub(crate) fn bytes(package: &str) -> Arc<[u8]> {
    built(package).0
}

pub(crate) fn module(package: &str) -> Arc<Module> {
    built(package).1
}

/// Paths of all checks, without laws with so many arguments that they take minutes.
pub(crate) fn checks(package: &str) -> Vec<String> {
    let checks = catalog::read(&bytes(package)).expect("there are records");
    let takes_long = |path: &String| ["twice", "others", "_sets"].iter().any(|part| path.contains(part));
    checks.into_iter().map(|check| check.path).filter(|path| !takes_long(path)).collect()
}

pub(crate) fn bounds(bounds: Sizes<'_>) -> Bounds {
    bounds.iter().copied().collect()
}

pub(crate) fn diagram() -> Bdd {
    Bdd::with_capacity(1 << 20, 1 << 16)
}

pub(crate) fn found(package: &str, path: &str, of: Sizes<'_>) -> States<Bdd> {
    states(&module(package), path, &bounds(of), diagram()).expect("there are states")
}

/// Searches at these bounds, unobserved.
pub(crate) fn searched(package: &str, path: &str, of: Sizes<'_>, options: &Options) -> Searched {
    let task = Task { module: &module(package), path, bounds: &bounds(of), diagram: &diagram };
    search_at::<Bdd>(&task, options, &mut Unobserved).expect("there are states")
}

/// The only reason why a search is undecided.
#[track_caller]
pub(crate) fn reason(end: &SearchEnd) -> &Reason {
    match end {
        SearchEnd::Undecided(reasons) if reasons.len() == 1 => &reasons[0],
        other => panic!("{other:?}"),
    }
}

/// Progress of a search, from its events; stops it as soon as a function says so.
pub(crate) struct StopWhen<F> {
    pub(crate) is_enough: F,
    pub(crate) position: Position,
}

/// Progress of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Position {
    /// The bounds that are searched.
    pub(crate) bounds: Bounds,
    /// Whether their valid states are known.
    pub(crate) has_states: bool,
    /// Runs at these bounds.
    pub(crate) runs: u64,
}

impl<F: FnMut(&Position) -> bool> StopWhen<F> {
    pub(crate) fn new(is_enough: F) -> Self {
        Self { is_enough, position: Position::default() }
    }
}

impl<F: FnMut(&Position) -> bool + Send> Observer for StopWhen<F> {
    fn on_event(&mut self, event: &Event<'_>) {
        match event {
            Event::StepStarted { bounds } => {
                self.position = Position { bounds: (*bounds).clone(), ..Position::default() };
            }
            Event::StatesFound { .. } => self.position.has_states = true,
            Event::ClassCovered { runs, .. } => self.position.runs = *runs,
            _ => {}
        }
    }

    fn stop(&mut self) -> Option<StopCause> {
        (self.is_enough)(&self.position).then_some(StopCause::Interrupted)
    }
}

/// Collects the states that fail according to the search, and their kinds.
pub(crate) struct Failing<S> {
    pub(crate) failing: S,
    /// Each failing run with its lookalikes.
    pub(crate) runs: Vec<(Finding, S)>,
}

impl<S: Clone> Failing<S> {
    pub(crate) fn new<D: Diagram<Set = S>>(states: &States<D>) -> Self {
        Self { failing: states.space.empty(), runs: Vec::new() }
    }
}

impl<D: Diagram> ClassObserver<D> for Failing<D::Set> {
    fn after_run(&mut self, states: &States<D>, _: &State, finding: Option<&Finding>, alike: &D::Set) -> bool {
        if let Some(finding) = finding {
            self.failing = states.space.or(&self.failing, alike).expect("there is room");
            self.runs.push((finding.clone(), alike.clone()));
        }
        true
    }
}

/// Goes on for as long as a closure returns true.
pub(crate) struct Until<F>(pub(crate) F);

impl<D: Diagram, F: FnMut(&States<D>, &D::Set) -> bool> ClassObserver<D> for Until<F> {
    fn after_run(&mut self, states: &States<D>, _: &State, _: Option<&Finding>, alike: &D::Set) -> bool {
        (self.0)(states, alike)
    }
}

/// Forwards to two observers; goes on if the first one does.
pub(crate) struct Both<'a, A, B>(pub(crate) A, pub(crate) &'a mut B);

impl<D: Diagram, A: ClassObserver<D>, B: ClassObserver<D>> ClassObserver<D> for Both<'_, A, B> {
    fn after_run(&mut self, states: &States<D>, state: &State, finding: Option<&Finding>, alike: &D::Set) -> bool {
        self.1.after_run(states, state, finding, alike);
        self.0.after_run(states, state, finding, alike)
    }
}
