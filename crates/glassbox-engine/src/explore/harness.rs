//! The functions of an exploration.

use glassbox_abi::names::EXPLORE_EXPORT_PREFIX;
use glassbox_vm::exec::InstantiateError;
use glassbox_vm::module::Module;

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
pub(super) struct Function {
    pub(super) name: String,
    pub(super) index: u32,
}

/// All functions, by what they do with the subject.
#[derive(Debug, Default)]
pub(super) struct Harness {
    pub(super) constructors: Vec<Function>,
    pub(super) operations: Vec<Function>,
    pub(super) consumers: Vec<Function>,
    pub(super) laws: Vec<Function>,
    pub(super) drop: u32,
}

impl Harness {
    pub(super) fn new(module: &Module, exploration: &Check) -> Result<Self, HarnessError> {
        let find = |name: &str| {
            let export = format!("{EXPLORE_EXPORT_PREFIX}{}::{name}", exploration.path);
            module.exported_function(&export).ok_or(HarnessError::NoFunction(export))
        };
        let mut harness = Self { drop: find("")?, ..Self::default() };
        for described in &exploration.args {
            let function = Function { name: described.name.clone(), index: find(&described.name)? };
            match described.ty.as_str() {
                "constructor" => harness.constructors.push(function),
                "operation" => harness.operations.push(function),
                "consumer" => harness.consumers.push(function),
                _ => harness.laws.push(function),
            }
        }
        Ok(harness)
    }
}
