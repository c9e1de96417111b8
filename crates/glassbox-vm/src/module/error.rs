//! Why a module could not be loaded.

/// A module that is not valid, or that the machine does not support. Never a guess at run time.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Not a valid module, or one that uses a proposal the machine does not support; the message names it.
    #[error("not a valid WebAssembly module for this machine (offset {:#x}): {}", .0.offset(), .0.message())]
    Invalid(#[from] wasmparser::BinaryReaderError),
    /// A component, not a core module.
    #[error("this is a WebAssembly component; a core module is needed")]
    Component,
    /// Valid, but not supported.
    #[error("not supported: {what} (offset {offset:#x})")]
    Unsupported {
        /// What it is.
        what: String,
        /// Where, in the file.
        offset: u64,
    },
    /// A function needs more slots than an instruction can name.
    #[error("function {function} is too large: it needs {slots} slots, and there are 65,535")]
    FunctionTooLarge {
        /// Index of the function.
        function: u32,
        /// Slots that it needs.
        slots: usize,
    },
    /// The module's code is larger than branch targets can say.
    #[error("the module has more than four thousand million instructions")]
    ModuleTooLarge,
}
