//! Which transitions a search covers, and where it keeps how far it got.
//!
//! A search that takes long is saved now and then, and when it is stopped: each worker saves its part, and the same worker of a later
//! process goes on there. A *shard* is the part of the transitions that one of several processes covers; its result is saved, and a
//! search that *merges* joins the results of all shards to one of which nothing is left.
//!
//! **Why a merged search can be trusted.** The merging process finds the valid states by itself, and removes from them what the shards
//! cover: nothing may be left. The sizes of the classes, each counted in the shard that it belongs to, must add up to the number of
//! transitions, so a shard that is missing, or there twice, shows. What shards found is run again here.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::kept::{KeptParts, Part};
use crate::layouts::Layouts;
use crate::observer::SharedObserver;
use crate::result::Bounds;

/// The share of the work that one of several processes does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Its number, from 0.
    pub index: usize,
    /// Number of shards.
    pub of: usize,
}

impl Shard {
    /// All of the work.
    pub(crate) const WHOLE: Self = Self { index: 0, of: 1 };

    pub(crate) fn is_whole(self) -> bool {
        self.of <= 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

/// The share of the work that is done here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Portion {
    /// All of it.
    #[default]
    All,
    /// That of a shard.
    Shard(Shard),
    /// None: so many shards have done it, and their results are put together.
    Merged {
        /// Number of shards.
        of: usize,
    },
}

impl Portion {
    pub(crate) fn shard(self) -> Shard {
        match self {
            Self::Shard(shard) => shard,
            Self::All | Self::Merged { .. } => Shard::WHOLE,
        }
    }
}

/// What a search covers, and where it is kept.
#[derive(Clone, Copy, Default)]
pub(crate) struct Keeping<'a> {
    pub(crate) portion: Portion,
    /// For searches that go on later; none if they do not.
    pub(crate) unfinished: Option<&'a KeptParts<'a>>,
    /// For results of shards.
    pub(crate) shards: Option<&'a KeptParts<'a>>,
    /// For machines that later searches at the same bounds use again.
    pub(crate) machines: Option<&'a SpareMachines>,
}

/// Machines with states in other layouts, which no search uses at the moment. The guest has described its states there.
#[derive(Debug, Default)]
pub(crate) struct SpareMachines(Mutex<Vec<Layouts>>);

impl SpareMachines {
    /// Those of a search that is over, if there are any.
    pub(super) fn take(&self) -> Option<Layouts> {
        self.0.try_lock().ok()?.pop()
    }

    pub(super) fn put(&self, layouts: Layouts) {
        // Nobody waits for a thread that gets no more memory.
        if let Ok(mut spare) = self.0.try_lock() {
            spare.push(layouts);
        }
    }
}

impl fmt::Debug for Keeping<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keeping").field("portion", &self.portion).finish_non_exhaustive()
    }
}

/// The name of the result of a shard.
pub(super) fn shard_name(bounds: &Bounds, shard: Shard) -> String {
    format!("{bounds} {shard}")
}

/// Saves the part of one worker, or an exploration.
pub(crate) struct Saver<'a, 'o> {
    store: &'a KeptParts<'a>,
    name: String,
    observer: &'a SharedObserver<'o>,
    /// Number of times that it should have been saved, when it was.
    at: AtomicU64,
    /// Whether there may be something in the store.
    is_saved: AtomicBool,
}

impl<'a, 'o> Saver<'a, 'o> {
    pub(crate) fn new(store: &'a KeptParts<'a>, name: String, observer: &'a SharedObserver<'o>) -> Self {
        Self { store, name, observer, at: AtomicU64::new(observer.saves()), is_saved: AtomicBool::new(false) }
    }

    pub(crate) fn load<P: Part>(&self) -> Option<P> {
        let saved: Option<P> = self.store.get(&self.name);
        self.is_saved.store(saved.is_some(), Relaxed);
        saved
    }

    /// Whether it is time to save, now that the search goes on, or ends.
    pub(crate) fn is_due(&self) -> bool {
        self.observer.saves() > self.at.load(Relaxed)
    }

    pub(crate) fn save<P: Part>(&self, saved: &P) {
        self.at.store(self.observer.saves(), Relaxed);
        self.is_saved.store(true, Relaxed);
        self.store.put(&self.name, saved);
    }

    /// Whether the search was stopped from outside.
    pub(crate) fn is_stopped(&self) -> bool {
        self.observer.cause().is_some()
    }

    /// Whether it was saved before, by this process or another.
    pub(crate) fn is_saved(&self) -> bool {
        self.is_saved.load(Relaxed)
    }

    /// Removes what was saved: the search is over.
    pub(crate) fn forget<P: Part>(&self) {
        if self.is_saved.swap(false, Relaxed) {
            self.store.remove::<P>(&self.name);
        }
    }
}
