//! A first look at a function: its constants, each of which gets a slot, and whether it moves the stack.

use std::collections::BTreeSet;

use wasmparser::{FunctionBody, Operator};

use crate::module::error::LoadError;
use crate::module::loaded::Module;

/// A constant: the slot contents, and the number of the static whose address it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ConstantKey {
    pub(super) value: u64,
    pub(super) object: Option<u32>,
}

/// Facts about a function that its translation needs before the first operator.
pub(super) struct Survey {
    /// The distinct constants, in order of value.
    pub(super) constants: Vec<ConstantKey>,
    /// Whether the function writes to the stack pointer.
    pub(super) moves_stack: bool,
}

/// Reads all operators of a function.
pub(super) fn survey(module: &Module, body: &FunctionBody<'_>) -> Result<Survey, LoadError> {
    let mut constants = BTreeSet::new();
    let mut moves_stack = false;
    let mut reader = body.get_operators_reader()?;
    while !reader.eof() {
        let (operator, offset) = reader.read_with_offset()?;
        let offset = u32::try_from(offset).map_err(|_| LoadError::ModuleTooLarge)?;
        constants.extend(constant(module, &operator, offset));
        let moved = if let Operator::GlobalSet { global_index } = operator { Some(global_index) } else { None };
        moves_stack |= moved.is_some() && moved == module.stack_pointer;
    }
    Ok(Survey { constants: constants.into_iter().collect(), moves_stack })
}

/// The constant that an operator stands for, if it is one. `offset` is where it is in the file.
pub(super) fn constant(module: &Module, operator: &Operator<'_>, offset: u32) -> Option<ConstantKey> {
    let value = match *operator {
        Operator::I32Const { value } => {
            // The number is after the opcode, which is one byte.
            return Some(ConstantKey { value: u64::from(value as u32), object: module.relocated(offset + 1) });
        }
        Operator::I64Const { value } => value as u64,
        Operator::F32Const { value } => u64::from(value.bits()),
        Operator::F64Const { value } => value.bits(),
        Operator::RefNull { .. } => 0,
        _ => return None,
    };
    Some(ConstantKey { value, object: None })
}
