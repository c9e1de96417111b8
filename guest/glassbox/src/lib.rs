//! What a crate under check imports.
//!
//! This is the guest half of glassbox: it is compiled into the user's code, for the machine
//! (WebAssembly) by `cargo glassbox` and natively by everything else. It offers [`check`], which marks a
//! function as a check, and [`Outcome`], what a check may return.
//!
//! ```
//! #[derive(Default)]
//! struct Stack { items: Vec<u8> }
//!
//! /// What was pushed last is popped first.
//! #[glassbox::check(len = 3)]
//! fn push_then_pop(stack: &mut Stack, item: u8) {
//!     stack.items.push(item);
//!     assert_eq!(stack.items.pop(), Some(item));
//! }
//!
//! // Natively a check is an ordinary function.
//! push_then_pop(&mut Stack::default(), 7);
//! ```
//!
//! `cargo glassbox list` shows the checks of a package. How to depend on this crate is in the book.

mod export;
mod outcome;
mod runtime;

pub use glassbox_macros::check;
pub use outcome::Outcome;

/// What the macros' output refers to. Not for users: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use std::borrow::Cow;

    pub use glassbox_abi::{Arg, Bound, Check, check_export_prefix, checks_section};

    pub use crate::export::{export, outcome};
    pub use crate::runtime::start;
}
