//! States in ordinary memory: to replay what the host found, and to compare with brute force.
//!
//! The same description that the host gets is laid out natively. A state is one choice for every variable; it is
//! written into that memory and used like any other value:
//!
//! - [`enumerate`] visits every state of a structure and says which are valid;
//! - [`build`] and [`from_replay`] make one state, as a [`Built`] that stands for the structure;
//! - [`Replay`] is the text form of a state, [`Space`] all states of a whole check, [`judge()`] the full check of one;
//! - [`show`] says in words what is in a value;
//! - [`replay!`](crate::replay!) runs a check on one state, as the tests do that `cargo glassbox --emit-tests` writes.
//!
//! Left out: nothing here watches memory. Run the tests under Miri for that, or the check in the machine.

mod built;
mod contents;
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
pub use space::{Space, enumerate};

/// The numbers of the [`Val`](crate::Val)s dropped on this thread since the last call.
pub fn take_dropped() -> Vec<u32> {
    crate::host::take_dropped()
}

/// The fields of a value in words, in the order of the source: names and what is in them. Links are `null` or `..`.
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
