//! The state of the tracker.

use super::bytes::{TermBytes, TermBytesSnapshot};
use super::constants::Constants;
use super::decision::Log;
use super::footprint::Footprint;
use super::outside::Outside;
use super::presence::Presence;
use super::shadow::ByteImage;
use super::term::Terms;
use super::unknown::Unknown;
use crate::track::sanitizer::{Sanitizer, SanitizerSnapshot};
use crate::track::tracker::Tracker;
use crate::track::written_words::WrittenWords;

/// The tracker with terms. See the module's documentation.
#[derive(Debug, Default)]
pub struct Concolic {
    pub(super) sanitizer: Sanitizer,
    pub(super) terms: Terms,
    pub(super) bytes: TermBytes,
    pub(super) constants: Constants,
    pub(super) presence: Presence,
    pub(super) log: Log,
    /// The words that the run has written, if the host notes configurations.
    pub(super) words: Option<WrittenWords>,
    /// Breakpoint: a run that makes more decisions stops.
    pub(super) most_decisions: Option<usize>,
    /// Address and length of each read, if the host logs them.
    pub(super) reads: Option<Vec<(u32, u32)>>,
    /// The range whose old bytes are remembered at a write; empty if the host does not watch writes.
    pub(super) watched: std::ops::Range<u32>,
    /// Bytes of this range before each write, in the order of the writes.
    pub(super) overwritten: Vec<(u32, ByteImage)>,
    /// Reads and writes of memory outside the structures, if the host watches it.
    pub(super) outside: Option<Box<Outside>>,
    /// Statics that may be written to, and whether this run has read one.
    pub(super) statics: std::ops::Range<u32>,
    pub(super) has_read_statics: bool,
    /// Bytes whose values at the start are unknown, if there are any.
    pub(super) unknown: Option<Box<Unknown>>,
    /// The path of the run, if the host asks for it.
    pub(super) footprint: Option<Footprint>,
    /// Number of instructions that made or used a term, for measuring the cost of symbolic execution.
    pub(super) n_symbolic: u64,
}

/// A snapshot of a [`Concolic`].
#[derive(Clone, Debug)]
pub struct ConcolicSnapshot {
    pub(super) sanitizer: SanitizerSnapshot,
    pub(super) bytes: TermBytesSnapshot,
}

/// A tracker with terms: [`Concolic`] itself, or one that wraps it.
pub trait Symbolic: Tracker {
    /// The tracker with terms.
    fn concolic(&mut self) -> &mut Concolic;
}

impl Symbolic for Concolic {
    fn concolic(&mut self) -> &mut Concolic {
        self
    }
}

impl Concolic {
    /// All terms made so far.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// All terms, to add variables.
    pub fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// Begins a run: forgets the decisions of the last one.
    pub fn begin_run(&mut self) {
        self.log.clear();
        self.presence.begin_run();
        self.watched = 0..0;
        self.overwritten.clear();
        self.n_symbolic = 0;
        self.has_read_statics = false;
        if let Some(outside) = &mut self.outside {
            outside.begin_run();
        }
        if let Some(unknown) = &mut self.unknown {
            unknown.begin_run();
        }
    }

    /// Number of instructions of the run that made or used terms.
    pub fn n_symbolic(&self) -> u64 {
        self.n_symbolic
    }
}
