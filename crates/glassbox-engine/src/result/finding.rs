//! Findings: bugs in the code under check.
//!
//! Checks and explorations share one enum. A finding holds facts, not sentences: `glassbox-report` makes the text. The
//! evidence (the state or the history, pictures, the number of states that fail alike) is in
//! [`Failure`](super::Failure).

use std::fmt;

use glassbox_abi::Disturbance;
use glassbox_vm::exec::{Blame, Refusal, Stop, Stopped, Trap};
use glassbox_vm::heap::{Accused, MemoryErrorKind};

use super::broken_memory::BrokenMemory;
use super::code::FindingCode;

/// A bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The run stopped half-way: a panic, a trap, a memory error, too many steps.
    Stopped(Stopped),
    /// The check returned false.
    ReturnedFalse,
    /// A law of an exploration returned false.
    LawBroken {
        /// The law's name.
        law: String,
    },
    /// The invariant of a node does not hold after the run.
    InvariantBroken {
        /// The node.
        node: NodeName,
        /// The invariant's own message.
        message: String,
        /// The summaries of its children.
        children: Vec<ChildSummary>,
    },
    /// The global invariant of a structure does not hold after the run.
    GlobalInvariantBroken {
        /// The structure's root.
        node: NodeName,
    },
    /// Reading a node after the run failed, for example because it holds a dangling pointer.
    UnreadableNode {
        /// The node.
        node: NodeName,
        /// Why reading it stopped.
        stopped: Stopped,
    },
    /// A tree link leads to no live node.
    DanglingLink {
        /// The node with the link.
        node: NodeName,
        /// Target of the link.
        target: LinkTarget,
    },
    /// A tree link leads to a node of a type that has no position within the bounds, so the judge cannot check it.
    UnknownType {
        /// The node with the link.
        node: NodeName,
    },
    /// Two tree links lead to one node.
    SharedLink {
        /// The node that two links lead to.
        node: NodeName,
    },
    /// Tree links form a cycle.
    Cycle {
        /// A node of the cycle.
        node: NodeName,
    },
    /// A node is neither linked nor freed.
    LostNode {
        /// The node.
        node: NodeName,
    },
    /// A parent link does not lead to the node above.
    ParentLink {
        /// The node with the link.
        node: NodeName,
        /// The node that it should lead to; none if it should be null.
        expected: Option<NodeName>,
    },
    /// Keys are not in order.
    KeyOrder {
        /// The node with two neighbouring keys that are not in order.
        node: NodeName,
    },
    /// A field has another value than the only one that its description allows.
    FixedField {
        /// The node.
        node: NodeName,
        /// The field.
        field: String,
    },
    /// A count is not the number of nodes.
    NodeCount {
        /// The field.
        field: String,
        /// The number of nodes.
        expected: u64,
        /// The count; none if it is undefined.
        actual: Option<u64>,
    },
    /// The contents are not what the declared effect says.
    Contents(ContentsProblem),
    /// A value is not in one place, or was not dropped exactly once.
    Value {
        /// The value's number.
        token: u64,
        /// What is wrong with it.
        problem: ValueProblem,
    },
    /// A field was never written.
    UndefinedField {
        /// The node.
        node: NodeName,
        /// The field.
        field: String,
    },
    /// A node owns memory that is no live block.
    DanglingOwner {
        /// The node.
        node: NodeName,
    },
    /// A node owns a block that it would free with another start, size or alignment than it was allocated with.
    WrongBlock {
        /// The node.
        node: NodeName,
        /// Distance from the start of the block.
        offset: u32,
        /// Size and alignment that it would be freed with.
        owned: Extent,
        /// Size and alignment that it was allocated with.
        allocated: Extent,
    },
    /// Two nodes, or two fields of a node, own one block.
    SharedBlock {
        /// The first owner.
        node: NodeName,
        /// The second one.
        other: NodeName,
    },
    /// A link that the structure does not own leads to no node of it.
    DanglingAlias {
        /// The node with the link.
        node: NodeName,
        /// The field.
        field: String,
    },
    /// A state that operations reach is broken.
    BrokenState {
        /// The field.
        field: String,
        /// What is wrong with it.
        problem: BrokenMemory,
    },
    /// Blocks are not freed, and no pointer leads to them.
    Leak {
        /// Number of blocks.
        blocks: usize,
        /// Bytes of all of them.
        bytes: u64,
        /// The first one.
        first: Option<Accused>,
        /// Time at which the leak was found.
        when: LeakTime,
    },
    /// Dropping a valid structure shows a bug.
    WhileDropping {
        /// The bug.
        finding: Box<Self>,
    },
    /// Something around the operation goes wrong, and the run shows a bug.
    Disturbed {
        /// What goes wrong.
        disturbance: Disturbance,
        /// The bug.
        finding: Box<Self>,
    },
    /// With blocks at other addresses, the run shows a bug.
    InOtherLayout {
        /// The layout of memory.
        layout: OtherLayout,
        /// The bug.
        finding: Box<Self>,
    },
}

