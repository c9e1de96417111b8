//! The reasons for which a module cannot be loaded.

/// The module is not valid, or the machine does not support it. All unsupported features are found here, never during a run.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Not a valid module, or one that uses a proposal the machine does not support; the message names it.
    #[error("not a valid WebAssembly module for this machine (offset {:#x}): {}", .0.offset(), .0.message())]
    Invalid(#[from] wasmparser::BinaryReaderError),
    /// The file is a component, not a core module.
    #[error("this is a WebAssembly component; a core module is needed")]
    Component,
    /// The module is valid, but uses something that the machine does not support.
    #[error("not supported: {what} (offset {offset:#x})")]
    Unsupported {
        /// The unsupported feature.
        what: String,
        /// Offset in the file.
        offset: u64,
    },
    /// A function needs more slots than an instruction can name.
    #[error("function {function} is too large: it needs {slots} slots, and the limit is 65,535")]
    FunctionTooLarge {
        /// Index of the function.
        function: u32,
        /// Number of slots that it needs.
        slots: usize,
    },
    /// The module has more instructions than a branch target can address.
    #[error("the module has more than 2^32 instructions")]
    ModuleTooLarge,
}
