//! The parts of a module: functions, imports, exports, globals and segments.

use std::ops::Range;

use super::constant::Constant;
use super::types::{FunctionType, GlobalImport, MemoryType, TableType, ValueType};
use crate::isa::Slot;

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Index of its first instruction.
    pub(crate) start: u32,
    /// Index after its last instruction.
    pub(crate) end: u32,
    pub(crate) n_params: u16,
    /// Locals without the parameters.
    pub(crate) n_locals: u16,
    /// Number of slots of a frame: parameters, locals, constants, stack.
    pub(crate) n_slots: u16,
    /// Range of its constants among those of the module.
    pub(crate) constants: Range<u32>,
    /// Range of those that are addresses of statics.
    pub(crate) statics: Range<u32>,
    /// Range of its handlers among those of the module.
    pub(crate) handlers: Range<u32>,
}

/// A block that catches exceptions which are thrown inside it.
#[derive(Clone, Debug)]
pub(crate) struct Handler {
    /// Its instructions.
    pub(crate) code: Range<u32>,
    /// The number of blocks around it.
    pub(crate) level: u32,
    pub(crate) action: Action,
}

/// What becomes of an exception that is thrown inside a block.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// The first clause that fits catches it.
    Catch(Vec<Clause>),
    /// It is as if it were thrown in the block with so many blocks around it.
    Delegate { level: u32 },
}

/// A clause that catches exceptions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clause {
    /// The number of their tag; none if it catches all.
    pub(crate) tag: Option<u32>,
    /// Index of the instruction where the run goes on.
    pub(crate) target: u32,
    /// The slot of the first value that the exception carries.
    pub(crate) values: Slot,
    /// The slot of a reference to it, if there is one.
    pub(crate) reference: Option<Slot>,
}

/// A constant of a function that is the address of a static.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StaticConstant {
    /// Its slot in the frame.
    pub(crate) slot: u16,
    /// The address.
    pub(crate) value: u32,
    /// Number of the object.
    pub(crate) object: u32,
}

/// An import.
#[derive(Clone, Debug)]
pub struct Import {
    /// First part of the name: the module.
    pub module: String,
    /// Second part of the name: the field.
    pub name: String,
    /// Kind and type of the import.
    pub kind: ImportKind,
}

impl Import {
    /// Whether it is a function with these numbers of i32 parameters and results. A module may declare an import with any
    /// type, and a host function relies on its own type.
    pub fn is_i32_function(&self, params: usize, results: usize) -> bool {
        let ImportKind::Function(ty) = &self.kind else { return false };
        let all_i32 = ty.params.iter().chain(&ty.results).all(|ty| *ty == ValueType::I32);
        all_i32 && (ty.params.len(), ty.results.len()) == (params, results)
    }
}

/// Kind and type of an import.
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
    /// A tag of exceptions that carry these parameters; instances get one of their own.
    Tag(FunctionType),
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
    /// Kind of the export.
    pub kind: ExportKind,
    /// Index among the functions, tables, memories, globals or tags.
    pub index: u32,
}

/// Kind of an export.
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
    /// A tag of exceptions.
    Tag,
}

/// An element segment: a list of references.
#[derive(Clone, Debug)]
pub struct ElementSegment {
    /// Table and offset to which instantiation copies it, if it is active.
    pub active: Option<(u32, Constant)>,
    /// Whether it is only declared and never copied.
    pub declared: bool,
    /// The references.
    pub items: Vec<Constant>,
}

/// A data segment: initial contents of memory.
#[derive(Clone, Debug)]
pub struct DataSegment {
    /// Offset to which instantiation copies it, if it is active.
    pub active: Option<Constant>,
    /// The bytes.
    pub bytes: Vec<u8>,
}
