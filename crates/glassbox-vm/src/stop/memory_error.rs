//! Memory errors: the ways in which a guest can misuse memory.

use std::fmt;
use std::sync::Arc;

use crate::isa::Decision;
use crate::memory::GuestAddr;

/// The calls in progress when something happened: offsets in the module's file, the innermost first. Empty unless the tracker
/// asks for traces.
pub type Trace = Arc<[u32]>;

/// Kind of access: read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A load, or the source of a copy.
    Read,
    /// A store, the destination of a copy or fill, or a free.
    Write,
}

/// A misuse of memory by the guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryError {
    /// The kind of misuse.
    pub kind: MemoryErrorKind,
    /// The block that was misused, or the nearest one.
    pub block: Option<Accused>,
}

/// The block that an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accused {
    /// Its first byte.
    pub address: GuestAddr,
    /// Its size in bytes.
    pub size: u32,
    /// The calls that allocated it.
    pub allocated: Trace,
    /// The calls that freed it, if it was freed.
    pub freed: Option<Trace>,
}

/// Size and alignment of a block, as in [`std::alloc::Layout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLayout {
    /// Number of bytes.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
}

/// Kinds of misuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryErrorKind {
    /// An access outside every block of the heap.
    OutOfBounds {
        /// Read or write.
        access: Access,
        /// First byte of the access.
        address: GuestAddr,
        /// Number of bytes.
        len: u32,
    },
    /// An access through a pointer to one block or static that lands outside, in another one or elsewhere.
    OutsideItsBlock {
        /// Read or write.
        access: Access,
        /// First byte of the access.
        address: GuestAddr,
        /// Number of bytes.
        len: u32,
        /// First byte of the block or static that the pointer leads to.
        start: GuestAddr,
    },
    /// An access to a freed block.
    UseAfterFree {
        /// Read or write.
        access: Access,
        /// First byte of the access.
        address: GuestAddr,
        /// Number of bytes.
        len: u32,
    },
    /// An access to a block that does not exist in the state that the run started from.
    Absent {
        /// Read or write.
        access: Access,
        /// First byte of the access.
        address: GuestAddr,
    },
    /// An access to a block that the running code must not look at.
    OutOfReach {
        /// Read or write.
        access: Access,
        /// First byte of the access.
        address: GuestAddr,
    },
    /// An access near address 0.
    Null {
        /// Read or write.
        access: Access,
        /// First byte of the access.
        address: GuestAddr,
    },
    /// An access below the stack pointer: through a null pointer plus an offset, or to a local variable that is gone.
    BelowStack {
        /// Read or write.
        access: Access,
        /// First byte of the access.
        address: GuestAddr,
        /// Number of bytes.
        len: u32,
    },
    /// A write to an immutable static.
    ReadOnly {
        /// First byte of the write.
        address: GuestAddr,
        /// Number of bytes.
        len: u32,
    },
    /// The guest's stack is full.
    StackOverflow,
    /// A block was freed twice.
    DoubleFree {
        /// Its address.
        address: GuestAddr,
    },
    /// An address was freed at which no block begins.
    InvalidFree {
        /// The address.
        address: GuestAddr,
    },
    /// A block was freed with another layout than it was allocated with.
    WrongLayout {
        /// The address.
        address: GuestAddr,
        /// The layout that it was allocated with.
        allocated: BlockLayout,
        /// The layout that it was freed with.
        freed: BlockLayout,
    },
    /// A decision depends on memory that was never written.
    Undefined {
        /// The kind of decision.
        decision: Decision,
    },
    /// Blocks that were never freed.
    Leak {
        /// Number of blocks.
        blocks: usize,
        /// Number of bytes in all of them.
        bytes: u64,
    },
}

impl fmt::Display for BlockLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "size {} and alignment {}", self.size, self.align)
    }
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        match &self.block {
            Some(block) => write!(f, " (block of {} bytes at {})", block.size, block.address),
            None => Ok(()),
        }
    }
}

impl fmt::Display for MemoryErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |access: &Access| if *access == Access::Read { "read" } else { "write" };
        match self {
            Self::OutOfBounds { access, address, len } => {
                write!(f, "out-of-bounds {} of {len} bytes at {address}", word(access))
            }
            Self::OutsideItsBlock { access, address, len, start } => {
                let access = word(access);
                write!(
                    f,
                    "out-of-bounds {access} of {len} bytes at {address}, through a pointer to what begins at {start}"
                )
            }
            Self::UseAfterFree { access, address, len } => {
                write!(f, "{} of {len} bytes at {address} after free", word(access))
            }
            Self::Absent { access, address } => {
                write!(f, "{} of {address}, in a block that this state does not have", word(access))
            }
            Self::OutOfReach { access, address } => {
                write!(f, "{} of {address}, which is out of reach here", word(access))
            }
            Self::Null { access, address } => write!(f, "{} through a null pointer, at {address}", word(access)),
            Self::BelowStack { access, address, len } => write!(
                f,
                "{} of {len} bytes at {address}, where no variable lives: a null pointer plus an offset, or a local \
                 variable that is gone",
                word(access)
            ),
            Self::ReadOnly { address, len } => {
                write!(f, "write of {len} bytes at {address}, in an immutable static")
            }
            Self::StackOverflow => f.write_str("stack overflow"),
            Self::DoubleFree { address } => write!(f, "double free of {address}"),
            Self::InvalidFree { address } => write!(f, "free of {address}, where no block begins"),
            Self::WrongLayout { address, allocated, freed } => {
                write!(f, "block at {address} freed with {freed}, allocated with {allocated}")
            }
            Self::Undefined { decision } => {
                let what = match decision {
                    Decision::Branch | Decision::Switch => "a branch depends",
                    Decision::CallTarget => "a call's target depends",
                    Decision::Address => "an address depends",
                    Decision::Size => "a size depends",
                    Decision::TableIndex => "a table access depends",
                    Decision::TrapOperand => "an instruction that may trap depends",
                    Decision::Host => "an argument of a host function depends",
                };
                write!(f, "{what} on uninitialised memory")
            }
            Self::Leak { blocks, bytes } => {
                write!(f, "{blocks} block{} never freed, {bytes} bytes in all", if *blocks == 1 { "" } else { "s" })
            }
        }
    }
}
