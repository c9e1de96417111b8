//! Opaque keys, as numbers.
//!
//! Code that can only compare keys depends on nothing but their order. So one number per position, in order, stands for
//! all keys that a sorted structure can hold there. Keys that are arguments must also fall between any two of them, and
//! several arguments between the same two in every order. So must keys of the structure that are in no sorted list: nothing
//! says that they are one of the others. With m such keys the key of rank r is `(m + 1) * r + m`: below, between and above
//! the ranks there are m numbers each.

use glassbox_abi::skeleton::CellKind;

use super::Plan;
use super::condition::Condition;
use super::description::Label;
use super::domain::Domain;
use super::path::Path;
use crate::host;
use crate::key::Key;

/// The position of the walk among sorted lists.
#[derive(Default)]
pub(crate) struct Keys {
    /// The walk is directly inside a `sorted` list of the current node.
    sorted: bool,
    /// Number of `sorted` lists that the walk is inside of, through all nodes.
    depth: u32,
    /// Path and condition of the outermost list that the walk is inside of, until it has a key.
    begun: Option<(Path, Condition)>,
    /// Paths and conditions of the outermost lists with keys.
    sequences: Vec<(Path, Condition)>,
}

/// Numbers of keys.
#[derive(Clone, Copy, Default)]
pub(crate) struct KeyCounts {
    /// In sorted lists.
    ranks: u32,
    /// In structures, but in no sorted list.
    loose: u32,
    /// In arguments that are not structures.
    arguments: u32,
}

impl KeyCounts {
    /// Numbers per gap.
    fn gap(self) -> u32 {
        let loose = if self.ranks > 0 { self.loose } else { 0 };
        (self.arguments + loose).max(1)
    }

    /// Number of ranks. Without any sorted list, the number of keys: enough for all their orders.
    fn all_ranks(self) -> u32 {
        if self.ranks > 0 { self.ranks } else { self.loose }
    }

    fn of_rank(self, rank: u32) -> u32 {
        (self.gap() + 1) * rank + self.gap()
    }

    /// Whether the number is that of a rank, not one in a gap.
    fn is_rank(self, number: u32) -> bool {
        number % (self.gap() + 1) == self.gap()
    }
}

impl Plan {
    /// `#[glassbox(sorted(..))]`: the keys that `f` describes are strictly increasing in the order in which it
    /// describes them. A child node that it describes in between says the same about its own keys, so that all
    /// positions of a tree form one sequence.
    ///
    /// # Panics
    ///
    /// If there is a second sequence in the same state: the order among the keys of both would have to be free. Keys
    /// that are not opaque, but have a domain, do not count.
    pub fn sorted<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        if self.keys.depth == 0 {
            self.keys.begun = Some((self.scope.path, self.scope.condition));
        }
        let outer = std::mem::replace(&mut self.keys.sorted, true);
        self.keys.depth += 1;
        let result = f(self);
        self.keys.depth -= 1;
        self.keys.sorted = outer;
        result
    }

    /// Whether the walk is directly inside a `sorted` list.
    pub(super) fn is_sorted(&self) -> bool {
        self.keys.sorted
    }

    /// The next rank in the sequence.
    pub fn rank(&mut self) -> u32 {
        if let Some((path, condition)) = self.keys.begun.take() {
            self.begin_sequence(path, condition);
        }
        self.found.keys.ranks += 1;
        self.found.keys.ranks - 1
    }

    /// Begins a new node: its own `sorted` decides about its keys, not that of its parent.
    pub(super) fn unsorted(&mut self, f: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.keys.sorted, false);
        // A node that no sorted list leads to begins a sequence of its own.
        let depth = self.keys.depth;
        if !outer {
            self.keys.depth = 0;
        }
        f(self);
        self.keys.depth = depth;
        self.keys.sorted = outer;
    }

    /// Describes a key.
    pub(crate) fn key(&mut self, at: *mut Key) {
        let known = self.known.keys;
        let numbers: Vec<u32> = if self.keys.sorted {
            let rank = self.rank();
            self.vary(at.cast(), Domain::of([Key::new(known.of_rank(rank))]).kind(CellKind::Rank));
            return;
        } else if self.scope.node.is_none() {
            self.found.keys.arguments += 1;
            let all = 0..known.of_rank(known.all_ranks());
            // The bound `gaps = 0` leaves out keys between positions, for comparison with tools that do. The first walk
            // knows no ranks.
            let only_ranks = host::bound("gaps") == Some(0) && known.all_ranks() > 0;
            all.filter(|number| !only_ranks || known.is_rank(*number)).collect()
        } else {
            self.found.keys.loose += 1;
            // The first walk does not know the number of keys, and does not need it.
            let all = 0..known.of_rank(known.all_ranks().max(1));
            // Among themselves they have all orders without gaps.
            let only_ranks = known.ranks == 0;
            all.filter(|number| !only_ranks || known.is_rank(*number)).collect()
        };
        let labels: Vec<Label> = numbers.iter().map(|number| number.to_string().into()).collect();
        let keys = Domain::of(numbers.into_iter().map(Key::new)).labels(labels);
        self.vary(at.cast(), keys.kind(CellKind::Key));
    }

    fn begin_sequence(&mut self, path: Path, condition: Condition) {
        let meets = |other: Condition| !self.conditions.exclude(other, condition);
        if let Some((other, _)) = self.keys.sequences.iter().find(|(_, other)| meets(*other)) {
            let (other, path) = (self.paths.text(*other), self.paths.text(path));
            panic!(
                "`{other}` and `{path}` are both sorted, and nothing says how their keys compare: \
                 use small integers instead of `glassbox::Key`, with `#[glassbox(domain(u8 = 0..4))]`"
            );
        }
        self.keys.sequences.push((path, condition));
    }
}
