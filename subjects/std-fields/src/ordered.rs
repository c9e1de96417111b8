//! A map and its reverse: every name has a score, and every score knows its names.

use std::collections::{BTreeMap, BTreeSet};

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// Scores by name, and scores that occur.
#[derive(Debug, Default, Structure)]
#[glassbox(domain(u8 = 0..2))]
pub struct Ranking {
    scores: BTreeMap<u8, u8>,
    occurring: BTreeSet<u8>,
}

impl Ranking {
    /// Gives a name a score.
    pub fn set(&mut self, name: u8, score: u8) {
        self.scores.insert(name, score);
        if !cfg!(feature = "bug-tree-forgets-reverse") {
            self.tidy();
        }
    }

    /// Removes a name.
    pub fn remove(&mut self, name: u8) -> Option<u8> {
        let score = self.scores.remove(&name)?;
        self.tidy();
        Some(score)
    }

    /// Gives a name the score 0.
    pub fn lower(&mut self, name: u8) {
        if let Some(score) = self.scores.get_mut(&name) {
            *score = 0;
        }
        if !cfg!(feature = "bug-tree-changes-in-place") {
            self.tidy();
        }
    }

    fn tidy(&mut self) {
        let scores = &self.scores;
        self.occurring.retain(|score| scores.values().any(|other| other == score));
        self.occurring.extend(scores.values());
    }
}

impl Invariant for Ranking {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let all = self.scores.values().all(|score| self.occurring.contains(score));
        let no_others = self.occurring.iter().all(|score| self.scores.values().any(|other| other == score));
        ensure(all && no_others, "the scores are others")
    }
}

#[glassbox::check(len = 1)]
fn set(ranking: &mut Ranking, #[glassbox(values = 0..2)] name: u8, #[glassbox(values = 0..2)] score: u8) -> bool {
    ranking.set(name, score);
    ranking.scores.get(&name) == Some(&score)
}

#[glassbox::check(len = 1)]
fn remove(ranking: &mut Ranking, #[glassbox(values = 0..2)] name: u8) -> bool {
    let was = ranking.scores.get(&name).copied();
    ranking.remove(name) == was && !ranking.scores.contains_key(&name)
}

#[glassbox::check(len = 2)]
fn lower(ranking: &mut Ranking, #[glassbox(values = 0..2)] name: u8) {
    ranking.lower(name);
}
