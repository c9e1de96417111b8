//! WebAssembly engines behind one interface, so that any two can be compared.
//!
//! An [`Oracle`] reads a module and lists its exports as an [`Interface`]; every [`Engine`] is then called in terms of
//! that interface and answers with [`Value`]s and [`End`]s.

mod glassbox;
mod interface;
mod oracle;
mod value;
mod wasmi;
#[cfg(feature = "wasmtime")]
mod wasmtime;

pub use glassbox::Glassbox;
pub use interface::{FunctionExport, Interface};
pub use oracle::{Engine, Oracle, Started};
pub use value::{End, Type, Value};
pub use wasmi::Wasmi;
#[cfg(feature = "wasmtime")]
pub use wasmtime::Wasmtime;
