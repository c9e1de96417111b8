//! Summaries: the facts about a subtree that its parent can read.
//!
//! A summary is a few words. Each word is a derived variable of its own, with a guard for each value. Words are not
//! enumerated together; how they relate is in the guards.

use std::collections::BTreeMap;

use glassbox_space::{Diagram, OutOfMemory, Partition, Space, State, VariableId};
use glassbox_vm::track::{TermId, Word};

use crate::guest::{Guest, Piece};
use crate::ids::ByteSpan;
use crate::skeleton::chunks;

/// The summary of one position, for all states in which the position is valid.
#[derive(Clone, Debug)]
pub struct Summary {
    words: Vec<SummaryWord>,
}

#[derive(Clone, Debug)]
struct SummaryWord {
    offset: u32,
    len: u32,
    variable: VariableId,
    values: Vec<Word>,
    term: TermId,
}

impl Summary {
    /// The words in a state.
    pub fn pieces<D: Diagram>(&self, space: &Space<D>, state: &State) -> Vec<Piece> {
        let piece = |word: &SummaryWord| {
            let choice = space.choice(word.variable, state).unwrap_or(0);
            Piece { at: word.offset, len: word.len, term: word.term, word: word.values[choice as usize] }
        };
        self.words.iter().map(piece).collect()
    }

    /// For each word its values, each with the states that have it.
    pub fn values<'a, D: Diagram>(
        &'a self,
        space: &'a Space<D>,
    ) -> impl Iterator<Item = (u32, Vec<(Word, D::Set)>)> + 'a {
        self.words.iter().map(|word| {
            let guards = space.guards(word.variable).iter().cloned();
            (word.offset, word.values.iter().copied().zip(guards).collect())
        })
    }
}

/// A summary under construction.
#[derive(Debug)]
pub(super) struct Collected<S> {
    /// For each word its place, and for each value the states that have it.
    words: Vec<(ByteSpan, BTreeMap<Word, S>)>,
}

impl<S: Clone> Collected<S> {
    pub(super) fn new(size: u32) -> Self {
        Self { words: chunks(0, size).map(|span| (span, BTreeMap::new())).collect() }
    }

    /// Places of the words.
    pub(super) fn places(&self) -> Vec<ByteSpan> {
        self.words.iter().map(|(span, _)| *span).collect()
    }

    /// In `states`, word number `index` has the values of `partition`.
    pub(super) fn add<D: Diagram<Set = S>>(
        &mut self,
        space: &Space<D>,
        index: usize,
        partition: &Partition<S, Word>,
        states: &S,
    ) -> Result<(), OutOfMemory> {
        let Partition::Exact(entries) = partition else { unreachable!("the caller has pinned the values") };
        for (word, guard) in entries.iter() {
            self.add_one(space, index, *word, &space.and(guard, states)?)?;
        }
        Ok(())
    }

    /// In `states`, word number `index` is `word`.
    pub(super) fn add_one<D: Diagram<Set = S>>(
        &mut self,
        space: &Space<D>,
        index: usize,
        word: Word,
        states: &S,
    ) -> Result<(), OutOfMemory> {
        if space.is_empty(states) {
            return Ok(());
        }
        let known = self.words[index].1.entry(word).or_insert_with(|| space.empty());
        *known = space.or(known, states)?;
        Ok(())
    }

    /// Makes the variables. `valid` are the states that have a summary.
    pub(super) fn finish<D: Diagram<Set = S>>(
        self,
        space: &mut Space<D>,
        guest: &mut Guest,
        valid: &S,
    ) -> Result<Summary, OutOfMemory> {
        let mut words = Vec::new();
        for (ByteSpan { at: offset, len }, values) in self.words {
            let (values, guards): (Vec<Word>, Vec<S>) = values.into_iter().unzip();
            if values.is_empty() {
                // No state is valid here, so no run reads the summary.
                continue;
            }
            let guards = if space.diagram().groups().is_empty() { everywhere(space, &guards, valid)? } else { guards };
            let variable = space.derive(guards)?;
            let terms = guest.machine.tracker_mut().terms_mut();
            let term = if values.len() > 1 { terms.variable(variable.index(), &values) } else { TermId::NONE };
            words.push(SummaryWord { offset, len, variable, values, term });
        }
        Ok(Summary { words })
    }
}

/// Extends guards that are disjoint on `valid` to small ones that agree with them there. The last guard takes all other
/// states.
///
/// A summary is read only where it exists, so elsewhere it may be anything. It is still one value in each state.
fn everywhere<D: Diagram>(space: &Space<D>, guards: &[D::Set], valid: &D::Set) -> Result<Vec<D::Set>, OutOfMemory> {
    let mut rest = space.full();
    let mut small = Vec::new();
    let last = guards.len() - 1;
    for guard in &guards[..last] {
        let guard = space.and(&space.simplify(guard, valid)?, &rest)?;
        rest = space.minus(&rest, &guard)?;
        small.push(guard);
    }
    small.push(rest);
    Ok(small)
}
