//! Values and traps, as all engines report them.

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

/// A value, bit by bit.
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
    /// Null, or the index of the function among the interface's functions; [`Value::HIDDEN`] for functions that are not
    /// exported.
    Func(Option<u32>),
    /// Null, or a number from the host.
    Extern(Option<u32>),
    /// Bits that are no value of the type. No oracle returns it, so it never compares equal.
    Broken(u64),
}

impl Value {
    /// Index of a function that is not exported.
    pub const HIDDEN: u32 = u32::MAX;
}

/// Result of a call whose function does not return.
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
    NullException,
    UncaughtException,
    /// Engines have stacks of different sizes: nothing is compared after this.
    StackExhausted,
    /// The machine's sanitizer reports an error. No oracle returns this.
    MemoryError(String),
    /// Anything unexpected; compares like the others.
    Other(String),
}
