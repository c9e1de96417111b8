//! Parts of all transitions, for several workers of several processes, and the part that each class belongs to.
//!
//! Parts are intervals in the order of states. A class that spans several parts is run once in each of them, because a
//! worker cannot know the lookalikes of a state without running it. It *belongs* to the part with its least state, and
//! counts only there. Every worker finds the same classes, whole, so all of them agree on the part that a class belongs
//! to.

use std::ops::Range;

use glassbox_space::{BigUint, Diagram, LoadError, OutOfMemory, Space};

use super::keeping::Shard;

/// The transitions that a worker covers.
#[derive(Debug)]
pub(super) struct Part<S> {
    /// All pairs of a valid state and arguments.
    pub(super) all: S,
    /// The transitions of this part; none if it is all of them.
    own: Option<S>,
}

impl<S: Clone> Part<S> {
    /// The part of a worker, of the part of its process.
    pub(super) fn new<D: Diagram<Set = S>>(
        space: &Space<D>,
        all: S,
        shard: Shard,
        worker: Shard,
    ) -> Result<Self, OutOfMemory> {
        let mut own = None;
        for Shard { index, of } in [shard, worker].into_iter().filter(|part| !part.is_whole()) {
            own = Some(space.split(own.as_ref().unwrap_or(&all), of)?.swap_remove(index));
        }
        Ok(Self { all, own })
    }

    /// Whether this part is all transitions.
    pub(super) fn is_whole(&self) -> bool {
        self.own.is_none()
    }

    /// The transitions of this part.
    pub(super) fn own(&self) -> &S {
        self.own.as_ref().unwrap_or(&self.all)
    }

    /// Whether a class belongs to this part.
    pub(super) fn owns<D: Diagram<Set = S>>(&self, space: &Space<D>, alike: &S) -> bool {
        let Some(own) = &self.own else { return true };
        space.least(alike).is_some_and(|least| space.contains(own, &least))
    }
}

/// States that the runs of a part cover, in this part and in others.
#[derive(Debug)]
pub(super) struct Covered<S> {
    /// Covered before the search went on here, and how many of them by classes that belong to this part.
    before: S,
    owned_before: BigUint,
    /// Covered by classes that belong to this part.
    own: Union<S>,
    /// Covered by other classes.
    others: Union<S>,
}

impl<S: Clone> Covered<S> {
    pub(super) fn new(empty: S, before: S, owned_before: BigUint) -> Self {
        Self { before, owned_before, own: Union::new(empty.clone()), others: Union::new(empty) }
    }

    pub(super) fn add<D: Diagram<Set = S>>(
        &mut self,
        space: &Space<D>,
        alike: &S,
        is_own: bool,
    ) -> Result<(), OutOfMemory> {
        let union = if is_own { &mut self.own } else { &mut self.others };
        union.add(space, alike)
    }

    /// Number of states in classes that belong to this part.
    pub(super) fn count_own<D: Diagram<Set = S>>(&mut self, space: &Space<D>) -> Result<BigUint, OutOfMemory> {
        // No class is covered twice.
        Ok(&self.owned_before + space.count(self.own.get(space)?))
    }

    /// Saves the states that all runs of the part cover.
    pub(super) fn save<D: Diagram<Set = S>>(&mut self, space: &Space<D>) -> Result<SavedSet, OutOfMemory> {
        let here = space.or(self.own.get(space)?, self.others.get(space)?)?;
        Ok(SavedSet::new(space, &space.or(&self.before, &here)?))
    }
}

/// A set, independent of the diagram that it was made in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SavedSet {
    /// Number of choices of each variable.
    choices: Vec<u32>,
    /// Groups of variables.
    groups: Vec<Range<usize>>,
    bytes: Vec<u8>,
}

impl SavedSet {
    pub(super) fn new<D: Diagram>(space: &Space<D>, set: &D::Set) -> Self {
        let diagram = space.diagram();
        Self { choices: diagram.choices().to_vec(), groups: diagram.groups(), bytes: diagram.save(&[set]) }
    }

    /// A set that was written somewhere; perhaps it is none.
    pub(super) fn from_parts(choices: Vec<u32>, groups: Vec<Range<usize>>, bytes: Vec<u8>) -> Self {
        Self { choices, groups, bytes }
    }

    pub(super) fn choices(&self) -> &[u32] {
        &self.choices
    }

    pub(super) fn groups(&self) -> &[Range<usize>] {
        &self.groups
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The set; none if it is no set of this space.
    pub(super) fn load<D: Diagram>(&self, space: &Space<D>) -> Result<Option<D::Set>, OutOfMemory> {
        if space.diagram().choices() != self.choices {
            return Ok(None);
        }
        match space.diagram().load(&self.bytes) {
            Ok(sets) => Ok(<[D::Set; 1]>::try_from(sets).ok().map(|[set]| set)),
            Err(LoadError::OutOfMemory(_)) => Err(OutOfMemory),
            Err(_) => Ok(None),
        }
    }
}

/// The union of some sets, and its size; `diagram` is an empty one.
pub(super) fn unite<'a, D: Diagram>(
    diagram: D,
    sets: impl IntoIterator<Item = &'a SavedSet>,
) -> Result<(BigUint, Option<SavedSet>), OutOfMemory> {
    let mut space = Space::new(diagram);
    let mut loaded = Vec::new();
    for set in sets {
        if space.n_variables() == 0 {
            space.add_variables(&set.choices, &set.groups)?;
        }
        // The sets were just saved, so the only possible error is a full diagram.
        loaded.push(set.load(&space)?.ok_or(OutOfMemory)?);
    }
    let is_none = loaded.is_empty();
    let union = space.union(loaded)?;
    Ok((space.count(&union), (!is_none).then(|| SavedSet::new(&space, &union))))
}

/// A union of many sets. Adding them one by one would work on the whole union every time, so some are united first.
#[derive(Debug)]
struct Union<S> {
    done: S,
    pending: Vec<S>,
}

impl<S: Clone> Union<S> {
    const MOST_PENDING: usize = 64;

    fn new(empty: S) -> Self {
        Self { done: empty, pending: Vec::new() }
    }

    fn add<D: Diagram<Set = S>>(&mut self, space: &Space<D>, set: &S) -> Result<(), OutOfMemory> {
        self.pending.push(set.clone());
        if self.pending.len() >= Self::MOST_PENDING {
            self.get(space)?;
        }
        Ok(())
    }

    fn get<D: Diagram<Set = S>>(&mut self, space: &Space<D>) -> Result<&S, OutOfMemory> {
        let pending = space.union(std::mem::take(&mut self.pending))?;
        self.done = space.or(&self.done, &pending)?;
        Ok(&self.done)
    }
}
