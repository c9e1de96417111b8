//! Constant expressions: initial values of globals, offsets of segments, elements of tables.

use wasmparser::{ConstExpr, Operator};

use super::error::LoadError;

/// A constant expression, reduced to one of the forms that the machine supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// A value, as a slot.
    Value(u64),
    /// The value of a global.
    Global(u32),
    /// A reference to a function.
    Function(u32),
}

impl Constant {
    pub(super) fn read(expr: &ConstExpr<'_>) -> Result<Self, LoadError> {
        let mut reader = expr.get_operators_reader();
        let offset = reader.original_position();
        let constant = match reader.read()? {
            Operator::I32Const { value } => Self::Value(u64::from(value as u32)),
            Operator::I64Const { value } => Self::Value(value as u64),
            Operator::F32Const { value } => Self::Value(u64::from(value.bits())),
            Operator::F64Const { value } => Self::Value(value.bits()),
            Operator::RefNull { .. } => Self::Value(0),
            Operator::RefFunc { function_index } => Self::Function(function_index),
            Operator::GlobalGet { global_index } => Self::Global(global_index),
            other => {
                return Err(LoadError::Unsupported { what: format!("{other:?} in a constant expression"), offset });
            }
        };
        match reader.read()? {
            Operator::End => Ok(constant),
            other => Err(LoadError::Unsupported { what: format!("{other:?} in a constant expression"), offset }),
        }
    }
}
