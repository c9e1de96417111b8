//! The traits that every engine implements, so that any two can be compared.

use super::interface::Interface;
use super::value::{End, Value};
use crate::module_limits::Avoid;

/// A running instance. Numbers are indices into the lists of the interface.
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

/// An engine that the machine is compared with.
pub trait Oracle: Engine + Sized {
    /// Features that modules must avoid to be comparable.
    const AVOID: Avoid;

    /// Loads and instantiates a module. The error is the reason why the engine rejects it.
    fn start(bytes: &[u8]) -> Result<Started<Self>, String>;
}

/// An accepted module.
#[derive(Debug)]
pub struct Started<E> {
    /// Its exports.
    pub interface: Interface,
    /// The instance, or the trap of its instantiation.
    pub instance: Result<E, End>,
}
