//! What can go wrong with sets: there are too many nodes, or a file is not what it should be.

use thiserror::Error;

/// The diagram has no room for the result, even without garbage. The sets that exist are unharmed; whoever
/// asked does not know the answer, which is a verdict of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the decision diagram is full; give it more nodes, or check smaller bounds")]
pub struct OutOfMemory;

/// Why saved sets cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LoadError {
    /// The first bytes are not those of saved sets.
    #[error("this is not a file of saved sets")]
    NotASet,
    /// Saved by another version.
    #[error("the sets were saved in format {found}, but this version reads format {known}; save them again")]
    Version {
        /// The format of the file.
        found: u8,
        /// The format that can be read.
        known: u8,
    },
    /// The file ends too early, or goes on after its end.
    #[error("the file of saved sets is cut off or has bytes appended")]
    Length,
    /// The bytes are not those that were saved.
    #[error("the file of saved sets is damaged: its checksum is wrong")]
    Checksum,
    /// The sets are over other variables than the diagram's.
    #[error("the saved sets are over {found:?} (choices of each variable), but the diagram is over {expected:?}")]
    Variables {
        /// Numbers of choices in the file.
        found: Vec<u32>,
        /// Numbers of choices of the diagram.
        expected: Vec<u32>,
    },
    /// A node breaks a rule of diagrams; see `diagram/file_format.rs` for the rules.
    #[error("node {node} of the saved sets is wrong: {rule}")]
    Node {
        /// Which one, in the order of the file.
        node: usize,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// A set begins at a node that does not exist.
    #[error("saved set {set} begins at a node that does not exist")]
    Root {
        /// Which one, in the order of the file.
        set: usize,
    },
    /// The diagram has no room for the sets.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}
