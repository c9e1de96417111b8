//! Memory of a structure that nothing could use or free rightly.

use glassbox_vm::heap::BlockLayout;

use super::code::FindingCode;

/// What is wrong with a field of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenMemory {
    /// It was never written.
    Undefined,
    /// It leads to a freed block.
    Freed,
    /// It leads to no block.
    NoBlock,
    /// It leads to another place in its block than it should.
    OtherPlace,
    /// Something else owns the block that it leads to.
    TwoOwners,
    /// It leads to another block than it should.
    OtherBlock,
    /// The block that it leads to has another size or alignment than the one that it will be freed with.
    Layout {
        /// The layout that it will be freed with.
        expected: BlockLayout,
        /// Its layout.
        actual: BlockLayout,
    },
    /// A value is in two places.
    TwoPlaces,
    /// A key is not in order.
    KeyOrder,
    /// A count is wrong.
    Count,
    /// A link does not lead to the node above.
    ParentLink,
    /// A field that may have one value only has another.
    FixedField,
}

impl BrokenMemory {
    /// The kind of bug, as a stable code.
    pub(super) fn code(self) -> FindingCode {
        match self {
            Self::Undefined => FindingCode::UninitialisedMemory,
            Self::Freed | Self::NoBlock => FindingCode::DanglingLink,
            Self::TwoOwners | Self::OtherBlock => FindingCode::SharedLink,
            Self::OtherPlace | Self::Layout { .. } => FindingCode::WrongLayout,
            Self::TwoPlaces => FindingCode::DroppedValue,
            Self::KeyOrder => FindingCode::KeyOrder,
            Self::Count => FindingCode::NodeCount,
            Self::ParentLink => FindingCode::ParentLink,
            Self::FixedField => FindingCode::FixedField,
        }
    }
}
