//! Loading: from the bytes of a module to internal code.
//!
//! `outline.rs` reads custom sections and exported functions only. `load.rs` decodes and validates the whole module into a
//! [`Module`], and `translate` turns each function into internal code.

mod attached;
mod catching;
mod code_graph;
mod constant;
mod error;
mod limits;
mod load;
mod loaded;
mod objects;
mod outline;
mod parts;
mod relocations;
mod services;
mod translate;
mod types;

pub use code_graph::CodeGraph;
pub use constant::Constant;
pub use error::LoadError;
pub use limits::Limits;
pub use loaded::Module;
pub use objects::{StaticObject, StaticObjects, StaticPointer};
pub use outline::{ExportedFunction, Outline};
pub(crate) use parts::{Action, Clause};
pub use parts::{DataSegment, ElementSegment, Export, ExportKind, Function, Global, Import, ImportKind};
pub use types::{FunctionType, GlobalImport, MemoryType, TableType, ValueType};
