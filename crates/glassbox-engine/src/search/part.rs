//! Parts of all transitions, for several workers, and which runs belong to whom.
//!
//! Parts are intervals in the order of states. A class that spans several parts is run once in each of them, because a
//! worker cannot know what is alike without running it. It *belongs* to the part with its least state, and only there it
//! counts. Every worker finds the same classes, whole, so all of them agree on whom a class belongs to.

use glassbox_space::{BigUint, Diagram, OutOfMemory, Space};

/// Which part: number `index` of so many.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartIndex {
    pub(super) index: usize,
    pub(super) of: usize,
}

impl PartIndex {
    pub(super) const WHOLE: Self = Self { index: 0, of: 1 };
}

/// What is to be covered.
#[derive(Debug)]
pub(super) struct Part<S> {
    /// All pairs of a valid state and arguments.
    pub(super) all: S,
    /// Those that are to be covered here; none if it is all of them.
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

    /// Whether it is everything.
    pub(super) fn is_whole(&self) -> bool {
        self.own.is_none()
    }

    /// What is to be covered here.
    pub(super) fn own(&self) -> &S {
        self.own.as_ref().unwrap_or(&self.all)
    }

    /// Whether a class belongs here.
    pub(super) fn owns<D: Diagram<Set = S>>(&self, space: &Space<D>, alike: &S) -> bool {
        let Some(own) = &self.own else { return true };
        space.least(alike).is_some_and(|least| space.contains(own, &least))
    }
}

/// What the runs of a part cover, wherever it lies.
#[derive(Debug)]
pub(super) struct Covered<S> {
    /// By classes that belong here.
    own: Union<S>,
    /// By others.
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

    /// Number of states in classes that belong here.
    pub(super) fn count_own<D: Diagram<Set = S>>(&mut self, space: &Space<D>) -> Result<BigUint, OutOfMemory> {
        Ok(space.count(self.own.get(space)?))
    }

    /// Everything.
    pub(super) fn save<D: Diagram<Set = S>>(&mut self, space: &Space<D>) -> Result<SavedSet, OutOfMemory> {
        let all = space.or(self.own.get(space)?, self.others.get(space)?)?;
        Ok(SavedSet { choices: space.diagram().choices().to_vec(), bytes: space.diagram().save(&[&all]) })
    }
}

/// A set without the diagram that it belongs to.
#[derive(Clone, Debug)]
pub(super) struct SavedSet {
    /// Of each variable.
    choices: Vec<u32>,
    bytes: Vec<u8>,
}

/// How many states are in one of the sets; `diagram` is an empty one.
pub(super) fn count_union<'a, D: Diagram>(
    mut diagram: D,
    sets: impl IntoIterator<Item = &'a SavedSet>,
) -> Result<BigUint, OutOfMemory> {
    let mut loaded = Vec::new();
    for set in sets {
        if diagram.choices().is_empty() {
            set.choices.iter().try_for_each(|&n_choices| diagram.add_variable(n_choices))?;
        }
        // They were saved a moment ago, so the only thing that can be wrong is that there is no room.
        loaded.extend(diagram.load(&set.bytes).map_err(|_| OutOfMemory)?);
    }
    Ok(diagram.count(&diagram.union(loaded)?))
}

/// A union of many sets. To add them one by one would work on the whole every time, so some are united first.
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
