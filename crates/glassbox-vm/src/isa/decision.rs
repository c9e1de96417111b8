//! The ways in which a value decides how a run goes on.

/// A value that decides how a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A condition: whether it is zero decides which way a branch goes.
    Branch,
    /// The index into a jump table.
    Switch,
    /// The table index of an indirect call, which decides the function.
    CallTarget,
    /// The address of a memory access.
    Address,
    /// The length of a bulk access, or the amount by which a memory or table grows.
    Size,
    /// An index into a table.
    TableIndex,
    /// An operand that decides whether an instruction traps.
    TrapOperand,
    /// A value that the host acts on.
    Host,
}
