//! Which states are kept as memory.
//!
//! The memory of a state takes some hundred bytes, or some kilobytes if it is not packed, and a level may have a million states that wait for their turn. But how to get to a state is
//! known: the step that led to it, on the memory of the state before. So memory is kept for some of the waiting states, and for the *trail*: the
//! states on the way to the one that is being explored. Any other is made again when its turn comes.
//!
//! States of a level come in the order of those before them, so two neighbours have most of their ways in common, and what is made again for a
//! level is each state of the levels before at most once. That is little beside the exploration of the level, which runs every
//! operation with all arguments on each of its states.

use std::collections::BTreeMap;

/// Images of states.
pub(super) struct Images<I> {
    /// So many are kept beside the trail.
    most: usize,
    kept: BTreeMap<usize, I>,
    /// Each state was reached from the one before.
    trail: Vec<(usize, I)>,
}

impl<I: Clone> Images<I> {
    /// `most` images are kept beside the trail.
    pub(super) fn new(most: usize) -> Self {
        Self { most, kept: BTreeMap::new(), trail: Vec::new() }
    }

    /// Sets how many images are kept beside the trail.
    pub(super) fn keep_at_most(&mut self, most: usize) {
        self.most = most;
    }

    /// The image of a state, if it is at hand.
    pub(super) fn get(&self, state: usize) -> Option<&I> {
        self.kept.get(&state).or_else(|| self.on_trail(state).map(|place| &self.trail[place].1))
    }

    /// The place of a state on the trail.
    fn on_trail(&self, state: usize) -> Option<usize> {
        // A state is younger than the one that it was reached from.
        self.trail.binary_search_by_key(&state, |(on_trail, _)| *on_trail).ok()
    }

    /// The states that have to be made again, in this order, until a state is at hand. The trail then ends before the first of them.
    pub(super) fn missing(&mut self, state: usize, before: impl Fn(usize) -> Option<usize>) -> Vec<usize> {
        let mut missing = Vec::new();
        let mut next = Some(state);
        while let Some(state) = next.filter(|state| self.get(*state).is_none()) {
            missing.push(state);
            next = before(state);
        }
        if !missing.is_empty() {
            self.end_trail_at(next);
        }
        missing.reverse();
        missing
    }

    /// Keeps the image of a state that was made again after the last one of the trail.
    pub(super) fn remember_on_trail(&mut self, state: usize, image: I) {
        self.trail.push((state, image));
    }

    /// Keeps the image of a new state, which was reached from another one.
    pub(super) fn remember(&mut self, state: usize, from: Option<usize>, image: I) {
        if self.kept.len() < self.most {
            self.kept.insert(state, image);
        } else {
            self.end_trail_at(from);
            self.trail.push((state, image));
        }
    }

    /// Ends the trail after this state, which is at hand; without a state, it is empty.
    fn end_trail_at(&mut self, state: Option<usize>) {
        match state.map(|state| (state, self.on_trail(state))) {
            None => self.trail.clear(),
            Some((_, Some(place))) => self.trail.truncate(place + 1),
            Some((state, None)) => {
                self.trail.clear();
                let image = self.kept.get(&state).expect("it is at hand").clone();
                self.trail.push((state, image));
            }
        }
    }

    /// Drops the image of a state that is not explored any more, unless it is on the trail to others.
    pub(super) fn forget(&mut self, state: usize) {
        self.kept.remove(&state);
    }
}
