//! A generational arena: values in the slots of a vector, and handles that notice when their value is gone.
//!
//! A removed value leaves a free slot, which a later value uses. Each value in a slot has a generation of its own, so that
//! an old handle does not lead to a new value. A slot is retired when its generations are used up.

#[cfg(any(test, glassbox))]
mod checks;
#[cfg(test)]
mod tests;

/// Generations of a slot before it is retired. There are few of them in checks, so that they reach the last one.
const GENERATIONS: u32 = if cfg!(glassbox) { 3 } else { u32::MAX };

/// A collection of values, each of which has a handle.
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure))]
#[cfg_attr(any(test, glassbox), glassbox(domain(u32 = 0..3)))]
pub struct Arena<T> {
    slots: Vec<Slot<T>>,
    /// The first free slot.
    free: Option<u32>,
}

#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant))]
struct Slot<T> {
    generation: u32,
    content: Content<T>,
}

#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant))]
enum Content<T> {
    Value(T),
    /// The slot is free. The number is the next free slot.
    Free(Option<u32>),
    /// The generations are used up.
    Retired,
}

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle {
    slot: u32,
    generation: u32,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), free: None }
    }
}

impl<T> Arena<T> {
    /// Makes an empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value.
    pub fn insert(&mut self, value: T) -> Handle {
        let Some(number) = self.free else {
            self.slots.push(Slot { generation: 0, content: Content::Value(value) });
            return Handle { slot: self.slots.len() as u32 - 1, generation: 0 };
        };
        let slot = &mut self.slots[number as usize];
        if let Content::Free(next) = slot.content {
            self.free = if cfg!(feature = "bug-stale-free-head") { next.or(self.free) } else { next };
        }
        slot.content = Content::Value(value);
        Handle { slot: number, generation: slot.generation }
    }

    /// The value of a handle, unless it was removed.
    pub fn get(&self, handle: Handle) -> Option<&T> {
        match self.slots.get(handle.slot as usize) {
            Some(Slot { generation, content: Content::Value(value) }) if *generation == handle.generation => {
                Some(value)
            }
            _ => None,
        }
    }

    /// Removes the value of a handle.
    pub fn remove(&mut self, handle: Handle) -> Option<T> {
        self.get(handle)?;
        let slot = &mut self.slots[handle.slot as usize];
        match std::mem::replace(&mut slot.content, Content::Retired) {
            Content::Value(value) => {
                if !cfg!(feature = "bug-stale-handle") || self.free.is_some() {
                    slot.generation += 1;
                }
                self.set_free(handle.slot);
                Some(value)
            }
            _ => None,
        }
    }

    /// Removes the values for which the function returns `false`.
    pub fn retain(&mut self, mut keep: impl FnMut(&mut T) -> bool) {
        if cfg!(feature = "bug-retain-drops-free-list") {
            self.free = None;
        }
        for number in 0..self.slots.len() {
            let slot = &mut self.slots[number];
            if let Content::Value(value) = &mut slot.content
                && !keep(value)
            {
                slot.generation += 1;
                self.set_free(number as u32);
            }
        }
    }

    /// All values with their handles.
    pub fn iter(&self) -> impl Iterator<Item = (Handle, &T)> {
        self.slots.iter().zip(0..).filter_map(|(slot, number)| match &slot.content {
            Content::Value(value) => Some((Handle { slot: number, generation: slot.generation }, value)),
            _ => None,
        })
    }

    /// Puts a slot into the free list, or retires it.
    fn set_free(&mut self, number: u32) {
        let slot = &mut self.slots[number as usize];
        slot.content =
            if slot.generation + 1 < GENERATIONS { Content::Free(self.free.replace(number)) } else { Content::Retired };
    }
}
