//! Values with their shadows, and the places in memory that instructions access.

/// A value and its shadow.
#[derive(Clone, Copy, Debug)]
pub struct Tracked<S> {
    /// The bits in the slot.
    pub value: u64,
    /// Their shadow.
    pub shadow: S,
}

/// The bytes that an instruction accesses. They are in bounds: for an access out of bounds, the machine decides the base as
/// an address and then traps.
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
