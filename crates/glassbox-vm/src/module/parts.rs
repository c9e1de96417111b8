//! The parts of a module: functions, imports, exports, globals and segments.

use std::ops::Range;

use super::constant::Constant;
use super::types::{FunctionType, GlobalImport, MemoryType, TableType, ValueType};

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// First instruction.
    pub(crate) start: u32,
    /// One past the last instruction.
    pub(crate) end: u32,
    pub(crate) n_params: u16,
    /// Locals without the parameters.
    pub(crate) n_locals: u16,
    /// Slots of a frame: parameters, locals, constants, stack.
    pub(crate) n_slots: u16,
    /// Its constants among the module's.
    pub(crate) constants: Range<u32>,
}

/// An import.
#[derive(Clone, Debug)]
pub struct Import {
    /// Module part of the name.
    pub module: String,
    /// Field part of the name.
    pub name: String,
    /// What is imported.
    pub kind: ImportKind,
}

impl Import {
    /// Whether it is a function of so many i32 parameters and results. A module may declare an import with any
    /// type; a host function relies on its own.
    pub fn is_i32_function(&self, params: usize, results: usize) -> bool {
        let ImportKind::Function(ty) = &self.kind else { return false };
        let all_i32 = ty.params.iter().chain(&ty.results).all(|ty| *ty == ValueType::I32);
        all_i32 && (ty.params.len(), ty.results.len()) == (params, results)
    }
}

/// What is imported.
#[derive(Clone, Debug)]
pub enum ImportKind {
    /// A function of this type.
    Function(FunctionType),
    /// A table; instances get one of their own.
    Table(TableType),
    /// A memory; instances get one of their own.
    Memory(MemoryType),
    /// A global.
    Global(GlobalImport),
}

/// A global, imported ones first.
#[derive(Clone, Copy, Debug)]
pub struct Global {
    /// Its type.
    pub ty: ValueType,
    /// Its initial value; none if it is imported.
    pub init: Option<Constant>,
}

/// An export.
#[derive(Clone, Debug)]
pub struct Export {
    /// Its name.
    pub name: String,
    /// What is exported.
    pub kind: ExportKind,
    /// Which one.
    pub index: u32,
}

/// What is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    /// A function.
    Function,
    /// A table.
    Table,
    /// The memory.
    Memory,
    /// A global.
    Global,
}

/// A list of references.
#[derive(Clone, Debug)]
pub struct ElementSegment {
    /// Table and offset, if it is copied there at the start.
    pub active: Option<(u32, Constant)>,
    /// Declared only, never copied.
    pub declared: bool,
    /// The references.
    pub items: Vec<Constant>,
}

/// A piece of memory.
#[derive(Clone, Debug)]
pub struct DataSegment {
    /// Offset, if it is copied there at the start.
    pub active: Option<Constant>,
    /// The bytes.
    pub bytes: Vec<u8>,
}
