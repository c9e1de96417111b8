//! The constants of a function, each of which gets a slot.

use std::collections::BTreeSet;

use wasmparser::{FunctionBody, Operator};

use crate::module::error::LoadError;

/// The distinct constants of a function, in order of value.
pub(super) fn collect_constants(body: &FunctionBody<'_>) -> Result<Vec<u64>, LoadError> {
    let mut constants = BTreeSet::new();
    let mut reader = body.get_operators_reader()?;
    while !reader.eof() {
        constants.extend(constant(&reader.read()?));
    }
    Ok(constants.into_iter().collect())
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
