//! Parts of all transitions, for several workers, and the part that each class belongs to.
//!
//! Parts are intervals in the order of states. A class that spans several parts is run once in each of them, because a
//! worker cannot know the lookalikes of a state without running it. It *belongs* to the part with its least state, and
//! counts only there. Every worker finds the same classes, whole, so all of them agree on the part that a class belongs
//! to.

use glassbox_space::{BigUint, Diagram, OutOfMemory, Space};

/// Part number `index` of so many.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartIndex {
    pub(super) index: usize,
    pub(super) of: usize,
}

impl PartIndex {
    pub(super) const WHOLE: Self = Self { index: 0, of: 1 };
}

/// The transitions that a worker covers.
#[derive(Debug)]
pub(super) struct Part<S> {
    /// All pairs of a valid state and arguments.
    pub(super) all: S,
    /// The transitions of this part; none if it is all of them.
    own: Option<S>,
}

impl<S: Clone> Part<S> {
    pub(super) fn new<D: Diagram<Set = S>>(space: &Space<D>, all: S, part: PartIndex) -> Result<Self, OutOfMemory> {
        if part.of == 1 {
            return Ok(Self { all, own: None });
        }
        let own = space.split(&all, part.of)?.swap_remove(part.index);
        Ok(Self { all, own: Some(own) })
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
    /// Covered by classes that belong to this part.
    own: Union<S>,
    /// Covered by other classes.
    others: Union<S>,
}

impl<S: Clone> Covered<S> {
    pub(super) fn new(empty: S) -> Self {
        Self { own: Union::new(empty.clone()), others: Union::new(empty) }
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
        Ok(space.count(self.own.get(space)?))
    }

    /// Saves the states that all runs of the part cover.
    pub(super) fn save<D: Diagram<Set = S>>(&mut self, space: &Space<D>) -> Result<SavedSet, OutOfMemory> {
        let all = space.or(self.own.get(space)?, self.others.get(space)?)?;
        Ok(SavedSet { choices: space.diagram().choices().to_vec(), bytes: space.diagram().save(&[&all]) })
    }
}

/// A set, independent of the diagram that it was made in.
#[derive(Clone, Debug)]
pub(super) struct SavedSet {
    /// Number of choices of each variable.
    choices: Vec<u32>,
    bytes: Vec<u8>,
}

/// Number of states in the union of the sets; `diagram` is an empty one.
pub(super) fn count_union<'a, D: Diagram>(
    mut diagram: D,
    sets: impl IntoIterator<Item = &'a SavedSet>,
) -> Result<BigUint, OutOfMemory> {
    let mut loaded = Vec::new();
    for set in sets {
        if diagram.choices().is_empty() {
            set.choices.iter().try_for_each(|&n_choices| diagram.add_variable(n_choices))?;
        }
        // The sets were just saved, so the only possible error is a full diagram.
        loaded.extend(diagram.load(&set.bytes).map_err(|_| OutOfMemory)?);
    }
    Ok(diagram.count(&diagram.union(loaded)?))
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
