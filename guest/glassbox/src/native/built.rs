//! One state, as a value to work with.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::invariant::Invariant;
use crate::native::{Replay, ReplayError, Space};
use crate::plan::holds;

/// The state of a structure with these choices, one for each variable.
///
/// ```
/// # use glassbox::{Broken, Children, Invariant, Structure, __private::{Plan, Visitor}};
/// # struct Flags { set: Vec<bool> }
/// # unsafe impl Structure for Flags {
/// #     fn sample(_: &mut Plan) -> Self { Flags { set: Vec::new() } }
/// #     unsafe fn describe(at: *mut Self, plan: &mut Plan) {
/// #         plan.field("set", |plan| unsafe { Structure::describe(&raw mut (*at).set, plan) });
/// #     }
/// #     unsafe fn visit(_: *const Self, _: &mut Visitor) {}
/// # }
/// # impl Invariant for Flags {
/// #     type Summary = ();
/// #     fn check(&self, _: &Children) -> Result<(), Broken> { Ok(()) }
/// # }
/// let mut flags = glassbox::native::from_replay::<Flags>("len=2:4.1.1")?;
/// assert_eq!(flags.set, [true, true]);
/// flags.set.push(false);
/// # flags.discard();
/// # Ok::<(), glassbox::native::ReplayError>(())
/// ```
pub fn build<T: Invariant>(bounds: &[(&str, u32)], choices: &[u32]) -> Result<Built<T>, ReplayError> {
    let bounds = bounds.iter().map(|(name, value)| ((*name).to_owned(), *value));
    Built::new(&Replay::new(bounds, choices.to_vec()))
}

/// The state that the text stands for, as [`Replay`] prints it.
pub fn from_replay<T: Invariant>(text: &str) -> Result<Built<T>, ReplayError> {
    Built::new(&text.parse()?)
}

/// A structure in a state. It stands for the structure itself: call its methods on it.
///
/// When it goes, what the structure holds *leaks*, on purpose: after an operation with a bug in it nobody knows what
/// the structure still owns, and a second crash would hide the first. Call [`discard`](Self::discard) to drop it.
pub struct Built<T: Invariant> {
    space: Space,
    root: *mut T,
    choices: Vec<u32>,
}

impl<T: Invariant> Built<T> {
    fn new(replay: &Replay) -> Result<Self, ReplayError> {
        let (mut space, choices) = replay.space(|plan| plan.structure::<T>("state"))?;
        let root = space.pointer::<T>(0);
        // What exists in this state belongs to the structure from now on. Only the root itself stays ours.
        for block in space.plan.blocks.iter().filter(|block| holds(&block.condition, &choices)) {
            if block.at != root.cast() {
                space.plan.memory.release(block.at);
            }
        }
        Ok(Self { space, root, choices })
    }

    /// Drops the structure, which must be sound.
    pub fn discard(self) {
        // SAFETY: the value is live, it is not used again, and dropping `self` frees its memory only.
        unsafe { std::ptr::drop_in_place(self.root) }
    }

    /// The choice for every variable.
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
