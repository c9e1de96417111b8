//! Texts that the engine reads, without the modules that they are about: `cargo xtask fuzz-texts` reads damaged ones.
//!
//! Users paste replay texts, and a folder or a server has the entries of the cache. Nothing here is for other programs.

use glassbox_vm::digest::Digest;

use crate::drops::DropRuns;
use crate::explore::{Explored, HistoryText, SavedExploration, SavedShard};
use crate::kept::{Part, read_entry, write_entry};
use crate::reachable::Reachable;
use crate::search::{Deepened, SavedSearch, StateText};

/// A state of a check as text, read and written again; none if it is refused.
pub fn state_again(text: &str) -> Option<String> {
    StateText::parse(text).map(|state| state.to_string())
}

/// A history of an exploration as text, read and written again; none if it is refused.
pub fn history_again(text: &str) -> Option<String> {
    HistoryText::parse(text).map(|history| history.to_string())
}

/// A kind of parts that the cache, or the file of a shard, keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// The search of a check.
    Search,
    /// Drops of a structure.
    Drops,
    /// Reached states.
    Reached,
    /// An exploration.
    Exploration,
    /// A part of a search.
    SearchPart,
    /// An exploration that is not finished.
    ExplorationPart,
    /// A shard of an exploration.
    ExplorationShard,
}

impl PartKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Search,
        Self::Drops,
        Self::Reached,
        Self::Exploration,
        Self::SearchPart,
        Self::ExplorationPart,
        Self::ExplorationShard,
    ];

    /// The kind with this name in entries.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name in entries.
    pub fn name(self) -> &'static str {
        match self {
            Self::Search => Deepened::KIND,
            Self::Drops => DropRuns::KIND,
            Self::Reached => Reachable::KIND,
            Self::Exploration => Explored::KIND,
            Self::SearchPart => SavedSearch::KIND,
            Self::ExplorationPart => SavedExploration::KIND,
            Self::ExplorationShard => SavedShard::KIND,
        }
    }

    /// The lines of a part, read and written again; none if they are refused.
    pub fn again(self, text: &str) -> Option<String> {
        match self {
            Self::Search => Deepened::read(text)?.write(),
            Self::Drops => DropRuns::read(text)?.write(),
            Self::Reached => Reachable::read(text)?.write(),
            Self::Exploration => Explored::read(text)?.write(),
            Self::SearchPart => SavedSearch::read(text)?.write(),
            Self::ExplorationPart => SavedExploration::read(text)?.write(),
            Self::ExplorationShard => SavedShard::read(text)?.write(),
        }
    }

    /// The bytes that the cache keeps for these lines.
    pub fn entry(self, key: &Digest, text: &str) -> Vec<u8> {
        write_entry(self.name(), key, text)
    }

    /// Whether the cache trusts these bytes.
    pub fn is_trusted(self, entry: &[u8], key: &Digest) -> bool {
        match self {
            Self::Search => read_entry::<Deepened>(entry, key).is_some(),
            Self::Drops => read_entry::<DropRuns>(entry, key).is_some(),
            Self::Reached => read_entry::<Reachable>(entry, key).is_some(),
            Self::Exploration => read_entry::<Explored>(entry, key).is_some(),
            Self::SearchPart => read_entry::<SavedSearch>(entry, key).is_some(),
            Self::ExplorationPart => read_entry::<SavedExploration>(entry, key).is_some(),
            Self::ExplorationShard => read_entry::<SavedShard>(entry, key).is_some(),
        }
    }
}
