//! The configurations of a run. `configuration.rs` says what they are.

/// Which calls and returns are noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteAt {
    /// Those of calls in which something is decided.
    Decisions,
    /// Those with these numbers, in ascending order.
    Numbers(Vec<u64>),
}

/// The configuration of a run where it calls a function, or where one returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// Number of calls and returns before it.
    pub number: u64,
    /// Whether a function is called here.
    pub is_call: bool,
    /// The running function: where it is, and its slots. After a call, it has its arguments; after a return, it is the one that goes on, and it is empty if
    /// the host does.
    pub frame: Vec<u8>,
    /// What a function returns; empty after a call.
    pub results: Vec<u8>,
    /// All that functions share.
    pub shared: Vec<u8>,
    /// Steps left.
    pub fuel: u64,
    /// Number of blocks of the start that the run has freed.
    pub n_freed: usize,
    /// What the host has noted.
    pub noted: usize,
}

/// The configurations of a run in progress.
#[derive(Debug)]
pub(super) struct Notes {
    pub(super) at: NoteAt,
    /// Number of calls and returns.
    pub(super) number: u64,
    /// Size of the memory at the start.
    pub(super) len: usize,
    pub(super) noted: Vec<Configuration>,
    /// Calls in progress, by their places in `noted`.
    pub(super) open: Vec<usize>,
    /// Whether something has happened that no configuration has.
    pub(super) is_spoilt: bool,
}
