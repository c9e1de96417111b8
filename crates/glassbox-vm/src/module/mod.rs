//! Loading: from the bytes of a module to what the machine works with.
//!
//! `outline.rs` reads what can be known without running; `load.rs` decodes and validates everything and has
//! each function translated by `translate.rs` into internal code.

mod constant;
mod error;
mod load;
mod loaded;
mod outline;
mod parts;
mod translate;
mod types;

pub use constant::Constant;
pub use error::LoadError;
pub use loaded::Module;
pub use outline::{ExportedFunction, Outline};
pub use parts::{DataSegment, ElementSegment, Export, ExportKind, Function, Global, Import, ImportKind};
pub use types::{FunctionType, GlobalImport, MemoryType, TableType, ValueType};
