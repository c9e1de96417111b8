//! The frame of the running function, accessed through raw pointers.

use super::stack::Stack;
use crate::isa::Slot;
use crate::track::Tracked;

/// The frame of the running function.
pub(super) struct Registers<S> {
    slots: *mut u64,
    shadows: *mut S,
    /// Index of the frame's first slot on the stack.
    pub(super) base: usize,
    /// Index after its last slot.
    pub(super) end: usize,
}

impl<S: Copy> Registers<S> {
    /// The frame from `base` to `end` of the stack.
    #[inline(always)]
    pub(super) fn new(stack: &mut Stack<S>, base: usize, end: usize) -> Self {
        debug_assert!(end <= stack.slots.len());
        // SAFETY: `base` is inside both vectors: frames are checked when they are entered.
        let (slots, shadows) = unsafe { (stack.slots.as_mut_ptr().add(base), stack.shadows.as_mut_ptr().add(base)) };
        Self { slots, shadows, base, end }
    }

    #[inline(always)]
    fn check(&self, slot: Slot) -> usize {
        debug_assert!(self.base + usize::from(slot.0) < self.end, "slot {slot:?} is outside its frame");
        usize::from(slot.0)
    }

    #[inline(always)]
    pub(super) fn get(&self, slot: Slot) -> u64 {
        // SAFETY: `slots` points to a frame of the length that the function declares, inside the stack's
        // vector, which is neither moved nor resized during a run; the translator names only slots of it.
        unsafe { *self.slots.add(self.check(slot)) }
    }

    #[inline(always)]
    fn shadow(&self, slot: Slot) -> S {
        // SAFETY: as for `get`; `shadows` is as long as `slots`.
        unsafe { *self.shadows.add(self.check(slot)) }
    }

    #[inline(always)]
    pub(super) fn tracked(&self, slot: Slot) -> Tracked<S> {
        Tracked { value: self.get(slot), shadow: self.shadow(slot) }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, slot: Slot, value: u64, shadow: S) {
        let slot = self.check(slot);
        // SAFETY: as for `get`.
        unsafe {
            *self.slots.add(slot) = value;
            *self.shadows.add(slot) = shadow;
        }
    }

    /// All slots of the frame.
    pub(super) fn all(&self) -> impl Iterator<Item = Tracked<S>> + '_ {
        // The frame of a function has at most as many slots as a `Slot` can name.
        (0..self.end - self.base).map(|slot| self.tracked(Slot(slot as u16)))
    }

    /// Sets all slots of the frame.
    pub(super) fn set_all(&mut self, slots: &[Tracked<S>]) {
        debug_assert_eq!(slots.len(), self.end - self.base);
        for (slot, tracked) in slots.iter().enumerate() {
            self.set(Slot(slot as u16), tracked.value, tracked.shadow);
        }
    }
}
