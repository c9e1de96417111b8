//! A slab: values in the slots of a vector, with a list of free slots.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use glassbox::{Broken, Children, Invariant, Structure};

/// Values by number.
#[derive(Debug, Default, Structure)]
#[glassbox(domain(u8 = 0..4))]
pub struct Slab {
    slots: Vec<Slot>,
    /// The first free slot.
    free: Option<u8>,
}

/// A slot.
#[derive(Debug, Structure)]
#[glassbox(no_invariant)]
enum Slot {
    /// Not in use; the next one that is not.
    Free(Option<u8>),
    Used(bool),
}

impl Slab {
    /// Adds a value, and returns its number.
    ///
    /// # Panics
    ///
    /// If there are 256 values.
    pub fn insert(&mut self, value: bool) -> u8 {
        let Some(slot) = self.free else {
            self.slots.push(Slot::Used(value));
            return u8::try_from(self.slots.len() - 1).expect("fewer than 256 values");
        };
        if let Slot::Free(next) = self.slots[usize::from(slot)]
            && !cfg!(feature = "bug-insert-keeps-free")
        {
            self.free = next;
        }
        self.slots[usize::from(slot)] = Slot::Used(value);
        slot
    }

    /// Removes a value.
    pub fn remove(&mut self, number: u8) -> Option<bool> {
        let slot = self.slots.get_mut(usize::from(number))?;
        let Slot::Used(value) = *slot else {
            if cfg!(feature = "bug-remove-twice") {
                *slot = Slot::Free(self.free.replace(number));
            }
            return None;
        };
        *slot = Slot::Free(self.free.replace(number));
        Some(value)
    }

    /// The value with this number.
    pub fn get(&self, number: u8) -> Option<bool> {
        match self.slots.get(usize::from(number)) {
            Some(Slot::Used(value)) => Some(*value),
            _ => None,
        }
    }
}

impl Invariant for Slab {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let n_free = self.slots.iter().filter(|slot| matches!(slot, Slot::Free(_))).count();
        let (mut next, mut n_listed) = (self.free, 0);
        while let Some(number) = next {
            let Some(Slot::Free(after)) = self.slots.get(usize::from(number)) else {
                return Err("the list leads to a slot that is not free".into());
            };
            n_listed += 1;
            glassbox::ensure(n_listed <= n_free, "the list goes round")?;
            next = *after;
        }
        glassbox::ensure(n_listed == n_free, "a free slot is not in the list")
    }
}

#[glassbox::check(len = 2)]
fn insert(slab: &mut Slab, value: bool, #[glassbox(values = 0..3)] other: u8) -> bool {
    let was = slab.get(other);
    let number = slab.insert(value);
    slab.get(number) == Some(value) && if other == number { was.is_none() } else { slab.get(other) == was }
}

#[glassbox::check(len = 2)]
fn remove(slab: &mut Slab, #[glassbox(values = 0..3)] number: u8, #[glassbox(values = 0..3)] other: u8) -> bool {
    let (was, was_other) = (slab.get(number), slab.get(other));
    slab.remove(number) == was && slab.get(number).is_none() && (other == number || slab.get(other) == was_other)
}
