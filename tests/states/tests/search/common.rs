//! Subjects, ready to be searched.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use glassbox_engine::catalog;
use glassbox_engine::finding::FindingKind;
use glassbox_engine::search::Observer;
use glassbox_engine::states::{States, states};
use glassbox_space::{Bdd, Diagram, State};
use glassbox_vm::module::Module;

pub(crate) type Bounds<'a> = &'a [(&'a str, u32)];

/// Every subject, with bounds at which a search takes a moment even without optimisation.
pub(crate) const CASES: &[(&str, Bounds<'static>)] = &[
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

/// Built and loaded once.
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

pub(crate) fn bounds(bounds: Bounds<'_>) -> BTreeMap<String, u32> {
    bounds.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

pub(crate) fn diagram() -> Bdd {
    Bdd::with_capacity(1 << 20, 1 << 16)
}

pub(crate) fn found(package: &str, path: &str, of: Bounds<'_>) -> States<Bdd> {
    states(&module(package), path, &bounds(of), diagram()).expect("there are states")
}

/// Collects the states that the search says fail, and their kinds.
pub(crate) struct Failing<S> {
    pub(crate) failing: S,
    /// Each failing run with its lookalikes.
    pub(crate) runs: Vec<(FindingKind, S)>,
}

impl<S: Clone> Failing<S> {
    pub(crate) fn new<D: Diagram<Set = S>>(states: &States<D>) -> Self {
        Self { failing: states.space.empty(), runs: Vec::new() }
    }
}

impl<D: Diagram> Observer<D> for Failing<D::Set> {
    fn after_run(&mut self, states: &States<D>, _: &State, finding: Option<&FindingKind>, alike: &D::Set) -> bool {
        if let Some(finding) = finding {
            self.failing = states.space.or(&self.failing, alike).expect("there is room");
            self.runs.push((finding.clone(), alike.clone()));
        }
        true
    }
}

/// Goes on for as long as a closure says.
pub(crate) struct Until<F>(pub(crate) F);

impl<D: Diagram, F: FnMut(&States<D>, &D::Set) -> bool> Observer<D> for Until<F> {
    fn after_run(&mut self, states: &States<D>, _: &State, _: Option<&FindingKind>, alike: &D::Set) -> bool {
        (self.0)(states, alike)
    }
}

/// Tells two observers; goes on if the first one wants to.
pub(crate) struct Both<'a, A, B>(pub(crate) A, pub(crate) &'a mut B);

impl<D: Diagram, A: Observer<D>, B: Observer<D>> Observer<D> for Both<'_, A, B> {
    fn after_run(&mut self, states: &States<D>, state: &State, finding: Option<&FindingKind>, alike: &D::Set) -> bool {
        self.1.after_run(states, state, finding, alike);
        self.0.after_run(states, state, finding, alike)
    }
}
