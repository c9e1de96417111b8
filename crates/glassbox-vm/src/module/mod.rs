//! Loading: from the bytes of a module to what the machine works with.

mod outline;

pub use outline::{ExportedFunction, LoadError, Outline, ValueType};
