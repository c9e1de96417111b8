//! An arena: values by index. An index has a generation, so that that of a removed value finds nothing afterwards.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// Values by index.
#[derive(Debug, Default, Structure)]
#[glassbox(domain(u8 = 0..3))]
pub struct Arena {
    entries: Vec<Entry>,
    /// The first free entry.
    free: Option<u8>,
    /// How many values were removed.
    generation: u8,
}

#[derive(Debug, Structure)]
#[glassbox(no_invariant)]
enum Entry {
    /// Not in use; the next one that is not.
    Free(Option<u8>),
    /// A value, and the generation in which it was added.
    Used(u8, bool),
}

/// The place of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    place: u8,
    generation: u8,
}

impl Arena {
    /// Adds a value.
    ///
    /// # Panics
    ///
    /// If there are 256 values.
    pub fn insert(&mut self, value: bool) -> Index {
        let entry = Entry::Used(self.generation, value);
        let place = self.free.unwrap_or_else(|| u8::try_from(self.entries.len()).expect("fewer than 256 values"));
        match self.entries.get(usize::from(place)) {
            Some(Entry::Free(next)) => {
                self.free = *next;
                self.entries[usize::from(place)] = entry;
            }
            _ => self.entries.push(entry),
        }
        Index { place, generation: self.generation }
    }

    /// Removes a value.
    pub fn remove(&mut self, index: Index) -> Option<bool> {
        let entry = self.entries.get_mut(usize::from(index.place))?;
        match *entry {
            Entry::Used(generation, value)
                if generation == index.generation || cfg!(feature = "bug-remove-ignores-generation") =>
            {
                *entry = Entry::Free(self.free.replace(index.place));
                if !cfg!(feature = "bug-remove-keeps-generation") {
                    self.generation += 1;
                }
                Some(value)
            }
            _ => None,
        }
    }

    /// The value at an index.
    pub fn get(&self, index: Index) -> Option<bool> {
        match self.entries.get(usize::from(index.place)) {
            Some(Entry::Used(generation, value)) if *generation == index.generation => Some(*value),
            _ => None,
        }
    }
}

impl Invariant for Arena {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let is_old = |entry: &Entry| !matches!(entry, Entry::Used(generation, _) if *generation > self.generation);
        ensure(self.entries.iter().all(is_old), "a value is of a later generation")?;
        let n_free = self.entries.iter().filter(|entry| matches!(entry, Entry::Free(_))).count();
        let (mut next, mut n_listed) = (self.free, 0);
        while let Some(place) = next {
            let Some(Entry::Free(after)) = self.entries.get(usize::from(place)) else {
                return Err("the list leads to an entry that is not free".into());
            };
            n_listed += 1;
            ensure(n_listed <= n_free, "the list goes round")?;
            next = *after;
        }
        ensure(n_listed == n_free, "a free entry is not in the list")
    }
}

#[glassbox::check(len = 2)]
fn insert(
    arena: &mut Arena,
    value: bool,
    #[glassbox(values = 0..2)] place: u8,
    #[glassbox(values = 0..3)] generation: u8,
) -> bool {
    let other = Index { place, generation };
    let was = arena.get(other);
    let index = arena.insert(value);
    arena.get(index) == Some(value) && if other == index { was.is_none() } else { arena.get(other) == was }
}

#[glassbox::check(len = 2)]
fn remove(
    arena: &mut Arena,
    #[glassbox(values = 0..2)] place: u8,
    #[glassbox(values = 0..3)] generation: u8,
    value: bool,
) -> bool {
    // The next generation must be one of the values.
    if arena.generation == 2 {
        return true;
    }
    let index = Index { place, generation };
    let was = arena.get(index);
    let is_removed = arena.remove(index) == was;
    let is_gone = arena.get(index).is_none();
    let new = arena.insert(value);
    is_removed && is_gone && (was.is_none() || arena.get(index).is_none()) && arena.get(new) == Some(value)
}
