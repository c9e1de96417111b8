//! The traits that every engine implements, so that any two can be compared.

use super::interface::Interface;
use super::value::{End, Value};
use crate::module_limits::Avoid;

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
