//! Traps: the ways in which an instruction can fail.

use std::fmt;

/// A trap of WebAssembly, or a limit of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trap {
    /// `unreachable` was executed.
    Unreachable,
    /// An access outside linear memory.
    MemoryOutOfBounds,
    /// An access outside a table.
    TableOutOfBounds,
    /// An indirect call through an element outside its table.
    UndefinedElement,
    /// An indirect call through an empty element.
    UninitializedElement,
    /// An indirect call to a function of another type.
    IndirectCallType,
    /// Integer division by zero.
    DivisionByZero,
    /// Integer division or conversion whose result does not fit.
    IntegerOverflow,
    /// Conversion of a NaN to an integer.
    InvalidConversion,
    /// An exception was thrown again that there is none of.
    NullException,
    /// An exception that nobody has caught.
    UncaughtException,
    /// Too many nested calls, or frames too large.
    StackExhausted,
    /// The run took more steps than allowed.
    FuelExhausted,
    /// The run came back to a state that it was in before, so it never ends.
    EndlessLoop,
    /// The guest needs more memory than the limit allows.
    MemoryExhausted,
    /// The guest has given up because an allocation has failed.
    AllocationFailed,
}

impl Trap {
    /// Whether the machine has met a limit, so that the trap says nothing about the guest.
    pub fn is_limit(self) -> bool {
        matches!(self, Self::StackExhausted | Self::FuelExhausted | Self::MemoryExhausted | Self::AllocationFailed)
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreachable => "unreachable executed",
            Self::MemoryOutOfBounds => "out of bounds memory access",
            Self::TableOutOfBounds => "out of bounds table access",
            Self::UndefinedElement => "undefined element",
            Self::UninitializedElement => "uninitialized element",
            Self::IndirectCallType => "indirect call type mismatch",
            Self::DivisionByZero => "integer divide by zero",
            Self::IntegerOverflow => "integer overflow",
            Self::InvalidConversion => "invalid conversion to integer",
            Self::NullException => "null exception reference",
            Self::UncaughtException => "uncaught exception",
            Self::StackExhausted => "call stack exhausted",
            Self::FuelExhausted => "the run does not end within the limit of steps",
            Self::EndlessLoop => "endless loop",
            Self::MemoryExhausted => "the run needs more memory than the limit",
            Self::AllocationFailed => "an allocation has failed",
        })
    }
}

impl std::error::Error for Trap {}
