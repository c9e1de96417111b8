//! What comes of an exploration.

use glassbox_vm::exec::{Stop, Stopped};

use super::memory::Memory;
use crate::finding::{Natively, stop_natively};

/// What came of an exploration.
#[derive(Debug)]
pub struct Explored {
    /// Whether something is wrong.
    pub verdict: Verdict,
    /// Different states.
    pub states: usize,
    /// Operations that were run on a state, each with its arguments.
    pub transitions: u64,
    /// Operations of the longest histories.
    pub operations: u32,
    /// Whether longer histories lead to no other states.
    pub is_complete: bool,
    /// States after so many operations, from 0.
    pub levels: Vec<usize>,
    /// The most values, and the most different keys, of a state that was gone on from, if somebody asked for that.
    pub elements: Option<u32>,
    /// Whether some state has values or keys.
    pub has_elements: bool,
    /// Whether hashers of std were made, of whose seeds one was tried.
    pub has_one_seed: bool,
    /// Functions that gave up with all arguments in all states: of these nothing is known.
    pub never: Vec<String>,
}

/// Whether something is wrong.
#[derive(Debug)]
pub enum Verdict {
    /// Nothing, within the bounds.
    Holds,
    /// This, with a shortest history.
    Fails(Box<Fault>),
    /// It is not known.
    Unknown(String),
}

/// Something wrong, and how to get there.
#[derive(Debug)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The calls that lead there; the last one fails.
    pub history: Vec<Call>,
    /// What is in memory before the last call; nothing if there is no subject yet.
    pub memory: Memory,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// A call stopped.
    #[error("{0}")]
    Stopped(Stopped),
    /// A law does not hold.
    #[error("the law `{0}` does not hold")]
    Law(String),
    /// After the subject is gone, a block is still there.
    #[error("a block of {size} bytes is leaked: the subject is dropped, and nothing leads to it")]
    Leak {
        /// Its size.
        size: u32,
        /// Where it was allocated.
        trace: Vec<u32>,
    },
    /// After the subject is gone, a value has not been dropped.
    #[error("value {0} is lost: the subject is dropped, and the value is not")]
    LostValue(u32),
}

/// A call of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function; `drop` for the end of every history.
    pub function: String,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// What it does with the subject.
    pub role: Role,
    /// What `glassbox::choose` came to while it ran, where there was more than one possibility.
    pub choices: Vec<u32>,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// In words: its `Debug` text, with keys as their places in the order.
    pub words: String,
    /// The choices that led to it.
    pub choices: Vec<u32>,
}

/// What a call does with the subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Makes it.
    Makes,
    /// Takes it as `&mut`.
    Changes,
    /// Takes it as `&`.
    Looks,
    /// Takes it by value.
    Takes,
}

impl Call {
    /// As a statement.
    pub fn statement(&self) -> String {
        let before = if self.role == Role::Makes { "let mut subject = " } else { "" };
        format!("{before}{};", self.expression(self.arguments.iter().map(|argument| argument.words.as_str())))
    }

    /// As an expression, with these arguments.
    pub fn expression<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> String {
        let subject = match self.role {
            Role::Makes => None,
            Role::Changes => Some("&mut subject"),
            Role::Looks => Some("&subject"),
            Role::Takes => Some("subject"),
        };
        let arguments: Vec<&str> = subject.into_iter().chain(arguments).collect();
        format!("{}({})", self.function, arguments.join(", "))
    }
}

impl FaultKind {
    /// Where the run was, or where what is left was allocated: offsets in the module's file, the innermost call first.
    pub fn trace(&self) -> &[u32] {
        match self {
            Self::Stopped(stopped) => &stopped.trace,
            Self::Leak { trace, .. } => trace,
            Self::Law(_) | Self::LostValue(_) => &[],
        }
    }

    /// Who sees it when the calls are run in ordinary memory, with values that watch over themselves.
    pub fn natively(&self) -> Natively {
        match self {
            Self::Stopped(stopped) => stop_natively(&stopped.stop),
            Self::Leak { .. } => Natively::OnlyInMemory,
            Self::Law(_) | Self::LostValue(_) => Natively::Fails,
        }
    }

    /// Whether it is a panic.
    pub fn is_panic(&self) -> bool {
        matches!(self, Self::Stopped(Stopped { stop: Stop::Panic(_), .. }))
    }
}
