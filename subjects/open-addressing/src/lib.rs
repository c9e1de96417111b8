//! A hash table: an element is at the place that its hash says, or behind it. A removed one leaves a mark, so that those
//! behind it are still found.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// A set of at most `N` numbers.
#[derive(Clone, Debug, Structure)]
pub struct Table<const N: usize> {
    slots: [Slot; N],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Structure)]
#[glassbox(no_invariant, domain(u8 = 0..5))]
enum Slot {
    /// It was never in use.
    Empty,
    /// Its element was removed.
    Removed,
    Used(u8),
}

impl<const N: usize> Default for Table<N> {
    fn default() -> Self {
        Self { slots: [Slot::Empty; N] }
    }
}

impl<const N: usize> Table<N> {
    /// The slots in which a number may be, in order.
    fn places(number: u8) -> impl Iterator<Item = usize> {
        (0..N).map(move |step| (usize::from(number) + step) % N)
    }

    /// Where a number is. The search ends at the first slot that was never in use.
    fn find(&self, number: u8) -> Option<usize> {
        let mut places = Self::places(number).take_while(|place| self.slots[*place] != Slot::Empty);
        places.find(|place| self.slots[*place] == Slot::Used(number))
    }

    /// Whether a number is in the set.
    pub fn contains(&self, number: u8) -> bool {
        self.find(number).is_some()
    }

    /// Adds a number; says whether there was room for it.
    pub fn insert(&mut self, number: u8) -> bool {
        if self.contains(number) && !cfg!(feature = "bug-insert-takes-first-slot") {
            return true;
        }
        let free = Self::places(number).find(|place| !matches!(self.slots[*place], Slot::Used(_)));
        if let Some(place) = free {
            self.slots[place] = Slot::Used(number);
        }
        free.is_some()
    }

    /// Removes a number; says whether it was there.
    pub fn remove(&mut self, number: u8) -> bool {
        let found = self.find(number);
        if let Some(place) = found {
            self.slots[place] = if cfg!(feature = "bug-remove-empties-slot") { Slot::Empty } else { Slot::Removed };
        }
        found.is_some()
    }
}

impl<const N: usize> Invariant for Table<N> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        for (place, slot) in self.slots.iter().enumerate() {
            if let Slot::Used(number) = slot {
                ensure(self.find(*number) == Some(place), "a number is not found, or twice there")?;
            }
        }
        Ok(())
    }
}

#[glassbox::check]
fn insert(table: &mut Table<4>, #[glassbox(values = 0..5)] number: u8, #[glassbox(values = 0..5)] other: u8) -> bool {
    let (had, has_other) = (table.contains(number), table.contains(other));
    let has_room = had || table.slots.iter().any(|slot| !matches!(slot, Slot::Used(_)));
    table.insert(number) == has_room
        && table.contains(number) == has_room
        && (other == number || table.contains(other) == has_other)
}

#[glassbox::check]
fn remove(table: &mut Table<4>, #[glassbox(values = 0..5)] number: u8, #[glassbox(values = 0..5)] other: u8) -> bool {
    let (had, has_other) = (table.contains(number), table.contains(other));
    table.remove(number) == had && !table.contains(number) && (other == number || table.contains(other) == has_other)
}
