//! States in ordinary memory: to replay what the host found, and to compare with brute force.
//!
//! The same description that the host gets is laid out natively. A state is one choice for every variable; it is
//! written into that memory and used like any other value:
//!
//! - [`enumerate`] visits every state of a structure and says which are valid;
//! - [`build`] and [`from_replay`] make one state, as a [`Built`] that stands for the structure;
//! - [`Replay`] is the text form of a state, [`Space`] all states of a whole check, [`judge()`] the full check of one;
//! - [`replay!`](crate::replay!) runs a check on one state, as the tests do that `cargo glassbox --emit-tests` writes.
//!
//! Left out: nothing here watches memory. Run the tests under Miri for that, or the check in the machine.

mod built;
mod contents;
mod judge;
mod replay;
mod space;
mod test;

pub use built::{Built, build, from_replay};
pub use judge::judge;
pub use replay::{Replay, ReplayError};
pub use space::{Space, enumerate};
#[doc(hidden)]
pub use test::replay;

/// The numbers of the [`Val`](crate::Val)s dropped on this thread since the last call.
pub fn take_dropped() -> Vec<u32> {
    crate::host::take_dropped()
}
