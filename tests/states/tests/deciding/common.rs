//! Packages of subjects, ready to be decided.

use std::sync::Arc;

use glassbox_engine::catalog::{self, Subject};
use glassbox_engine::decide::{Request, decide};
use glassbox_engine::explore::Matching;
use glassbox_engine::observer::{Observer, Unobserved};
use glassbox_engine::result::{Bounds, Outcome};
use glassbox_engine::search::{Deepened, Options, Strategy, Task, deepen};
use glassbox_space::Bdd;
use glassbox_vm::module::Module;

/// A package with its checks and explorations.
pub(crate) struct Package {
    pub(crate) module: Arc<Module>,
    pub(crate) subjects: Vec<Subject>,
}

impl Package {
    pub(crate) fn new(name: &str) -> Self {
        let bytes = glassbox_states::module(name, None).expect("the subject builds");
        let subjects = catalog::read(&bytes).expect("it can be read");
        Self { module: Arc::new(Module::load(&bytes).expect("the module loads")), subjects }
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

pub(crate) fn usual() -> Options {
    Options::new(Strategy::Paths)
}
