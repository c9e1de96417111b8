//! Loading: from the bytes of a module to what the machine works with.
//!
//! `outline.rs` reads what can be known without running; `load.rs` decodes and validates everything and has
//! each function translated by `translate.rs` into internal code.

mod constant;
mod error;
mod load;
mod outline;
mod translate;

pub use constant::Constant;
pub use error::LoadError;
pub use load::{
    DataSegment, ElementSegment, Export, ExportKind, Function, FunctionType, Global, GlobalImport, Import, ImportKind,
    MemoryType, Module, TableType,
};
pub use outline::{ExportedFunction, Outline, ValueType};