/// A layout of memory that runs are repeated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OtherLayout {
    /// Blocks are in another order, and aligned no better than requested.
    Elsewhere,
    /// Blocks that were freed are used again.
    UsedAgain,
}

/// A node in a message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeName {
    /// A node that the state has: its path before the run.
    Path(String),
    /// A node that the run allocated.
    New,
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => f.write_str(path),
            Self::New => f.write_str("a new node"),
        }
    }
}

/// Size and alignment of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Number of bytes.
    pub size: u32,
    /// Alignment.
    pub align: u32,
}

/// The summary of a child, as its invariant's type prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChildSummary {
    /// The child.
    pub child: NodeName,
    /// Its summary.
    pub summary: String,
}

/// Target of a dangling link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// A node that the run freed.
    Freed(NodeName),
    /// A position that the state does not have.
    Absent(NodeName),
    /// Memory that holds no node.
    NoNode,
}

/// Difference between the contents and a declared effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentsProblem {
    /// An entry is gone that should be there.
    EntryMissing,
    /// There is an entry that should not be there.
    EntryExtra,
    /// An entry was added whose key was there already.
    KeyTwice,
    /// Nothing was added.
    NothingAdded,
    /// More than one entry was added.
    SeveralAdded,
    /// The entry was not replaced.
    NotReplaced,
    /// Nothing was removed.
    NothingRemoved,
    /// More than one entry is gone.
    SeveralRemoved,
    /// There is an entry that was not there before.
    EntryNew,
    /// An entry with another key was changed.
    OtherKey,
    /// An entry has another value than it should.
    OtherValue,
    /// The result of the operation does not fit what it did.
    WrongResult,
    /// The effect names a key, but the structure has none.
    NoKeys,
    /// A value is undefined.
    UndefinedValue {
        /// The node that holds it.
        node: NodeName,
    },
}

/// Violation of the rule that a value is dropped exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueProblem {
    /// It is in two places.
    TwoPlaces,
    /// It was dropped twice.
    DroppedTwice,
    /// It is neither in the structure nor dropped.
    Lost,
    /// The subject of an exploration is dropped, and the value is not.
    LostAtDrop,
}

/// Time at which a leak was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeakTime {
    /// After the run of a check that allocated the blocks.
    AfterRun,
    /// After the subject of an exploration was dropped.
    AfterDrop,
    /// After a check that took the structure by value.
    AfterMove,
}

/// Why a run decides nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// It reached a limit of the machine.
    Limit,
    /// It needs something that glassbox does not offer.
    NotOffered,
}

/// Result of the same calls in a native test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NativeResult {
    /// The test fails.
    Fails,
    /// The test may pass, but a memory checker such as Miri reports the bug.
    NeedsMemoryChecker,
    /// The test does not end.
    NeverEnds,
}

