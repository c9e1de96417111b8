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
