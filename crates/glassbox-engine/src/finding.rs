//! Findings: what is wrong, and in which state.

use glassbox_space::{BigUint, State};
use glassbox_vm::exec::{Stop, Stopped, Trap};
use glassbox_vm::heap::MemoryError;

use crate::skeleton::Picture;

/// A bug, with the smallest state that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong.
    pub kind: FindingKind,
    /// The state that the run started from: the smallest of those that fail in this way.
    pub state: State,
    /// How many states and arguments fail in this way.
    pub lookalikes: BigUint,
    /// What the state looks like.
    pub picture: Picture,
    /// What the structures look like afterwards, with what has changed; none if that cannot be shown.
    pub after: Option<Picture>,
    /// The fields and arguments that decided what the operation did.
    pub depended_on: Vec<String>,
    /// The state and its arguments as text, from which [`replay`](crate::search::replay()) runs the check once more.
    pub transition: String,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindingKind {
    /// The check stopped: a panic, a trap, a memory error, too many steps.
    #[error("{0}")]
    Stopped(Stopped),
    /// The check returned false.
    #[error("the check returned false")]
    Refuted,
    /// Afterwards, an invariant does not hold.
    #[error("afterwards, the invariant of {node} is broken: {what}{}", told(below))]
    Broken {
        /// Where: the path of the position, as before the run, if it is not a new node.
        node: String,
        /// What the invariant said.
        what: String,
        /// The children's summaries, in words.
        below: Vec<String>,
    },
    /// Afterwards, looking at a node stopped: it holds a pointer to nowhere, for example.
    #[error("afterwards, looking at {node} failed: {stopped}")]
    Unreadable {
        /// Where.
        node: String,
        /// Why.
        stopped: Stopped,
    },
    /// A tree link leads to something that is no live node.
    #[error("afterwards, a link of {node} dangles: {target}")]
    Dangling {
        /// The node with the link.
        node: String,
        /// What is the matter with where it leads.
        target: String,
    },
    /// A tree link leads to a node of a type that has no position within the bounds, so it cannot be judged.
    #[error("afterwards, {node} links to a type that no state within the bounds has: allow larger bounds")]
    UnknownType {
        /// The node with the link.
        node: String,
    },
    /// Two tree links lead to one node.
    #[error("afterwards, two links lead to {node}")]
    Shared {
        /// The node.
        node: String,
    },
    /// Tree links form a cycle.
    #[error("afterwards, {node} is below itself")]
    Cycle {
        /// A node of the cycle.
        node: String,
    },
    /// A node is neither linked nor freed.
    #[error("afterwards, {node} is lost: no link leads to it, and it is not freed")]
    Lost {
        /// The node.
        node: String,
    },
    /// A link that the position fixes leads elsewhere.
    #[error("afterwards, a link of {node} does not lead to the node above")]
    Parent {
        /// The node.
        node: String,
    },
    /// Keys are not in order.
    #[error("afterwards, the keys at {node} are not in order")]
    Order {
        /// The node where two neighbours are not.
        node: String,
    },
    /// A block was allocated that nothing leads to any more.
    #[error("afterwards, {error}")]
    Leak {
        /// How much, and where it was allocated.
        error: MemoryError,
    },
    /// A field that the user said has only one value has another.
    #[error("afterwards, {field} of {node} is not the one value that it may have")]
    Fixed {
        /// The node.
        node: String,
        /// The field.
        field: String,
    },
    /// The contents are not what the effect says.
    #[error("afterwards, the contents are wrong: {what}")]
    Contents {
        /// What is wrong.
        what: String,
    },
    /// A value that must be dropped exactly once is not.
    #[error("value {token} {what}")]
    Token {
        /// Its number.
        token: u64,
        /// What happened to it.
        what: String,
    },
    /// A number that follows from the shape is wrong.
    #[error("afterwards, {field} is not the number of nodes")]
    Count {
        /// The field.
        field: String,
    },
}

/// Who sees a bug when the check is run on the same state in ordinary memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Natively {
    /// Everybody: the test fails.
    Fails,
    /// Only somebody who watches memory, as Miri does.
    OnlyInMemory,
    /// Everybody who waits: the test does not end.
    NeverEnds,
}

impl FindingKind {
    /// Who sees it when the check is run in ordinary memory.
    pub fn natively(&self) -> Natively {
        match self {
            Self::Stopped(stopped) => stop_natively(&stopped.stop),
            Self::Unreadable { .. }
            | Self::Dangling { .. }
            | Self::Lost { .. }
            | Self::Leak { .. }
            | Self::UnknownType { .. }
            | Self::Fixed { .. } => Natively::OnlyInMemory,
            Self::Refuted
            | Self::Broken { .. }
            | Self::Shared { .. }
            | Self::Cycle { .. }
            | Self::Parent { .. }
            | Self::Order { .. }
            | Self::Contents { .. }
            | Self::Token { .. }
            | Self::Count { .. } => Natively::Fails,
        }
    }
}

/// Who sees in ordinary memory why a run stopped.
pub(crate) fn stop_natively(stop: &Stop) -> Natively {
    match stop {
        Stop::Trap(Trap::FuelExhausted) => Natively::NeverEnds,
        Stop::Memory(_) => Natively::OnlyInMemory,
        Stop::Trap(_) | Stop::Panic(_) | Stop::Refused(_) | Stop::AssumptionFailed | Stop::Breakpoint { .. } => {
            Natively::Fails
        }
    }
}

fn told(below: &[String]) -> String {
    if below.is_empty() { String::new() } else { format!(" ({})", below.join(", ")) }
}
