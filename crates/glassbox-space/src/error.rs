//! Errors of set operations: a full diagram, or a file that cannot be loaded.

use thiserror::Error;

/// The diagram has no room for the result, even after a garbage collection. Existing sets stay valid. The caller does
/// not know the answer and reports 'unknown'.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the decision diagram is full; give it more nodes, or check smaller bounds")]
pub struct OutOfMemory;

/// Reason why saved sets cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LoadError {
    /// The first bytes are not those of saved sets.
    #[error("this is not a file of saved sets")]
    NotASet,
    /// Another version of glassbox saved the sets.
    #[error("the sets were saved in format {found}, but this version reads format {known}; save them again")]
    Version {
        /// The format of the file.
        found: u8,
        /// The format that can be read.
        known: u8,
    },
    /// The file is too short or too long.
    #[error("the file of saved sets is cut off or has bytes appended")]
    Length,
    /// The checksum does not match the bytes.
    #[error("the file of saved sets is damaged: its checksum is wrong")]
    Checksum,
    /// The variables of the sets differ from those of the diagram.
    #[error("the saved sets are over {found:?} (choices of each variable), but the diagram is over {expected:?}")]
    Variables {
        /// Numbers of choices in the file.
        found: Vec<u32>,
        /// Numbers of choices of the diagram.
        expected: Vec<u32>,
    },
    /// The groups of the variables differ from those of the diagram.
    #[error("the variables of the saved sets are in other groups than those of the diagram")]
    Groups,
    /// The sets are not what their file says, or could be saved with fewer nodes.
    #[error("the nodes of the saved sets are not those of any set")]
    NotReduced,
    /// A node breaks a rule of diagrams. `diagram/file_format.rs` has the rules.
    #[error("node {node} of the saved sets is wrong: {rule}")]
    Node {
        /// Its index in the file.
        node: usize,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// The root of a set is a node that does not exist.
    #[error("the root of saved set {set} is a node that does not exist")]
    Root {
        /// Its index in the file.
        set: usize,
    },
    /// The diagram has no room for the sets.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}
