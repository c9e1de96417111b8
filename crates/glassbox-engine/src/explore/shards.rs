//! Shards of an exploration, and what they make together.
//!
//! Most of the states and calls of an exploration belong to its longest histories. So every shard explores all shorter ones, and a part
//! of the last level: an interval of the states that these lead to. How many states are new is known only when all shards are put together,
//! because several may find the same one; so a shard's result has a digest of every form that was new to it.
//!
//! **Why the sum is right.** The shorter histories are the same in all shards, which digests of all their forms show. The intervals are
//! disjoint and cover the last level, because they depend on the number of states and of shards alone; each shard says which one it
//! explored, so a file under the name of another shard is noticed. Functions are run on each state of
//! the last level in one shard, which counts these calls; what they lead to is known, or is among the forms that this shard found.
//!
//! An exploration that a shard cannot do for itself is done by the process that puts them together: if blocks have to lie in another
//! order, a state of the last level was made smaller and explored at once, or there are more states than the limit allows.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use glassbox_vm::digest::Digest;

use super::canonical::Matching;
use super::levels::{Explored, Search, part_of};
use super::progress::{Facts, Position, names};
use crate::kept::{KeptParts, Part, fields};
use crate::result::{Reason, SearchEnd};
use crate::search::{Keeping, Shard};

/// The result of a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedShard {
    /// Before the last level; after everything, if the exploration ended before.
    base: Position,
    /// A digest of all forms of the base.
    forms_of_base: Digest,
    /// The states of the last level that functions were run on, if there was a last level to share.
    own: Option<Range<usize>>,
    /// Calls of the last level, and how many of them ended with a panic that is meant.
    transitions: u64,
    n_meant_panics: u64,
    facts: Facts,
    possible: Vec<String>,
    /// Digests of forms that are not in the base.
    forms: BTreeSet<Digest>,
}

fn name(shard: Shard) -> String {
    format!("shard {shard}")
}

impl Search {
    /// Keeps the result of a shard, unless the whole has to be explored at once.
    pub(super) fn save_shard(&self, explored: &Explored, shard: Shard, store: &KeptParts<'_>) {
        let is_plain = self.explorer.matching() == Matching::Exactly && !self.has_expanded_early;
        if explored.end != SearchEnd::Covered || !is_plain || self.undecided.is_some() {
            return;
        }
        let base = self.last_level.clone().unwrap_or_else(|| self.position.clone());
        let (new, old) = self.explorer.forms_since(base.n_states);
        let saved = SavedShard {
            forms_of_base: Digest::of_parts(old.iter().copied()),
            own: self.last_level.is_some().then(|| self.own.clone()),
            transitions: explored.transitions - base.transitions,
            n_meant_panics: explored.n_meant_panics - base.n_meant_panics,
            facts: self.facts(),
            possible: self.possible(),
            forms: new.into_iter().map(Digest::of).collect(),
            base,
        };
        store.put(&name(shard), &saved);
    }

    /// The exploration that shards have made; none if it has to be made here.
    pub(super) fn put_together(mut self, of: usize, keeping: Keeping<'_>) -> Option<Explored> {
        let store = keeping.shards?;
        let shards = (0..of).map(|index| store.get(&name(Shard { index, of })));
        let shards: Vec<SavedShard> = shards.collect::<Option<_>>()?;
        let (first, others) = shards.split_first()?;
        let is_shared = first.own.is_some();
        let fits = |(index, other): (usize, &SavedShard)| {
            let own = is_shared.then(|| part_of(&first.base.next_level(), Shard { index, of }));
            (&other.base, &other.forms_of_base, &other.own) == (&first.base, &first.forms_of_base, &own)
        };
        if !shards.iter().enumerate().all(fits) {
            return None;
        }
        let mut facts = first.facts.clone();
        for other in others {
            facts.join(&other.facts);
        }
        for name in shards.iter().flat_map(|shard| &shard.possible) {
            let function = self.harness.function(name)?.clone();
            self.explorer.note_possible(&function);
        }
        let forms: BTreeSet<&Digest> = shards.iter().flat_map(|shard| &shard.forms).collect();
        // One process would have ended at the limit.
        if first.base.n_states + forms.len() > self.limits.states {
            return None;
        }
        let sum = |of: fn(&SavedShard) -> u64| shards.iter().map(of).sum::<u64>();
        let mut levels = first.base.levels.clone();
        levels.extend(is_shared.then_some(forms.len()));
        let never = if levels.len() > 1 { self.never_possible() } else { Vec::new() };
        let end =
            if levels.len() > 1 && self.is_idle(&never) { Reason::NoOperation.into() } else { SearchEnd::Covered };
        Some(Explored {
            end,
            bounds: self.bounds.clone(),
            states: first.base.n_states + forms.len(),
            transitions: first.base.transitions + sum(|shard| shard.transitions),
            operations: u32::try_from(levels.len() - 1).ok()?,
            is_complete: levels.last() == Some(&0),
            levels,
            has_elements: facts.has_elements,
            has_one_seed: facts.uses_seed,
            hashes: facts.hashes,
            n_meant_panics: first.base.n_meant_panics + sum(|shard| shard.n_meant_panics),
            others: facts.others,
            never,
            layouts: 1,
            is_continued: false,
        })
    }
}

impl Part for SavedShard {
    const KIND: &'static str = "shard of an exploration";

    fn write(&self) -> Option<String> {
        let Self { base, forms_of_base, own, transitions, n_meant_panics, facts, possible, forms } = self;
        let own = own.as_ref().map(|Range { start, end }| format!("{start}-{end}"));
        let own = own.as_deref().unwrap_or("nothing");
        let mut text = format!("{}\n{forms_of_base} {own} {transitions} {n_meant_panics}\n", base.write());
        writeln!(text, "{}\n{}", facts.write(), possible.join(",")).ok()?;
        for form in forms {
            writeln!(text, "{form}").ok()?;
        }
        Some(text)
    }

    fn read(text: &str) -> Option<Self> {
        let mut lines = text.strip_suffix('\n')?.split('\n');
        let base = Position::read(lines.next()?)?;
        let [forms_of_base, own, transitions, n_meant_panics] = fields(lines.next()?, ' ')?;
        let (facts, possible) = (Facts::read(lines.next()?)?, names(lines.next()?));
        Some(Self {
            base,
            forms_of_base: Digest::parse(forms_of_base)?,
            own: match own {
                "nothing" => None,
                own => {
                    let [start, end] = fields(own, '-')?;
                    Some(start.parse().ok()?..end.parse().ok()?)
                }
            },
            transitions: transitions.parse().ok()?,
            n_meant_panics: n_meant_panics.parse().ok()?,
            facts,
            possible,
            forms: lines.map(Digest::parse).collect::<Option<_>>()?,
        })
    }

    fn is_anywhere(&self) -> bool {
        self.base.n_meant_panics + self.n_meant_panics == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::trial;

    #[test]
    fn only_what_was_written_is_read() {
        let digest = "0123456789abcdef".repeat(4);
        let facts = "true false false true false - 2";
        trial::<SavedShard>(&format!("1,2 0 3 17 0\n{digest} 1-3 12 0\n{facts}\nnew,push\n{digest}\n"));
    }
}
