//! A first look at a function: its constants, each of which gets a slot, and whether it moves the stack.

use std::collections::BTreeSet;

use wasmparser::{FunctionBody, Operator};

use crate::module::error::LoadError;

/// Facts about a function that its translation needs before the first operator.
pub(super) struct Survey {
    /// The distinct constants, in order of value.
    pub(super) constants: Vec<u64>,
    /// Whether the function writes to the stack pointer.
    pub(super) moves_stack: bool,
}

/// Reads all operators of a function; `stack_pointer` is the global that holds the stack pointer.
pub(super) fn survey(body: &FunctionBody<'_>, stack_pointer: Option<u32>) -> Result<Survey, LoadError> {
    let mut constants = BTreeSet::new();
    let mut moves_stack = false;
    let mut reader = body.get_operators_reader()?;
    while !reader.eof() {
        let operator = reader.read()?;
        constants.extend(constant(&operator));
        moves_stack |= matches!(operator, Operator::GlobalSet { global_index } if Some(global_index) == stack_pointer);
    }
    Ok(Survey { constants: constants.into_iter().collect(), moves_stack })
}

/// The slot contents that an operator stands for, if it is a constant.
pub(super) fn constant(operator: &Operator<'_>) -> Option<u64> {
    match *operator {
        Operator::I32Const { value } => Some(u64::from(value as u32)),
        Operator::I64Const { value } => Some(value as u64),
        Operator::F32Const { value } => Some(u64::from(value.bits())),
        Operator::F64Const { value } => Some(value.bits()),
        Operator::RefNull { .. } => Some(0),
        _ => None,
    }
}
