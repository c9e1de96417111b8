//! The state of the tracker, and what the host may ask it.

use super::bytes::{TermBytes, TermBytesSnapshot};
use super::constants::Constants;
use super::decision::Log;
use super::footprint::Footprint;
use super::outside::Outside;
use super::presence::Presence;
use super::shadow::ByteImage;
use super::term::Terms;
use crate::track::sanitizer::{Sanitizer, SanitizerSnapshot};
use crate::track::tracker::Tracker;

/// Knows how values depend on the state. See the module's documentation.
#[derive(Debug, Default)]
pub struct Concolic {
    pub(super) sanitizer: Sanitizer,
    pub(super) terms: Terms,
    pub(super) bytes: TermBytes,
    pub(super) constants: Constants,
    pub(super) presence: Presence,
    pub(super) log: Log,
    /// What was read, if somebody wants to know.
    pub(super) reads: Option<Vec<(u32, u32)>>,
    /// Where writes are of interest; nowhere if it is empty.
    pub(super) watched: std::ops::Range<u32>,
    /// What was there before writes, in the order of the writes.
    pub(super) overwritten: Vec<(u32, ByteImage)>,
    /// What runs do to memory outside the structures, if somebody wants to know.
    pub(super) outside: Option<Box<Outside>>,
    /// Which way the run went, if somebody wants to know.
    pub(super) footprint: Option<Footprint>,
    /// Instructions that made or asked a term: what symbolic execution costs is told per one of these.
    pub(super) n_symbolic: u64,
}

/// What a snapshot keeps of a [`Concolic`].
#[derive(Clone, Debug)]
pub struct ConcolicSnapshot {
    pub(super) sanitizer: SanitizerSnapshot,
    pub(super) bytes: TermBytesSnapshot,
}

/// A tracker with terms: [`Concolic`] itself, or one that watches it.
pub trait Symbolic: Tracker {
    /// The terms, and what was decided about them.
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

    /// The same, to make variables.
    pub fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// Forgets the decisions of the last run.
    pub fn begin_run(&mut self) {
        self.log.clear();
        self.presence.begin_run();
        self.watched = 0..0;
        self.overwritten.clear();
        self.n_symbolic = 0;
        if let Some(outside) = &mut self.outside {
            outside.begin_run();
        }
    }

    /// Instructions of the run that had to do with terms.
    pub fn n_symbolic(&self) -> u64 {
        self.n_symbolic
    }
}
