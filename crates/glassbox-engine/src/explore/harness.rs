//! The functions of an exploration.

use glassbox_abi::names::{EXPLORE_EXPORT_PREFIX, SEED, SHOW_SUBJECT};
use glassbox_vm::exec::InstantiateError;
use glassbox_vm::module::Module;

use super::outcome::Role;
use crate::catalog::Check;

/// Why an exploration cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum HarnessError {
    /// The module lacks a function.
    #[error("the module has no function `{0}`")]
    NoFunction(String),
    /// The module cannot be instantiated.
    #[error(transparent)]
    Instantiate(#[from] InstantiateError),
}

/// A function and its export.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) index: u32,
    pub(crate) role: Role,
}

/// All functions, by what they do with the subject.
#[derive(Debug)]
pub(super) struct Harness {
    pub(super) constructors: Vec<Function>,
    pub(super) operations: Vec<Function>,
    pub(super) consumers: Vec<Function>,
    pub(super) laws: Vec<Function>,
    /// The end of every history.
    pub(super) drop: Function,
    /// Chooses the seed of std's hashers.
    pub(super) seed: Option<u32>,
    /// Shows the subject, if there is something to show.
    pub(super) show: Option<Function>,
}

impl Harness {
    pub(super) fn new(module: &Module, exploration: &Check) -> Result<Self, HarnessError> {
        let find = |name: &str| {
            let export = format!("{EXPLORE_EXPORT_PREFIX}{}::{name}", exploration.path);
            module.exported_function(&export).ok_or(HarnessError::NoFunction(export))
        };
        let of = |role: Role, text: &str| {
            let described = exploration.args.iter().filter(|described| described.ty == text);
            let functions = described
                .map(|described| Ok(Function { name: described.name.clone(), index: find(&described.name)?, role }));
            functions.collect::<Result<Vec<Function>, HarnessError>>()
        };
        let show = find(SHOW_SUBJECT).ok();
        let show = show.map(|index| Function { name: SHOW_SUBJECT.to_owned(), index, role: Role::Looks });
        Ok(Self {
            seed: find(SEED).ok(),
            show,
            constructors: of(Role::Makes, "constructor")?,
            operations: of(Role::Changes, "operation")?,
            consumers: of(Role::Takes, "consumer")?,
            laws: of(Role::Looks, "law")?,
            drop: Function { name: "drop".to_owned(), index: find("")?, role: Role::Takes },
        })
    }

    /// What is tried on every state.
    pub(super) fn on_states(&self) -> impl Iterator<Item = &Function> {
        self.operations.iter().chain(&self.consumers)
    }
}
