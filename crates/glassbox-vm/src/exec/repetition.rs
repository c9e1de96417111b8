//! An earlier state of a run, with which later ones are compared. `endless.rs` says how.

use super::stack::Frame;

/// The earlier state that later ones are compared with.
#[derive(Debug)]
pub(super) struct Anchor<S> {
    /// Index of the instruction that the run jumped back to.
    pub(super) target: u32,
    pub(super) frames: Vec<Frame>,
    pub(super) slots: Vec<u64>,
    pub(super) shadows: Vec<S>,
    pub(super) globals: Vec<u64>,
    /// Calls of the host, and other effects that are not compared.
    pub(super) n_effects: u64,
    /// Pages that the run had written.
    pub(super) pages: Vec<Vec<u8>>,
    /// Bytes with terms.
    pub(super) terms: Vec<(u32, u32)>,
}

/// Search for a state that comes back.
#[derive(Debug)]
pub(super) struct Repetition<S> {
    pub(super) anchor: Option<Anchor<S>>,
    /// Jumps back since the anchor, and how many there may be before it moves.
    pub(super) n_jumps: u64,
    pub(super) most_jumps: u64,
}

impl<S> Default for Repetition<S> {
    fn default() -> Self {
        Self { anchor: None, n_jumps: 0, most_jumps: 1 }
    }
}
