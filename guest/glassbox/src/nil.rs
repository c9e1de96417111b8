//! Sentinels: nodes that stand for null.
//!
//! A link to a changed node needs them long after the plan: a [`KeptList`].

use std::any::TypeId;

use crate::kept_list::KeptList;
use crate::type_id::type_id_of;

const NILS: KeptList<Nil> = KeptList::new(0);

/// A sentinel, by its type and address.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Nil {
    pub(crate) type_id: TypeId,
    pub(crate) at: *mut u8,
}

/// Whether this node is a sentinel.
pub(crate) fn is<T>(node: *const T) -> bool {
    let nils = NILS.items();
    // Almost always there is no sentinel, and then the type does not matter.
    !nils.is_empty() && nils.iter().any(|nil| std::ptr::eq(nil.at.cast(), node) && nil.type_id == type_id_of::<T>())
}

/// Whether a sentinel stands for null in links to nodes of this type.
pub(crate) fn stands_for_null<T>() -> bool {
    let nils = NILS.items();
    !nils.is_empty() && nils.iter().any(|nil| nil.type_id == type_id_of::<T>())
}

/// Whether there is any sentinel.
pub(crate) fn is_any() -> bool {
    !NILS.items().is_empty()
}

/// Adds sentinels.
pub(crate) fn add(nils: &[Nil]) {
    NILS.add(nils);
}

/// Removes sentinels: their memory may be given to other nodes.
pub(crate) fn remove(nils: &[Nil]) {
    NILS.remove(|nil| nils.contains(nil));
}
