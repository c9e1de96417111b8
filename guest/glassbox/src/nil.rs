//! Sentinels: nodes that play the part of null.
//!
//! Whether a link leads to one must be known long after the plan, when the links of a changed node are named. So the
//! addresses are kept beside the program's data. They are only read once the plan is done: a check that wrote here
//! would have a hidden state. That costs a few bytes for each plan with sentinels, which are never given back.

use std::any::TypeId;
use std::cell::Cell;

use crate::type_id::type_id_of;

thread_local! {
    static NILS: Cell<&'static [Nil]> = const { Cell::new(&[]) };
}

/// A sentinel: its type and address.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Nil {
    pub(crate) type_id: TypeId,
    pub(crate) at: *mut u8,
}

/// Whether this node is a sentinel.
pub(crate) fn is<T>(node: *const T) -> bool {
    let nils = NILS.get();
    // Almost always there is none, and then nothing about the type needs to be known.
    !nils.is_empty() && nils.iter().any(|nil| std::ptr::eq(nil.at.cast(), node) && nil.type_id == type_id_of::<T>())
}

/// Whether there is any sentinel.
pub(crate) fn is_any() -> bool {
    !NILS.get().is_empty()
}

/// From now on these are sentinels.
pub(crate) fn add(nils: &[Nil]) {
    if !nils.is_empty() {
        NILS.set([NILS.get(), nils].concat().leak());
    }
}

/// They are no longer: their memory may be given to other nodes.
pub(crate) fn remove(nils: &[Nil]) {
    if !nils.is_empty() {
        let kept: Vec<Nil> = NILS.get().iter().copied().filter(|nil| !nils.contains(nil)).collect();
        NILS.set(kept.leak());
    }
}
