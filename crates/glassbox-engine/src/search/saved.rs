//! A part of a search, as far as it got, in a form that outlives the process.
//!
//! It is what a search needs to go on: the transitions that its runs cover, and its counts. Findings and reasons are not written: they
//! belong to a state, and that state is run again.
//!
//! **Why going on is the same as not having stopped.** The next state of a search depends on what is left alone, and a run on its
//! state and the precautions in force, which are saved. So the classes are the same, and each is run once. What runs did outside the structures
//! would have to be saved as well; a search whose runs change anything there is not saved.

use std::fmt::{Display, Write as _};
use std::ops::Range;
use std::str::FromStr;

use glassbox_space::{BigUint, Diagram, OutOfMemory, Space, State};

use super::part::SavedSet;
use super::part_result::{PartEnd, PartResult};
use super::precautions::Precautions;
use crate::hidden::Traffic;
use crate::kept::{Part, fields, list};

/// A part of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Saved {
    /// All transitions, of all parts.
    pub(super) transitions: BigUint,
    /// The transitions that runs of this part cover.
    pub(super) covered: SavedSet,
    /// Number of transitions covered by classes that belong to this part.
    pub(super) owned: BigUint,
    pub(super) runs: u64,
    pub(super) repeated: u64,
    pub(super) audited: u64,
    pub(super) precautions: Precautions,
    /// Bytes outside the structures that runs read, and whether they used the seed.
    pub(super) reads: Vec<u32>,
    pub(super) uses_seed: bool,
    /// States whose runs found or left something: they are run again.
    pub(super) again: Vec<State>,
    /// Whether one of these fails.
    pub(super) fails: bool,
}

impl Saved {
    /// The result of a part that is done, or fails; none if it cannot be saved.
    pub(super) fn of(result: &PartResult) -> Option<Self> {
        let is_done = result.end == PartEnd::Complete || result.failing.is_some();
        if !is_done || result.hidden.is_some() {
            return None;
        }
        let covered = (result.covered_here.clone()?, result.covered.clone());
        Self::so_far(result, &result.traffic, covered, result.failing.as_ref())
    }

    /// A part whose runs cover this set and own so many of its transitions; the first of them that fails begins in `failing`. None if
    /// it cannot be saved.
    pub(super) fn so_far(
        result: &PartResult,
        traffic: &Traffic,
        (covered, owned): (SavedSet, BigUint),
        failing: Option<&State>,
    ) -> Option<Self> {
        let PartResult { transitions, runs, repeated, audited, precautions, .. } = result;
        if result.disagreement.is_some() || !traffic.is_silent() {
            return None;
        }
        Some(Self {
            transitions: transitions.clone(),
            covered,
            owned,
            runs: *runs,
            repeated: *repeated,
            audited: *audited,
            precautions: precautions.clone(),
            reads: traffic.read().iter().copied().collect(),
            uses_seed: traffic.uses_seed,
            again: result.states_to_run_again(failing),
            fails: failing.is_some(),
        })
    }

    /// All parts as one, in their order: the sum of their counts, up to the first part that fails if classes are run `in_order`. None if
    /// they did not all take the same precautions, or are not parts of the same transitions.
    pub(super) fn join<D: Diagram>(
        space: &Space<D>,
        parts: Vec<Self>,
        in_order: bool,
    ) -> Result<Option<Self>, OutOfMemory> {
        let mut parts = parts.into_iter();
        let Some(mut joined) = parts.next() else { return Ok(None) };
        let Some(mut covered) = joined.covered.load(space)? else { return Ok(None) };
        for part in parts {
            let Some(more) = part.covered.load(space)? else { return Ok(None) };
            if part.precautions != joined.precautions || part.transitions != joined.transitions {
                return Ok(None);
            }
            joined.repeated += part.repeated;
            if in_order && joined.fails {
                continue;
            }
            covered = space.or(&covered, &more)?;
            joined.owned += part.owned;
            joined.runs += part.runs;
            joined.audited += part.audited;
            joined.reads.extend(part.reads);
            joined.uses_seed |= part.uses_seed;
            joined.again.extend(part.again);
            joined.fails |= part.fails;
        }
        joined.reads.sort_unstable();
        joined.reads.dedup();
        joined.covered = SavedSet::new(space, &covered);
        Ok(Some(joined))
    }

    pub(super) fn traffic(&self) -> Traffic {
        Traffic::silent(self.reads.iter().copied(), self.uses_seed)
    }
}

impl Part for Saved {
    const KIND: &'static str = "part of a search";

    fn write(&self) -> Option<String> {
        let Self { transitions, owned, runs, repeated, audited, precautions, reads, uses_seed, fails, .. } = self;
        let mut text = String::new();
        writeln!(text, "{transitions} {owned} {runs} {repeated} {audited} {uses_seed} {fails}").ok()?;
        writeln!(text, "{} {}", precautions.watches_outside, ranges(&precautions.written_segments)).ok()?;
        writeln!(text, "{}", joined(reads)).ok()?;
        let again = self.again.iter().map(|state| joined(state.choices()));
        writeln!(text, "{}", again.collect::<Vec<_>>().join(";")).ok()?;
        writeln!(text, "{} {}", joined(self.covered.choices()), ranges(self.covered.groups())).ok()?;
        for byte in self.covered.bytes() {
            write!(text, "{byte:02x}").ok()?;
        }
        text.push('\n');
        Some(text)
    }

    fn read(text: &str) -> Option<Self> {
        let [numbers, precautions, reads, again, variables, set, ""] = fields(text, '\n')? else { return None };
        let [transitions, owned, runs, repeated, audited, uses_seed, fails] = fields(numbers, ' ')?;
        let [watches_outside, written_segments] = fields(precautions, ' ')?;
        let written_segments = read_ranges(written_segments)?;
        let [choices, groups] = fields(variables, ' ')?;
        let states = again.split(';').filter(|state| !state.is_empty());
        let again = states.map(|state| list(state).map(State::from_iter)).collect::<Option<_>>()?;
        Some(Self {
            transitions: transitions.parse().ok()?,
            covered: SavedSet::from_parts(list(choices)?, read_ranges(groups)?, unhex(set)?),
            owned: owned.parse().ok()?,
            runs: runs.parse().ok()?,
            repeated: repeated.parse().ok()?,
            audited: audited.parse().ok()?,
            precautions: Precautions { written_segments, watches_outside: watches_outside.parse().ok()? },
            reads: list(reads)?,
            uses_seed: uses_seed.parse().ok()?,
            again,
            fails: fails.parse().ok()?,
        })
    }

    fn is_anywhere(&self) -> bool {
        self.reads.is_empty() && self.precautions.written_segments.is_empty()
    }
}

fn joined(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn ranges<T: Display>(ranges: &[Range<T>]) -> String {
    ranges.iter().map(|Range { start, end }| format!("{start}-{end}")).collect::<Vec<_>>().join(",")
}

fn read_ranges<T: FromStr>(text: &str) -> Option<Vec<Range<T>>> {
    let range = |text: &str| {
        let (start, end) = text.split_once('-')?;
        Some(start.parse().ok()?..end.parse().ok()?)
    };
    text.split(',').filter(|range| !range.is_empty()).map(range).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::trial;

    #[test]
    fn only_what_was_written_is_read() {
        trial::<Saved>("21 9 3 1 0 false false\nfalse \n\n0,1;2,0\n2,3 0-2\n0012abff\n");
        trial::<Saved>("300 200 12 1 1 true true\ntrue 12-15,1048576-1048580\n1048577,1048578\n\n \n00\n");
    }
}
