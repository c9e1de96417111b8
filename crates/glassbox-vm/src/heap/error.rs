//! What a guest can do wrong with memory.

use std::fmt;

use super::Trace;
use crate::track::Decision;

/// Read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A load, or the source of a copy.
    Read,
    /// A store, the destination of a copy or fill, or a free.
    Write,
}

/// A misuse of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryError {
    /// What was done.
    pub kind: MemoryErrorKind,
    /// The block it was done to, if one is near.
    pub block: Option<Accused>,
}

/// The block that an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accused {
    /// Where it begins.
    pub address: u32,
    /// How large it is.
    pub size: u32,
    /// Where it was allocated.
    pub allocated: Trace,
    /// Where it was freed, if it was.
    pub freed: Option<Trace>,
}

/// Kinds of misuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryErrorKind {
    /// An access outside every block of the heap.
    OutOfBounds {
        /// Read or write.
        access: Access,
        /// Where.
        address: u32,
        /// How many bytes.
        len: u32,
    },
    /// An access to a freed block.
    UseAfterFree {
        /// Read or write.
        access: Access,
        /// Where.
        address: u32,
        /// How many bytes.
        len: u32,
    },
    /// An access to a block that does not exist in the state that the run started from.
    Absent {
        /// Read or write.
        access: Access,
        /// Where.
        address: u32,
    },
    /// An access to a block that the code running is not supposed to look at.
    OutOfReach {
        /// Read or write.
        access: Access,
        /// Where.
        address: u32,
    },
    /// An access near address 0.
    Null {
        /// Read or write.
        access: Access,
        /// Where.
        address: u32,
    },
    /// The guest's stack is full.
    StackOverflow,
    /// A block was freed twice.
    DoubleFree {
        /// Its address.
        address: u32,
    },
    /// Something was freed that is no block.
    InvalidFree {
        /// The address.
        address: u32,
    },
    /// A block was freed with another layout than it was allocated with.
    WrongLayout {
        /// The address.
        address: u32,
        /// Size and alignment at the allocation.
        allocated: (u32, u32),
        /// Size and alignment at the free.
        freed: (u32, u32),
    },
    /// Something was decided by memory that was never written.
    Undefined {
        /// What was decided.
        decision: Decision,
    },
    /// Blocks that nobody freed.
    Leak {
        /// How many.
        blocks: usize,
        /// How many bytes.
        bytes: u64,
    },
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        match &self.block {
            Some(block) => write!(f, " (block of {} bytes at {:#x})", block.size, block.address),
            None => Ok(()),
        }
    }
}

impl fmt::Display for MemoryErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |access: &Access| if *access == Access::Read { "read" } else { "write" };
        match self {
            Self::OutOfBounds { access, address, len } => {
                write!(f, "out-of-bounds {} of {len} bytes at {address:#x}", word(access))
            }
            Self::UseAfterFree { access, address, len } => {
                write!(f, "{} of {len} bytes at {address:#x} after free", word(access))
            }
            Self::Absent { access, address } => {
                write!(f, "{} of {address:#x}, in a block that this state does not have", word(access))
            }
            Self::OutOfReach { access, address } => {
                write!(f, "{} of {address:#x}, which is out of reach here", word(access))
            }
            Self::Null { access, address } => write!(f, "{} through a null pointer, at {address:#x}", word(access)),
            Self::StackOverflow => f.write_str("stack overflow"),
            Self::DoubleFree { address } => write!(f, "double free of {address:#x}"),
            Self::InvalidFree { address } => write!(f, "free of {address:#x}, which is no block"),
            Self::WrongLayout { address, allocated, freed } => write!(
                f,
                "block at {address:#x} freed with size {} and alignment {}, allocated with size {} and alignment {}",
                freed.0, freed.1, allocated.0, allocated.1
            ),
            Self::Undefined { decision } => {
                let what = match decision {
                    Decision::Branch | Decision::Switch => "a branch depends",
                    Decision::CallTarget => "a call's target depends",
                    Decision::Address => "an address depends",
                    Decision::Size => "a size depends",
                    Decision::TableIndex => "a table access depends",
                    Decision::TrapOperand => "an instruction that may trap depends",
                    Decision::Host => "a value for the host depends",
                };
                write!(f, "{what} on uninitialised memory")
            }
            Self::Leak { blocks, bytes } => {
                write!(f, "{blocks} block{} of {bytes} bytes in all never freed", if *blocks == 1 { "" } else { "s" })
            }
        }
    }
}
