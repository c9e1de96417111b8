//! Sentinels: nodes that stand for null.
//!
//! A visit to a changed node must know long after the plan whether a link leads to a sentinel. So their addresses are
//! kept beside the program's data. They are only read once the plan is done: a check that wrote here would have a
//! hidden state. Each plan with sentinels costs a few bytes, which are never given back.

use std::any::TypeId;
use std::cell::Cell;

use crate::type_id::type_id_of;

thread_local! {
    static NILS: Cell<&'static [Nil]> = const { Cell::new(&[]) };
}

/// A sentinel, by its type and address.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Nil {
    pub(crate) type_id: TypeId,
    pub(crate) at: *mut u8,
}

/// Whether this node is a sentinel.
pub(crate) fn is<T>(node: *const T) -> bool {
    let nils = NILS.get();
    // Almost always there is no sentinel, and then the type does not matter.
    !nils.is_empty() && nils.iter().any(|nil| std::ptr::eq(nil.at.cast(), node) && nil.type_id == type_id_of::<T>())
}

/// Whether a sentinel stands for null in links to nodes of this type.
pub(crate) fn stands_for_null<T>() -> bool {
    let nils = NILS.get();
    !nils.is_empty() && nils.iter().any(|nil| nil.type_id == type_id_of::<T>())
}

/// Whether there is any sentinel.
pub(crate) fn is_any() -> bool {
    !NILS.get().is_empty()
}

/// Adds sentinels.
pub(crate) fn add(nils: &[Nil]) {
    if !nils.is_empty() {
        NILS.set([NILS.get(), nils].concat().leak());
    }
}

/// Removes sentinels: their memory may be given to other nodes.
pub(crate) fn remove(nils: &[Nil]) {
    if !nils.is_empty() {
        let kept: Vec<Nil> = NILS.get().iter().copied().filter(|nil| !nils.contains(nil)).collect();
        NILS.set(kept.leak());
    }
}
