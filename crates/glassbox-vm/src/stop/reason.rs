//! The reason for which a run ends before its function returns.

use std::fmt;

use super::memory_error::MemoryError;
use super::refusal::Refusal;
use crate::isa::Trap;
use crate::memory::GuestAddr;

/// The reason for which a run was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A trap of WebAssembly, or a limit of the machine.
    Trap(Trap),
    /// The guest panicked.
    Panic(Box<Panic>),
    /// The guest misused memory.
    Memory(Box<MemoryError>),
    /// A host function refused to answer.
    Refused(Refusal),
    /// `glassbox::assume` got a false condition: the operation is not possible in this state. This is no finding; the run
    /// just does not count.
    AssumptionFailed,
    /// The guest is about to write to memory that the host watches, or makes the decision that the host waits for. This is no finding; the
    /// host wants to look.
    Breakpoint {
        /// The first byte of the write; 0 at a decision.
        address: GuestAddr,
    },
}

/// A panic of the guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The message.
    pub message: String,
    /// Source file, as the guest names it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// A stop, with the calls in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The reason.
    pub stop: Stop,
    /// Offsets in the module's file of the instructions being executed, the innermost call first.
    pub trace: Vec<u32>,
}

impl From<Trap> for Stop {
    fn from(trap: Trap) -> Self {
        Self::Trap(trap)
    }
}

impl From<MemoryError> for Stop {
    fn from(error: MemoryError) -> Self {
        Self::Memory(Box::new(error))
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trap(trap) => trap.fmt(f),
            Self::Panic(panic) => write!(f, "panicked at {}:{}: {}", panic.file, panic.line, panic.message),
            Self::Memory(error) => error.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::AssumptionFailed => f.write_str("the operation is not possible in this state"),
            Self::Breakpoint { address } => write!(f, "memory at {address} is written"),
        }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stop.fmt(f)
    }
}

impl std::error::Error for Stopped {}
