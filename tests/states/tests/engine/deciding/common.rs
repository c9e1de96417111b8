//! Packages of subjects, ready to be decided.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

use glassbox_engine::catalog::{self, Subject};
use glassbox_engine::decide::{Request, decide};
use glassbox_engine::explore::Matching;
use glassbox_engine::kept::{Kept, Store};
use glassbox_engine::observer::{Observer, Unobserved};
use glassbox_engine::result::{Bounds, Outcome};
use glassbox_engine::search::{Deepened, Options, Strategy, Task, deepen};
use glassbox_space::Bdd;
use glassbox_vm::digest::Digest;
use glassbox_vm::module::Module;

/// A package with its checks and explorations.
pub(crate) struct Package {
    pub(crate) module: Arc<Module>,
    pub(crate) subjects: Vec<Subject>,
    /// The file of the module.
    pub(crate) bytes: Vec<u8>,
    /// A store that knows its code.
    pub(crate) kept: OnceLock<Kept>,
}

impl Package {
    pub(crate) fn new(name: &str) -> Self {
        let bytes = glassbox_states::module(name, None).expect("the subject builds");
        let subjects = catalog::read(&bytes).expect("it can be read");
        Self {
            module: Arc::new(Module::load(&bytes).expect("the module loads")),
            subjects,
            bytes,
            kept: OnceLock::new(),
        }
    }

    pub(crate) fn subject(&self, path: &str) -> &Subject {
        self.subjects.iter().find(|subject| subject.path == path).expect("there is one")
    }

    /// A request with these bounds and options.
    pub(crate) fn request<'a>(&'a self, subject: &'a Subject, bounds: &'a Bounds, options: &'a Options) -> Request<'a> {
        Request { module: &self.module, subject, bounds, options, matching: Matching::Exactly, build: &[] }
    }

    /// Decides with the usual options.
    pub(crate) fn decide(&self, subject: &Subject, bounds: &Bounds, observer: &mut dyn Observer) -> Outcome {
        decide(&self.request(subject, bounds, &usual()), observer).expect("it can be decided")
    }

    /// Only searches, which is no decision.
    pub(crate) fn search(&self, subject: &Subject, bounds: &Bounds, options: &Options) -> Deepened {
        let task = Task { module: &self.module, path: &subject.path, bounds, diagram: &Bdd::default };
        deepen::<Bdd>(&task, options, &mut Unobserved).expect("there are states")
    }
}

/// Entries in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries(pub(crate) Arc<Mutex<BTreeMap<Digest, Vec<u8>>>>);

impl Store for Entries {
    fn get(&self, key: &Digest) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(key).cloned()
    }

    fn put(&self, key: &Digest, entry: &[u8]) {
        self.0.lock().unwrap().insert(*key, entry.to_vec());
    }

    fn remove(&self, key: &Digest) {
        self.0.lock().unwrap().remove(key);
    }
}

pub(crate) fn usual() -> Options {
    Options::new(Strategy::Paths)
}
