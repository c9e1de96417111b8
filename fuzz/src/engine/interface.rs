//! The exports of a module.

use super::value::Type;

/// The exports of a module, as an oracle reads them.
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