impl Finding {
    /// The kind of bug, as a stable code.
    pub fn code(&self) -> FindingCode {
        match self {
            Self::Stopped(stopped) => code_of_stop(&stopped.stop),
            Self::ReturnedFalse => FindingCode::ReturnedFalse,
            Self::LawBroken { .. } => FindingCode::Law,
            Self::InvariantBroken { .. } | Self::GlobalInvariantBroken { .. } => FindingCode::BrokenInvariant,
            Self::UnreadableNode { .. } => FindingCode::UnreadableNode,
            Self::DanglingLink { .. } | Self::DanglingOwner { .. } | Self::DanglingAlias { .. } => {
                FindingCode::DanglingLink
            }
            Self::UnknownType { .. } => FindingCode::UnknownType,
            Self::SharedLink { .. } | Self::SharedBlock { .. } => FindingCode::SharedLink,
            Self::Cycle { .. } => FindingCode::Cycle,
            Self::LostNode { .. } => FindingCode::LostNode,
            Self::ParentLink { .. } => FindingCode::ParentLink,
            Self::KeyOrder { .. } => FindingCode::KeyOrder,
            Self::FixedField { .. } => FindingCode::FixedField,
            Self::NodeCount { .. } => FindingCode::NodeCount,
            Self::Contents(_) => FindingCode::Contents,
            Self::Value { .. } => FindingCode::DroppedValue,
            Self::BrokenState { problem, .. } => problem.code(),
            Self::Leak { .. } => FindingCode::MemoryLeak,
            Self::UndefinedField { .. } => FindingCode::UninitialisedMemory,
            Self::WrongBlock { .. } => FindingCode::WrongLayout,
            Self::WhileDropping { finding } | Self::Disturbed { finding, .. } | Self::InOtherLayout { finding, .. } => {
                finding.code()
            }
        }
    }

    /// Position of the run: offsets in the module's file, the innermost call first. Empty if the finding is about the state after
    /// the run.
    pub fn trace(&self) -> &[u32] {
        match self {
            Self::Stopped(stopped) | Self::UnreadableNode { stopped, .. } => &stopped.trace,
            Self::WhileDropping { finding } | Self::Disturbed { finding, .. } | Self::InOtherLayout { finding, .. } => {
                finding.trace()
            }
            _ => &[],
        }
    }

    /// The block that a memory error is about, or the first one that is leaked.
    pub fn accused(&self) -> Option<&Accused> {
        match self {
            Self::Stopped(Stopped { stop: Stop::Memory(error), .. }) => error.block.as_ref(),
            Self::Leak { first, .. } => first.as_ref(),
            Self::WhileDropping { finding } | Self::Disturbed { finding, .. } | Self::InOtherLayout { finding, .. } => {
                finding.accused()
            }
            _ => None,
        }
    }

    /// Result of the same calls in a native test.
    pub fn natively(&self) -> NativeResult {
        match self {
            Self::Stopped(stopped) => match &stopped.stop {
                Stop::Trap(Trap::EndlessLoop | Trap::FuelExhausted) => NativeResult::NeverEnds,
                // What the caller does not see, no test sees.
                Stop::Memory(_) | Stop::Refused(Refusal::ChangedBeforePanic) => NativeResult::NeedsMemoryChecker,
                Stop::Trap(_)
                | Stop::Panic(_)
                | Stop::Refused(_)
                | Stop::AssumptionFailed
                | Stop::Breakpoint { .. } => NativeResult::Fails,
            },
            // Native tests have no allocator that fails.
            Self::Disturbed { disturbance: Disturbance::AllocationFails { .. }, .. } => {
                NativeResult::NeedsMemoryChecker
            }
            Self::WhileDropping { finding } | Self::Disturbed { finding, .. } => finding.natively(),
            // The native allocator may put blocks where nothing goes wrong.
            Self::InOtherLayout { .. }
            | Self::UnreadableNode { .. }
            | Self::DanglingLink { .. }
            | Self::LostNode { .. }
            | Self::BrokenState { .. }
            | Self::Leak { .. }
            | Self::UndefinedField { .. }
            | Self::DanglingOwner { .. }
            | Self::DanglingAlias { .. }
            | Self::WrongBlock { .. }
            | Self::SharedBlock { .. }
            | Self::UnknownType { .. }
            | Self::FixedField { .. } => NativeResult::NeedsMemoryChecker,
            Self::ReturnedFalse
            | Self::LawBroken { .. }
            | Self::InvariantBroken { .. }
            | Self::GlobalInvariantBroken { .. }
            | Self::SharedLink { .. }
            | Self::Cycle { .. }
            | Self::ParentLink { .. }
            | Self::KeyOrder { .. }
            | Self::NodeCount { .. }
            | Self::Contents(_)
            | Self::Value { .. } => NativeResult::Fails,
        }
    }

