//! Types: of values, functions, tables, memories and globals.

use wasmparser::{AbstractHeapType, HeapType, ValType};

/// The type of exceptions. A reference that cannot be null is held like one that can.
const EXN: HeapType = HeapType::Abstract { shared: false, ty: AbstractHeapType::Exn };

/// Type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValueType {
    /// 32-bit integer; on wasm32 also an address.
    I32,
    /// 64-bit integer.
    I64,
    /// 32-bit float.
    F32,
    /// 64-bit float.
    F64,
    /// 128-bit vector.
    V128,
    /// A reference to a function.
    FuncRef,
    /// A reference to an object of the host.
    ExternRef,
    /// A reference to an exception that was caught.
    ExnRef,
    /// A reference of a proposal that the machine does not support.
    Reference,
}

/// Type of a function: parameters and results.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionType {
    /// Types of the parameters.
    pub params: Vec<ValueType>,
    /// Types of the results.
    pub results: Vec<ValueType>,
}

/// Type of an imported global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlobalImport {
    /// Its type.
    pub ty: ValueType,
    /// Whether the module may change it.
    pub mutable: bool,
}

/// Limits of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableType {
    /// Initial number of elements.
    pub min: u32,
    /// Maximum number of elements.
    pub max: Option<u32>,
    /// Whether its elements are exceptions.
    pub(crate) holds_exceptions: bool,
}

/// Limits of a memory, in pages of 64 KiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryType {
    /// Initial number of pages.
    pub min: u32,
    /// Maximum number of pages.
    pub max: Option<u32>,
}

pub(super) fn value_type(ty: ValType) -> ValueType {
    match ty {
        ValType::I32 => ValueType::I32,
        ValType::I64 => ValueType::I64,
        ValType::F32 => ValueType::F32,
        ValType::F64 => ValueType::F64,
        ValType::V128 => ValueType::V128,
        // Different types, even if a slot holds the same for both: an indirect call must tell them apart.
        ValType::FUNCREF => ValueType::FuncRef,
        ValType::EXTERNREF => ValueType::ExternRef,
        ValType::Ref(ty) if ty.heap_type() == EXN => ValueType::ExnRef,
        ValType::Ref(_) => ValueType::Reference,
    }
}

pub(super) fn table_type(ty: &wasmparser::TableType) -> TableType {
    // Without the 64-bit proposal, limits are 32-bit numbers.
    let clamp = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    let holds_exceptions = ty.element_type.heap_type() == EXN;
    TableType { min: clamp(ty.initial), max: ty.maximum.map(clamp), holds_exceptions }
}

pub(super) fn memory_type(ty: &wasmparser::MemoryType) -> MemoryType {
    let clamp = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    MemoryType { min: clamp(ty.initial), max: ty.maximum.map(clamp) }
}
