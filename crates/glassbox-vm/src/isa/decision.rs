//! The ways in which a value decides how a run goes on.

/// A value that decides how a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Which way a branch goes: zero or not.
    Branch,
    /// Which entry of a jump table is taken.
    Switch,
    /// Which function an indirect call reaches.
    CallTarget,
    /// Where memory is accessed.
    Address,
    /// How many bytes or elements are accessed, or how much a memory or table grows.
    Size,
    /// An index into a table.
    TableIndex,
    /// An operand on which it depends whether an instruction traps.
    TrapOperand,
    /// A value that the host looks at.
    Host,
}
