//! Values with their shadows, and the places in memory that instructions access.

/// A value and its shadow.
#[derive(Clone, Copy, Debug)]
pub struct Tracked<S> {
    /// The bits in the slot.
    pub value: u64,
    /// What is known about them.
    pub shadow: S,
}

/// Where an instruction accesses memory. In bounds: for an access outside, the base is decided as an address,
/// and then there is a trap.
#[derive(Clone, Copy, Debug)]
pub struct Place<S> {
    /// The address operand.
    pub base: Tracked<S>,
    /// The instruction's offset.
    pub offset: u32,
    /// Their sum: the first byte.
    pub address: u32,
    /// Number of bytes.
    pub len: u32,
}