    /// Why the run decides nothing, if it is no bug: it reached a limit of the machine, or needs something that glassbox
    /// does not offer.
    pub fn undecided(&self) -> Option<Undecided> {
        if let Self::WhileDropping { finding } | Self::Disturbed { finding, .. } | Self::InOtherLayout { finding, .. } =
            self
        {
            return finding.undecided();
        }
        let (Self::Stopped(stopped) | Self::UnreadableNode { stopped, .. }) = self else { return None };
        match &stopped.stop {
            Stop::Trap(trap) if trap.is_limit() => Some(Undecided::Limit),
            Stop::Memory(error) if error.kind == MemoryErrorKind::StackOverflow => Some(Undecided::Limit),
            Stop::Refused(Refusal::NotOffered { .. } | Refusal::NoService { .. }) => Some(Undecided::NotOffered),
            Stop::Refused(refusal) if refusal.blame() == Blame::Glassbox => Some(Undecided::Limit),
            Stop::Trap(_)
            | Stop::Memory(_)
            | Stop::Refused(_)
            | Stop::Panic(_)
            | Stop::AssumptionFailed
            | Stop::Breakpoint { .. } => None,
        }
    }

    /// Whether the code panicked.
    pub fn is_panic(&self) -> bool {
        matches!(self, Self::Stopped(Stopped { stop: Stop::Panic(_), .. }))
    }
}

fn code_of_stop(stop: &Stop) -> FindingCode {
    match stop {
        Stop::Trap(Trap::EndlessLoop) => FindingCode::EndlessLoop,
        Stop::Trap(
            Trap::Unreachable
            | Trap::MemoryOutOfBounds
            | Trap::TableOutOfBounds
            | Trap::UndefinedElement
            | Trap::UninitializedElement
            | Trap::IndirectCallType
            | Trap::DivisionByZero
            | Trap::IntegerOverflow
            | Trap::InvalidConversion
            | Trap::NullException
            | Trap::UncaughtException,
        ) => FindingCode::Trap,
        Stop::Panic(_) => FindingCode::Panic,
        Stop::Memory(error) => code_of_memory_error(&error.kind),
        Stop::Refused(refusal) => code_of_refusal(refusal),
        // Limits are no findings: see `undecided`.
        Stop::Trap(Trap::FuelExhausted | Trap::StackExhausted | Trap::MemoryExhausted | Trap::AllocationFailed)
        | Stop::AssumptionFailed
        | Stop::Breakpoint { .. } => FindingCode::StoppedByHost,
    }
}

fn code_of_memory_error(kind: &MemoryErrorKind) -> FindingCode {
    match kind {
        MemoryErrorKind::OutOfBounds { .. }
        | MemoryErrorKind::OutsideItsBlock { .. }
        | MemoryErrorKind::Absent { .. } => FindingCode::OutOfBounds,
        MemoryErrorKind::UseAfterFree { .. } => FindingCode::UseAfterFree,
        MemoryErrorKind::OutOfReach { .. } => FindingCode::OutOfReach,
        MemoryErrorKind::Null { .. } => FindingCode::NullPointer,
        MemoryErrorKind::BelowStack { .. } => FindingCode::DeadStack,
        MemoryErrorKind::ReadOnly { .. } => FindingCode::ReadOnlyMemory,
        MemoryErrorKind::StackOverflow => FindingCode::StoppedByHost,
        MemoryErrorKind::DoubleFree { .. } | MemoryErrorKind::InvalidFree { .. } => FindingCode::DoubleFree,
        MemoryErrorKind::WrongLayout { .. } => FindingCode::WrongLayout,
        MemoryErrorKind::Undefined { .. } => FindingCode::UninitialisedMemory,
        MemoryErrorKind::Leak { .. } => FindingCode::MemoryLeak,
    }
}

/// The code of a refusal: that of the bug if it is one in the user's code, else one common code, because the message of
/// the refusal says what to do.
fn code_of_refusal(refusal: &Refusal) -> FindingCode {
    match refusal {
        Refusal::DoubleDrop { .. } => FindingCode::DroppedValue,
        Refusal::EmptyAllocation => FindingCode::EmptyAllocation,
        Refusal::NoPanic | Refusal::ChangedBeforePanic => FindingCode::MustPanic,
        Refusal::InvalidAlignment { .. } => FindingCode::WrongLayout,
        _ => FindingCode::StoppedByHost,
    }
}
