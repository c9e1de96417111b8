//! How far an exploration got, as text: positions, what runs have done, and the states with the steps that lead to them.

use std::fmt::Write as _;
use std::ops::Range;

use crate::kept::{Part, fields, list, optional};

/// A position in an exploration, between two states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    /// New states for each length of history, as far as these are done.
    pub(super) levels: Vec<usize>,
    /// States of the next level on which all functions were run.
    pub(super) done: usize,
    pub(super) n_states: usize,
    pub(super) transitions: u64,
    pub(super) n_meant_panics: u64,
}

/// An exploration, between two states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Saved {
    pub(super) position: Position,
    /// Where the last level began, if it is a shard's.
    pub(super) last_level: Option<Position>,
    pub(super) facts: Facts,
    /// Functions that were possible in some state.
    pub(super) possible: Vec<String>,
    pub(super) states: Vec<SavedState>,
}

/// What runs have done that is not in any state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, and all are joined alike")]
pub(super) struct Facts {
    pub(super) has_elements: bool,
    pub(super) uses_seed: bool,
    pub(super) has_expanded_early: bool,
    pub(super) asks_order: bool,
    pub(super) asks_alignment: bool,
    pub(super) hashes: Option<u32>,
    pub(super) others: Option<u32>,
}

/// A state, and the step that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SavedState {
    /// The previous state.
    pub(super) from: Option<usize>,
    pub(super) function: String,
    pub(super) script: Vec<u32>,
    /// Whether all functions were run on it.
    pub(super) is_left: bool,
    /// Laws that change it.
    pub(super) writers: Vec<String>,
}

impl Facts {
    pub(super) fn write(&self) -> String {
        let Self { has_elements, uses_seed, has_expanded_early, asks_order, asks_alignment, hashes, others } = self;
        let (hashes, others) = (optional(hashes.as_ref()), optional(others.as_ref()));
        format!("{has_elements} {uses_seed} {has_expanded_early} {asks_order} {asks_alignment} {hashes} {others}")
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let [has_elements, uses_seed, has_expanded_early, asks_order, asks_alignment, hashes, others] =
            fields(text, ' ')?;
        let number = |text: &str| if text == "-" { Some(None) } else { text.parse().ok().map(Some) };
        Some(Self {
            has_elements: has_elements.parse().ok()?,
            uses_seed: uses_seed.parse().ok()?,
            has_expanded_early: has_expanded_early.parse().ok()?,
            asks_order: asks_order.parse().ok()?,
            asks_alignment: asks_alignment.parse().ok()?,
            hashes: number(hashes)?,
            others: number(others)?,
        })
    }

    /// What one of two shards or more has done.
    pub(super) fn join(&mut self, other: &Self) {
        self.has_elements |= other.has_elements;
        self.uses_seed |= other.uses_seed;
        self.has_expanded_early |= other.has_expanded_early;
        self.asks_order |= other.asks_order;
        self.asks_alignment |= other.asks_alignment;
        self.hashes = self.hashes.max(other.hashes);
        self.others = self.others.max(other.others);
    }
}

impl Position {
    /// The states of the level that is next.
    pub(super) fn next_level(&self) -> Range<usize> {
        let end = self.levels.iter().sum();
        end - self.levels.last().copied().unwrap_or(0)..end
    }

    pub(super) fn write(&self) -> String {
        let Self { levels, done, n_states, transitions, n_meant_panics } = self;
        format!("{} {done} {n_states} {transitions} {n_meant_panics}", joined(levels, ","))
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let [levels, done, n_states, transitions, n_meant_panics] = fields(text, ' ')?;
        Some(Self {
            levels: list(levels)?,
            done: done.parse().ok()?,
            n_states: n_states.parse().ok()?,
            transitions: transitions.parse().ok()?,
            n_meant_panics: n_meant_panics.parse().ok()?,
        })
    }
}

impl Part for Saved {
    const KIND: &'static str = "part of an exploration";

    fn write(&self) -> Option<String> {
        let mut text = self.position.write();
        let last_level = self.last_level.as_ref().map(Position::write);
        write!(text, "\n{}\n{}\n", last_level.as_deref().unwrap_or("-"), self.facts.write()).ok()?;
        writeln!(text, "{}", self.possible.join(",")).ok()?;
        for SavedState { from, function, script, is_left, writers } in &self.states {
            let (from, script) = (optional(from.as_ref()), joined(script, "."));
            writeln!(text, "{from} {function} {script} {} {}", u8::from(*is_left), writers.join(",")).ok()?;
        }
        Some(text)
    }

    fn read(text: &str) -> Option<Self> {
        let mut lines = text.strip_suffix('\n')?.split('\n');
        let position = Position::read(lines.next()?)?;
        let last_level = match lines.next()? {
            "-" => None,
            text => Some(Position::read(text)?),
        };
        let facts = Facts::read(lines.next()?)?;
        let possible = names(lines.next()?);
        let state = |line: &str| {
            let [from, function, script, is_left, writers] = fields(line, ' ')?;
            let script = script.split('.').filter(|choice| !choice.is_empty());
            Some(SavedState {
                from: if from == "-" { None } else { Some(from.parse().ok()?) },
                function: function.to_owned(),
                script: script.map(|choice| choice.parse().ok()).collect::<Option<_>>()?,
                is_left: is_left == "1",
                writers: names(writers),
            })
        };
        let states = lines.map(state).collect::<Option<_>>()?;
        Some(Self { position, last_level, facts, possible, states })
    }

    /// Digests of code leave out where a panic happens. A run that may panic might look at it.
    fn is_anywhere(&self) -> bool {
        self.position.n_meant_panics == 0
    }
}

pub(super) fn names(text: &str) -> Vec<String> {
    text.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn joined<T: ToString>(numbers: &[T], by: &str) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::trial;

    #[test]
    fn only_what_was_written_is_read() {
        let states = "- new  1 \n0 push 0.1 0 is_empty,len\n0 >  1 \n";
        trial::<Saved>(&format!("1,2 1 3 17 0\n-\ntrue false false true false - 2\nnew,push\n{states}"));
        trial::<Saved>(&format!("1,2 1 3 17 0\n1 0 1 6 0\nfalse false false true false 3 -\n\n{states}"));
    }
}
