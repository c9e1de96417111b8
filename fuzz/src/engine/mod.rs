//! Engines behind one face, so that any two can be compared.
//!
//! An [`Oracle`] reads a module and says what it exports ([`Interface`]); every [`Engine`] is then asked in
//! terms of that interface. [`Value`] and [`End`] are the common language for what comes back.

mod glassbox;
mod wasmi;
#[cfg(feature = "wasmtime")]
mod wasmtime;

pub use glassbox::Glassbox;
pub use wasmi::Wasmi;
#[cfg(feature = "wasmtime")]
pub use wasmtime::Wasmtime;

use crate::generate::Avoid;

/// Limits that all engines must at least offer. Modules declare maxima below them, so that growth succeeds
/// and fails in all engines alike.
pub const MAX_PAGES: u32 = 16;
/// Most elements of a table. See [`MAX_PAGES`].
pub const MAX_ELEMENTS: u32 = 1000;

/// A type of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named as in WebAssembly")]
pub enum Type {
    I32,
    I64,
    F32,
    F64,
    Func,
    Extern,
}

/// A value, to the bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An i32.
    I32(u32),
    /// An i64.
    I64(u64),
    /// The bits of an f32.
    F32(u32),
    /// The bits of an f64.
    F64(u64),
    /// Null, or the position of the function among the interface's functions. A function that is not exported
    /// has no position; [`Value::HIDDEN`] stands for all of those.
    Func(Option<u32>),
    /// Null, or what the host put into it.
    Extern(Option<u32>),
    /// Bits that are no value of the type. No oracle gives it, so it never compares equal.
    Broken(u64),
}

impl Value {
    /// Position of a function that is not exported.
    pub const HIDDEN: u32 = u32::MAX;
}

/// How a call ends if its function does not return.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named after the specification's messages")]
pub enum End {
    Unreachable,
    MemoryOutOfBounds,
    TableOutOfBounds,
    UninitializedElement,
    IndirectCallType,
    DivisionByZero,
    IntegerOverflow,
    InvalidConversion,
    /// Engines may disagree on how much stack there is: nothing is compared after this.
    StackExhausted,
    /// The machine's sanitizer objects. No oracle ends like this.
    MemoryError(String),
    /// Anything that should not happen; compares like the others.
    Other(String),
}

/// What a module exports, as an oracle sees it.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    /// The functions.
    pub functions: Vec<FunctionExport>,
    /// Names and types of globals.
    pub globals: Vec<(String, Type)>,
    /// Names of memories.
    pub memories: Vec<String>,
    /// Names and element types of tables.
    pub tables: Vec<(String, Type)>,
}

/// An exported function.
#[derive(Clone, Debug)]
pub struct FunctionExport {
    /// Its name.
    pub name: String,
    /// Types of its parameters.
    pub params: Vec<Type>,
    /// Types of its results.
    pub results: Vec<Type>,
}

/// A running instance. Numbers are positions in the interface's lists.
pub trait Engine {
    /// Calls a function.
    fn call(&mut self, function: usize, args: &[Value]) -> Result<Vec<Value>, End>;
    /// The value of a global.
    fn global(&mut self, global: usize) -> Value;
    /// The bytes of a memory.
    fn memory(&self, memory: usize) -> &[u8];
    /// The elements of a table.
    fn table(&mut self, table: usize) -> Vec<Value>;
}

/// An engine that others are compared with.
pub trait Oracle: Engine + Sized {
    /// What modules must avoid to be comparable.
    const AVOID: Avoid;

    /// Loads and instantiates a module. An error says why the module is not accepted at all.
    fn start(bytes: &[u8]) -> Result<Started<Self>, String>;
}

/// A module that was accepted.
#[derive(Debug)]
pub struct Started<E> {
    /// What it exports.
    pub interface: Interface,
    /// The instance, or how its instantiation ended.
    pub instance: Result<E, End>,
}
