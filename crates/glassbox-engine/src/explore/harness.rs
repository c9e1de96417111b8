//! The functions of an exploration.

use std::sync::Arc;

use glassbox_abi::names::{EXPLORE_EXPORT_PREFIX, SEED, SHOW_SUBJECT};
use glassbox_vm::module::Module;

use super::disturbances::Disturbing;
use crate::catalog::Subject;
use crate::result::{HarnessError, Role};

/// Name of the drop that ends every history; no function can have it.
const DROP: &str = "~";

/// Name of the move of a subject in a history text.
const MOVE: &str = ">";

/// Name of forgetting a key in a history text.
const FORGET: &str = "!";

/// A function and its export.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: Arc<str>,
    pub(crate) index: u32,
    pub(crate) role: Role,
}

/// A function and the choices of its run.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) function: Function,
    pub(crate) script: Vec<u32>,
}

/// All functions, by role.
#[derive(Debug)]
pub(super) struct Harness {
    pub(super) constructors: Vec<Function>,
    pub(super) operations: Vec<Function>,
    pub(super) consumers: Vec<Function>,
    pub(super) laws: Vec<Function>,
    /// The drop that ends every history.
    pub(super) drop: Function,
    /// Moves the subject to another block. It is no function of the module.
    pub(super) moved: Function,
    /// Whether the subject is never moved.
    pub(super) is_pinned: bool,
    /// What is asked after something has gone wrong.
    pub(super) disturbing: Disturbing,
    /// Forgets a key. It is no function of the module.
    pub(super) forget: Function,
    /// Chooses the seed of std's hashers.
    pub(super) seed: Option<u32>,
    /// Shows the subject, if it can be shown.
    pub(super) show: Option<Function>,
}

impl Harness {
    pub(super) fn new(module: &Module, exploration: &Subject) -> Result<Self, HarnessError> {
        let find = |name: &str| {
            let export = format!("{EXPLORE_EXPORT_PREFIX}{}::{name}", exploration.path);
            module.exported_function(&export).ok_or(HarnessError::NoFunction(export))
        };
        let of = |role: Role| {
            let described = exploration.functions().iter().filter(|described| described.role == role);
            let functions = described.map(|described| {
                Ok(Function { name: described.name.as_str().into(), index: find(&described.name)?, role })
            });
            functions.collect::<Result<Vec<Function>, HarnessError>>()
        };
        let show = find(SHOW_SUBJECT).ok();
        let show = show.map(|index| Function { name: SHOW_SUBJECT.into(), index, role: Role::Law });
        Ok(Self {
            is_pinned: exploration.is_pinned(),
            disturbing: if exploration.is_panic_safe() { Disturbing::PanicSafe } else { Disturbing::On },
            seed: find(SEED).ok(),
            show,
            constructors: of(Role::Constructor)?,
            operations: of(Role::Operation)?,
            consumers: of(Role::Consumer)?,
            laws: of(Role::Law)?,
            forget: Function { name: "forget".into(), index: u32::MAX - 1, role: Role::Forget },
            moved: Function { name: "move".into(), index: u32::MAX, role: Role::Move },
            drop: Function { name: "drop".into(), index: find("")?, role: Role::Drop },
        })
    }

    /// The function that a history text names, if any. [`DROP`] names the drop at the end, [`MOVE`] a move, and
    /// [`FORGET`] a key that is forgotten.
    pub(super) fn function(&self, name: &str) -> Option<&Function> {
        let mut all = self.constructors.iter().chain(self.on_states()).chain(&self.laws);
        match name {
            DROP => Some(&self.drop),
            MOVE => Some(&self.moved),
            FORGET => Some(&self.forget),
            name => all.find(|function| &*function.name == name),
        }
    }

    /// The name of a function in a history text.
    pub(super) fn name_of<'a>(&self, function: &'a Function) -> &'a str {
        match function.index {
            index if index == self.drop.index => DROP,
            index if index == self.moved.index => MOVE,
            index if index == self.forget.index => FORGET,
            _ => &function.name,
        }
    }

    /// All functions of the module, except those for pictures and seeds.
    pub(super) fn all(&self) -> impl Iterator<Item = &Function> {
        self.constructors.iter().chain(self.on_states()).chain(&self.laws).chain([&self.drop])
    }

    /// The functions that are run on every state.
    pub(super) fn on_states(&self) -> impl Iterator<Item = &Function> {
        self.operations.iter().chain(&self.consumers)
    }
}
