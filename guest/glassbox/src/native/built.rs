//! Builds one state as a value.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::invariant::Invariant;
use crate::native::{Replay, ReplayError, Space};

/// Builds the state of a structure with these choices, one for each variable, as [`enumerate`](super::enumerate) passes
/// them.
///
/// ```
/// use glassbox::{Structure, native};
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Flags { set: Vec<bool> }
///
/// let mut flags = native::build::<Flags>(&[("len", 2)], &[7, 1, 1])?;
/// assert_eq!(flags.set, [true, true]);
/// flags.set.push(false);
/// flags.discard();
/// # Ok::<(), native::ReplayError>(())
/// ```
pub fn build<T: Invariant>(bounds: &[(&str, u32)], choices: &[u32]) -> Result<Built<T>, ReplayError> {
    let bounds = bounds.iter().map(|(name, value)| ((*name).to_owned(), *value));
    Built::new(&Replay::new(bounds, choices.to_vec()))
}

/// Builds the state that a text stands for, as [`Replay`] prints it.
///
/// ```
/// use glassbox::{Structure, native};
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Flags { set: Vec<bool> }
///
/// let flags = native::from_replay::<Flags>("len=2:7.1.1")?;
/// assert_eq!(flags.set, [true, true]);
/// # Ok::<(), native::ReplayError>(())
/// ```
pub fn from_replay<T: Invariant>(text: &str) -> Result<Built<T>, ReplayError> {
    Built::new(&text.parse()?)
}

/// A structure in a given state. It dereferences to the structure, so call the structure's methods on it.
///
/// When it is dropped, the contents of the structure *leak*, on purpose: after a faulty operation it is unknown which
/// memory the structure still owns, and a second crash would hide the first. Call [`discard`](Self::discard) to drop
/// the structure.
///
/// ```
/// use glassbox::{Structure, native};
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Flags { set: Vec<bool> }
///
/// let mut flags = native::from_replay::<Flags>("len=2:7.1.1")?;
/// flags.set.pop();
/// assert_eq!(flags.choices(), [7, 1, 1]);
/// assert_eq!(flags.replay().to_string(), "capacity=0,len=2:7.1.1");
/// flags.discard();
/// # Ok::<(), native::ReplayError>(())
/// ```
pub struct Built<T: Invariant> {
    space: Space,
    root: *mut T,
    choices: Vec<u32>,
}

impl<T: Invariant> Built<T> {
    fn new(replay: &Replay) -> Result<Self, ReplayError> {
        let (mut space, choices) = replay.space(|plan| plan.structure::<T>("state"))?;
        let root = space.pointer::<T>(0);
        // All blocks that exist in this state belong to the structure from now on. Only the root itself stays ours.
        let plan = &mut space.plan;
        for block in plan.blocks.iter().filter(|block| plan.conditions.hold(block.condition, &choices)) {
            if block.at != root.cast() {
                plan.memory.release(block.at);
            }
        }
        Ok(Self { space, root, choices })
    }

    /// Drops the structure, which must own its memory as it should.
    pub fn discard(self) {
        // SAFETY: the value is live, it is not used again, and dropping `self` frees its memory only.
        unsafe { std::ptr::drop_in_place(self.root) }
    }

    /// The choices that it was built with, one for each variable.
    pub fn choices(&self) -> &[u32] {
        &self.choices
    }

    /// The text form of the state that it was built in.
    pub fn replay(&self) -> Replay {
        self.space.replay(&self.choices)
    }
}

impl<T: Invariant> Deref for Built<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: a whole state was written there, and only this value gives access to it.
        unsafe { &*self.root }
    }
}

impl<T: Invariant> DerefMut for Built<T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as for `deref`, and `self` is borrowed exclusively.
        unsafe { &mut *self.root }
    }
}

impl<T: Invariant + fmt::Debug> fmt::Debug for Built<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
