//! Reasons for which the host refuses a call of the guest.
//!
//! [`Refusal`] lists them all, including those of the engine's hosts, so that programs can tell them apart without parsing
//! text. [`Refusal::blame`] says what has to change: the code under check, its harness, or glassbox.

use std::fmt;

use super::service::Service;
use crate::memory::GuestAddr;

/// A reason for which a host function stops the run instead of answering.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    // --- The code under check ---
    /// A block is allocated with an alignment that is no power of two.
    #[error("allocation with alignment {align}, which is not a power of two")]
    InvalidAlignment {
        /// The alignment.
        align: u32,
    },
    /// The global allocator is asked for a block of no bytes, which `GlobalAlloc` does not allow.
    #[error("allocation of 0 bytes, for which `GlobalAlloc` has no result")]
    EmptyAllocation,
    /// A `Val` is dropped for the second time.
    #[error("{}", double_drop(*token))]
    DoubleDrop {
        /// The number of the value; none if it is a value of no size, which has no number.
        token: Option<u32>,
    },

    /// An operation returns that must panic.
    #[error("the operation returns, although it must panic here")]
    NoPanic,
    /// An operation changes the subject before a panic that must leave it as it was.
    #[error("the operation panics as it must, but has changed the subject before")]
    ChangedBeforePanic,

    // --- Its harness ---
    /// A check asks for the summary of a node that is no tree child of the node being checked.
    #[error("a check asked for the summary of {node}, which is not a tree child of its node")]
    NotATreeChild {
        /// The node whose summary it asks for.
        node: GuestAddr,
    },
    /// An operation is run again with the same choices and asks for other ones: it does not depend on its state alone.
    #[error("the operation does not depend on its state alone: it made choice {choice} before, and now has only {of}")]
    ChoiceOutOfRange {
        /// The choice that the script has.
        choice: u32,
        /// Number of choices that the operation asks for now.
        of: u32,
    },

    // --- Glassbox ---
    /// The guest calls a host function that has no meaning in this kind of run, such as `gb_choose` in a check.
    #[error("`{name}` cannot be called in {run}")]
    NotOffered {
        /// Name of the host function.
        name: &'static str,
        /// The kind of run.
        run: RunKind,
    },
    /// The guest calls a function of std that needs an operating system.
    #[error("{service} cannot be used here")]
    NoService {
        /// The service that it needs.
        service: Service,
    },
    /// The guest names a kind of record that this host does not know: the two have different versions.
    #[error("the guest sent a {record} of kind {kind}, which this version of glassbox does not know")]
    UnknownRecord {
        /// The kind of record.
        record: Record,
        /// The number that the guest sent.
        kind: u32,
    },
    /// The guest calls a host function with a number that the host never gave out.
    #[error("the host has no function {function}")]
    NoSuchFunction {
        /// The number.
        function: u32,
    },
    /// The subject has more keys than can be numbered.
    #[error("too many keys")]
    TooManyKeys,
    /// Two keys are neighbours as numbers, so no new key fits between them.
    #[error("no key fits between two keys: try fewer operations")]
    NoRoomBetweenKeys,
    /// A decision depends on the number of an address, a key or a value, and the host wants to know where.
    #[error("a decision depends on the number of an address, a key or a value")]
    DecidesByNumber,
    /// The host does not support something that the guest needs.
    #[error("{what}")]
    NotSupported {
        /// A sentence that says what the guest needs.
        what: &'static str,
    },
}

/// The party that has to change something after a [`Refusal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// The code under check has a bug.
    Code,
    /// The check, invariant or operation uses glassbox in a way that is not allowed.
    Harness,
    /// Glassbox has reached a limit, or its guest and host parts do not fit together.
    Glassbox,
}

/// A kind of run, as far as the host functions on offer differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// A check, or an invariant that is evaluated for one.
    Check,
    /// An operation of an exploration.
    Exploration,
}

/// A record that the guest sends to the host, with a number for its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// A field of a node, to be shown.
    Field,
    /// A key or value in a node.
    Item,
    /// The result of an operation.
    Result,
}

impl Refusal {
    /// A stable name in kebab case, for reports that programs read.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidAlignment { .. } => "invalid-alignment",
            Self::EmptyAllocation => "empty-allocation",
            Self::DoubleDrop { .. } => "value-dropped-twice",
            Self::NoPanic => "no-panic",
            Self::ChangedBeforePanic => "changed-before-panic",
            Self::NotATreeChild { .. } => "not-a-tree-child",
            Self::NotOffered { .. } => "not-offered",
            Self::NoService { .. } => "no-service",
            Self::ChoiceOutOfRange { .. } => "choice-out-of-range",
            Self::UnknownRecord { .. } => "unknown-record",
            Self::NoSuchFunction { .. } => "no-such-function",
            Self::TooManyKeys => "too-many-keys",
            Self::DecidesByNumber => "decides-by-number",
            Self::NoRoomBetweenKeys => "no-room-between-keys",
            Self::NotSupported { .. } => "not-supported",
        }
    }

    /// The party that has to change something.
    pub fn blame(&self) -> Blame {
        match self {
            Self::InvalidAlignment { .. }
            | Self::EmptyAllocation
            | Self::DoubleDrop { .. }
            | Self::NoPanic
            | Self::ChangedBeforePanic => Blame::Code,
            Self::NotATreeChild { .. } | Self::ChoiceOutOfRange { .. } => Blame::Harness,
            Self::NotOffered { .. }
            | Self::NoService { .. }
            | Self::UnknownRecord { .. }
            | Self::NoSuchFunction { .. }
            | Self::TooManyKeys
            | Self::DecidesByNumber
            | Self::NoRoomBetweenKeys
            | Self::NotSupported { .. } => Blame::Glassbox,
        }
    }

    /// Whether it is a bug in the code under check, rather than a misuse or a limit of glassbox.
    pub fn is_finding(&self) -> bool {
        self.blame() == Blame::Code
    }
}

impl fmt::Display for RunKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Check => "a check",
            Self::Exploration => "an exploration",
        })
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Field => "field",
            Self::Item => "item",
            Self::Result => "result",
        })
    }
}

fn double_drop(token: Option<u32>) -> String {
    match token {
        Some(token) => format!("value {token} is dropped twice"),
        None => "more values are dropped than there are".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(refusal: &Refusal, code: &str, blame: Blame, text: &str) {
        assert_eq!((refusal.code(), refusal.blame()), (code, blame));
        assert_eq!(refusal.is_finding(), blame == Blame::Code);
        assert_eq!(refusal.to_string(), text);
    }

    #[test]
    fn a_refusal_says_its_code_who_is_to_blame_and_why() {
        let dropped = "value 3 is dropped twice";
        check(&Refusal::DoubleDrop { token: Some(3) }, "value-dropped-twice", Blame::Code, dropped);
        let dropped = "more values are dropped than there are";
        check(&Refusal::DoubleDrop { token: None }, "value-dropped-twice", Blame::Code, dropped);
        let choose = Refusal::NotOffered { name: "gb_choose", run: RunKind::Check };
        check(&choose, "not-offered", Blame::Glassbox, "`gb_choose` cannot be called in a check");
        let field = Refusal::UnknownRecord { record: Record::Field, kind: 9 };
        let unknown = "the guest sent a field of kind 9, which this version of glassbox does not know";
        check(&field, "unknown-record", Blame::Glassbox, unknown);
    }
}
