//! An exploration, as far as it got, in a form that outlives the process: its states with the steps that lead to them.
//!
//! To go on, the step of each state is run again, once, in the order in which the states were found. It leads to the same memory, so the states
//! are the same, and known under the same numbers. What took most of the time is not repeated: all other steps, which led to known states,
//! and the checks in each state.
//!
//! Only whole states count: of a state that was being explored when the process ended, nothing is saved. An exploration in which
//! some run decided nothing, or by a number, is not saved.

use super::harness::Step;
use super::levels::Search;
use super::progress::{Saved, SavedState};

impl Search {
    /// What has to be saved; none if it cannot be saved.
    pub(super) fn saved(&self) -> Option<Saved> {
        let position = &self.position;
        if self.undecided.is_some() || self.decides_by_number() || position.levels.is_empty() {
            return None;
        }
        let state = |index: usize| {
            let (from, Step { function, script }) = self.explorer.arrival(index);
            let writers = self.writers.get(&index).into_iter().flatten().map(|law| law.name.to_string());
            SavedState {
                from,
                function: self.harness.name_of(&function).to_owned(),
                script,
                is_left: self.explorer.is_left(index) && self.current != Some(index),
                writers: writers.collect(),
            }
        };
        Some(Saved {
            position: position.clone(),
            last_level: self.last_level.clone(),
            facts: self.facts(),
            possible: self.possible(),
            states: (0..position.n_states).map(state).collect(),
        })
    }

    /// An exploration that goes on where another process ended; none if a step leads somewhere else.
    pub(super) fn restored(mut self, saved: &Saved) -> Option<Self> {
        for (index, state) in saved.states.iter().enumerate() {
            let function = self.harness.function(&state.function)?.clone();
            let step = Step { function, script: state.script.clone() };
            let from = state.from.filter(|from| *from < index);
            if from != state.from {
                return None;
            }
            let image = self.explorer.image(from);
            let value = self.explorer.call(&image, &step.function, &step.script).ok()?;
            let subject = step.function.role.subject_after(image.subject, value)?;
            if self.explorer.arrive(from, &step, subject) != Some(index) {
                return None;
            }
            if state.is_left {
                self.explorer.leave(index);
            }
            let laws = state.writers.iter().map(|law| self.harness.function(law).cloned());
            let laws = laws.collect::<Option<Vec<_>>>()?;
            if !laws.is_empty() {
                self.writers.insert(index, laws);
            }
        }
        for name in &saved.possible {
            self.explorer.note_possible(&self.harness.function(name)?.clone());
        }
        if saved.position.n_states != saved.states.len() {
            return None;
        }
        self.take_facts(&saved.facts);
        self.last_level.clone_from(&saved.last_level);
        self.go_on_from(saved.position.clone());
        Some(self)
    }

    /// Functions that were possible in some state, by their names in histories.
    pub(super) fn possible(&self) -> Vec<String> {
        let all = self.harness.all().filter(|function| self.explorer.was_possible(function));
        all.map(|function| self.harness.name_of(function).to_owned()).collect()
    }
}
