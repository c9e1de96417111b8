//! States in ordinary memory: to replay findings, and to compare with brute force.
//!
//! A state is one choice for every variable of the description. These functions write it into native memory, where it
//! is used like any other value:
//!
//! - [`enumerate`] visits every state of a structure and says which are valid;
//! - [`build`] and [`from_replay`] build one state, as a [`Built`] that dereferences to the structure;
//! - [`Replay`] is the text form of a state;
//! - [`judge()`] checks all invariants of a structure;
//! - [`show`] lists the fields of a value as text, [`take_dropped`] the [`Val`](crate::Val)s that were dropped;
//! - [`replay!`](crate::replay!) runs a check on one state, in the tests that `cargo glassbox --emit-tests` writes.
//!
//! ```
//! use glassbox::Structure;
//! use glassbox::native::{build, enumerate, judge};
//!
//! #[derive(Structure)]
//! #[glassbox(no_invariant)]
//! struct Flags { set: Vec<bool> }
//!
//! // Every operation on every state, by brute force.
//! let mut states = Vec::new();
//! enumerate::<Flags>(&[("len", 2)], |_, choices, valid| states.extend(valid.then(|| choices.to_vec())));
//! for choices in states {
//!     let mut flags = build::<Flags>(&[("len", 2)], &choices)?;
//!     flags.set.push(true);
//!     assert_eq!(judge(&*flags), Ok(()));
//!     flags.discard();
//! }
//! # Ok::<(), glassbox::native::ReplayError>(())
//! ```
//!
//! Nothing here checks memory. Run the tests under Miri for that, or the check with `cargo glassbox`.

mod built;
mod contents;
pub(crate) mod disturbed;
mod judge;
mod replay;
mod run_check;
mod space;

use glassbox_abi::skeleton::ShownKind;

use crate::node::{Show, Shown};
use crate::structure::Structure;

pub use built::{Built, build, from_replay};
pub use judge::judge;
pub use replay::{Replay, ReplayError};
#[doc(hidden)]
pub use run_check::replay;
#[doc(hidden)]
pub use space::Space;
pub use space::enumerate;

/// The numbers of the [`Val`](crate::Val)s dropped on this thread since the last call.
///
/// ```
/// use glassbox::native::{build, take_dropped};
/// use glassbox::{Structure, Val};
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Stack { items: Vec<Val> }
///
/// // The choice of the length: two values, with room for three.
/// let mut stack = build::<Stack>(&[("len", 3)], &[12])?;
/// assert_eq!(stack.items.len(), 2);
/// take_dropped();
/// stack.items.truncate(1);
/// assert_eq!(take_dropped().len(), 1);
/// stack.discard();
/// # Ok::<(), glassbox::native::ReplayError>(())
/// ```
pub fn take_dropped() -> Vec<u32> {
    crate::host::take_dropped()
}

/// The fields of a value as text: names and contents, in the order of the source. Links are `null` or `..`.
///
/// ```
/// use glassbox::{Structure, native};
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Node { next: Option<Box<Node>>, #[glassbox(values = 0..3)] number: u8 }
///
/// let node = Node { next: None, number: 2 };
/// assert_eq!(native::show(&node), [("next".into(), "null".into()), ("number".into(), "2".into())]);
/// ```
pub fn show<T: Structure>(value: &T) -> Vec<(String, String)> {
    let mut show = Show::default();
    // SAFETY: a reference is the address of a valid value.
    unsafe { T::show(value, &mut show) };
    let text = |shown: Shown| match shown.kind {
        ShownKind::Tree | ShownKind::Alias if shown.target.is_null() => (shown.path, "null".to_owned()),
        ShownKind::Tree | ShownKind::Alias => (shown.path, "..".to_owned()),
        _ => (shown.path, shown.text),
    };
    show.finish().into_iter().map(text).collect()
}
