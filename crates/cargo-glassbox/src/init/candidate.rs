//! Types that could be checked: those with operations.

use std::cmp::Reverse;

use super::describe::{self, Description};
use super::error::InitError;
use super::operations::{self, Operations};
use super::parameters::Parameters;
use super::source::Source;
use crate::suggest::nearest;

/// A type that could be checked.
pub(super) struct Candidate {
    /// Its number among the types.
    pub(super) of: usize,
    pub(super) name: String,
    n_methods: usize,
    pub(super) parameters: Parameters,
    pub(super) description: Description,
    pub(super) operations: Operations,
}

impl Candidate {
    fn new(source: &Source, of: usize) -> Option<Self> {
        let blocks = operations::blocks(source, of);
        let n_methods = blocks.iter().map(|block| operations::methods(block).count()).sum();
        if n_methods == 0 || source.types[of].for_tests {
            return None;
        }
        let parameters = Parameters::choose(source, of, &blocks);
        let mut description = describe::describe(source, of, &parameters);
        description.problems.extend(parameters.problems.iter().cloned());
        let operations = operations::operations(source, of, &parameters, &description);
        let name = source.types[of].ident.to_string();
        Some(Self { of, name, n_methods, parameters, description, operations })
    }

    /// Whether the other one contains it, and not the other way round.
    fn is_part_of(&self, other: &Self) -> bool {
        let contains = |whole: &Self, part: usize| whole.description.parts.iter().any(|it| it.of == part);
        self.of != other.of && contains(other, self.of) && !contains(self, other.of)
    }

    /// Why it cannot be checked as it is.
    pub(super) fn refusal(&self, others: &[&str]) -> Option<InitError> {
        let name = self.name.clone();
        if !self.description.problems.is_empty() {
            let others = others.iter().map(|&other| other.to_owned()).collect();
            return Some(InitError::NotDescribed { name, problems: self.description.problems.clone(), others });
        }
        let left_out = self.operations.left_out.clone();
        self.operations.found.is_empty().then_some(InitError::NoOperation { name, left_out })
    }
}

/// All candidates, the best first: whole structures before parts of others, those with many operations before those with
/// few; then as in the source.
pub(super) fn candidates(source: &Source) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = (0..source.types.len()).filter_map(|of| Candidate::new(source, of)).collect();
    let is_part: Vec<bool> = all.iter().map(|it| all.iter().any(|other| it.is_part_of(other))).collect();
    let mut rank = is_part.into_iter();
    all.sort_by_cached_key(|it| (rank.next().unwrap_or_default(), Reverse(it.n_methods)));
    all
}

/// The candidate that is meant by a name, or the best one that can be checked.
pub(super) fn choose<'a>(
    candidates: &'a [Candidate],
    name: Option<&str>,
    package: &str,
) -> Result<&'a Candidate, InitError> {
    let can_be = |it: &&Candidate| it.refusal(&[]).is_none();
    let meant = if let Some(name) = name {
        let last = name.rsplit("::").next().unwrap_or(name);
        let last = last.split('<').next().unwrap_or(last);
        let known = || candidates.iter().map(|it| it.name.as_str());
        candidates.iter().find(|it| it.name == last).ok_or_else(|| InitError::UnknownType {
            name: name.to_owned(),
            known: known().map(str::to_owned).collect(),
            meant: nearest(last, known()).map(str::to_owned),
        })?
    } else {
        let best = candidates.iter().find(can_be).or(candidates.first());
        best.ok_or_else(|| InitError::NoCandidate { package: package.to_owned() })?
    };
    let others: Vec<&str> =
        candidates.iter().filter(|it| it.of != meant.of).filter(can_be).map(|it| it.name.as_str()).collect();
    meant.refusal(&others).map_or(Ok(meant), Err)
}
