//! Checks for data structures, which `cargo glassbox` runs on every valid state within bounds.
//!
//! Code under check imports this crate. `cargo glassbox` compiles it into the checked program, for the machine
//! (WebAssembly); everything else compiles it natively.
//!
//! - [`check`](macro@check) marks a function as a check; [`Outcome`] is implemented for what a check may return.
//! - [`explore`](macro@explore) marks a module of operations: `cargo glassbox` tries every sequence of them.
//! - [`Structure`](derive@Structure) describes the values of a type, [`Invariant`] says which of them are valid.
//! - [`Key`] and [`Val`] stand for keys of which only the order matters, and for values of which only the identity
//!   matters.
//! - [`native`] builds states in ordinary memory, to replay a finding or to compare with brute force.
//! - [`Link`], [`Summarise`], [`Nullable`] and [`slots`] are for links of your own, such as indices into an arena.
//!
//! ```
//! use glassbox::{Broken, Children, Invariant, Structure, ensure};
//!
//! /// Sorted, without duplicates.
//! #[derive(Structure)]
//! #[glassbox(domain(u8 = 0..4))]
//! struct Set { items: Vec<u8> }
//!
//! impl Invariant for Set {
//!     type Summary = ();
//!
//!     fn check(&self, _: &Children) -> Result<(), Broken> {
//!         ensure(self.items.is_sorted_by(|a, b| a < b), "the items are not sorted")
//!     }
//! }
//!
//! impl Set {
//!     fn insert(&mut self, item: u8) {
//!         if let Err(place) = self.items.binary_search(&item) {
//!             self.items.insert(place, item);
//!         }
//!     }
//! }
//!
//! /// An inserted item is in the set.
//! #[glassbox::check(len = 3)]
//! fn insert_then_find(set: &mut Set, #[glassbox(values = 0..4)] item: u8) {
//!     set.insert(item);
//!     assert!(set.items.contains(&item));
//! }
//!
//! // Natively a check is an ordinary function.
//! insert_then_find(&mut Set { items: vec![1, 3] }, 2);
//! ```
//!
//! `cargo glassbox list` shows the checks of a package. The book says how to depend on this crate.

mod arena;
mod broken;
mod children;
mod disturbances;
mod explore;
mod export;
mod former_names;
mod host;
mod hostile;
mod impls;
mod invariant;
mod kept_list;
mod key;
mod label;
mod link;
mod look;
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub mod native;
mod nil;
mod node;
mod outcome;
mod plan;
mod poll;
mod probe;
#[cfg(all(glassbox, target_family = "wasm"))]
mod random;
mod result_use;
mod returned;
mod runtime;
pub mod slots;
mod structure;
mod type_id;
mod val;
mod values;

pub use broken::{Broken, ensure};
pub use children::{Children, Nullable, Summarise};
pub use disturbances::{answer, panic_point};
pub use explore::{Argument, assume, choose, may_panic};
#[doc(hidden)]
pub use former_names::{Kids, Links};
pub use glassbox_macros::{Structure, check, explore, replay};
pub use hostile::{Fickle, Items, Reader, fickle, items, reader};
pub use invariant::Invariant;
pub use key::Key;
pub use link::Link;
pub use outcome::Outcome;
pub use poll::poll;
pub use structure::{Finite, Structure};
pub use val::Val;

/// Items that generated code refers to. Not for users: they change without notice.
#[doc(hidden)]
pub mod __private {
    pub use std::borrow::Cow;
    pub use std::string::String;
    pub use std::vec::Vec;

    pub use glassbox_abi::{
        Arg, Bound, DisturbanceChoice, Function, Kind, Role, Subject, apply_export_prefix, check_export_prefix,
        checks_section, drop_export_prefix, end_export_prefix, explorations_section, explore_export_prefix,
        new_export_prefix, panics_export_prefix, plan_export_prefix, warm_up_export_prefix,
    };

    pub use crate::children::{Summaries, shape};
    pub use crate::explore::{
        address, begin, end, explore, has_returned, must_panic, other_operations, pick, say, say_words, seed, take,
        wants_words,
    };
    pub use crate::export::{drop_structure, export, outcome};
    pub use crate::probe::{Fallback, IfArgument, IfDebug, IfDefault, IfInvariant, IfStructure, Probe, construct};
    pub use glassbox_abi::skeleton::EffectKind;

    pub use glassbox_abi::place;

    pub use crate::disturbances::{IS_DISTURBED, guarded, panicking};
    pub use crate::look::{IfDebug as IfDebugResult, IfPlain, IfReference, Unlooked, law};
    pub use crate::node::{Show, Visitor, same_place};
    pub use crate::plan::{Choice, Counter, Plan, Tag, Variants, plan};
    pub use crate::result_use::{IfFuture, IfIterator, IfRange, NoFuture, NoIterator, ResultType, Subjects, Use};
    pub use crate::returned::{Returned, returned};
    pub use crate::runtime::start;
    #[cfg(all(glassbox, target_family = "wasm"))]
    pub use crate::runtime::warm_up;
    pub use crate::values::{MOST_VALUES, Values, combinations};
}
