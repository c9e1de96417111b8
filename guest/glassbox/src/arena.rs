//! Registry of arenas: vectors whose slots hold nodes, and where their buffers are.
//!
//! As for sentinels, links of a changed node need it long after the plan is done: a [`KeptList`].

use std::any::TypeId;
use std::cell::Cell;

use crate::kept_list::KeptList;
use crate::type_id::type_id_of;

const ARENAS: KeptList<&'static Arena> = KeptList::new(1);

/// A vector of slots.
pub(crate) struct Arena {
    node_type: TypeId,
    /// Moves with the vector's buffer.
    start: Cell<*mut u8>,
    /// From one slot to the next.
    stride: usize,
    /// From the start of a slot to its node.
    offset: usize,
}

impl Arena {
    pub(crate) fn new(node_type: TypeId, start: *mut u8, stride: usize, offset: usize) -> Self {
        Self { node_type, start: Cell::new(start), stride, offset }
    }

    /// The address of a slot.
    pub(crate) fn slot(&self, index: u32) -> *mut u8 {
        self.start.get().wrapping_add(index as usize * self.stride)
    }

    /// The address of the node in a slot.
    pub(crate) fn node(&self, index: u32) -> *mut u8 {
        self.slot(index).wrapping_add(self.offset)
    }

    /// The index of the slot that a node lies in.
    pub(crate) fn index_of(&self, node: *const u8) -> u32 {
        let index = node.addr().wrapping_sub(self.start.get().addr()) / self.stride;
        u32::try_from(index).expect("an arena has fewer than 2^32 slots")
    }

    /// Whether its nodes are of type `T`.
    pub(crate) fn is_of<T>(&self) -> bool {
        self.node_type == type_id_of::<T>()
    }

    /// Its buffer is at `start`.
    pub(crate) fn move_to(&self, start: *mut u8) {
        if !std::ptr::eq(self.start.get(), start) {
            self.start.set(start);
        }
    }
}

/// The latest arena for nodes of this type.
pub(crate) fn latest(node_type: TypeId) -> Option<&'static Arena> {
    ARENAS.items().iter().rev().find(|arena| arena.node_type == node_type).copied()
}

/// Adds an arena.
pub(crate) fn add(arena: Arena) -> &'static Arena {
    let arena = Box::leak(Box::new(arena));
    ARENAS.add(&[arena]);
    arena
}

/// Removes arenas.
pub(crate) fn remove(arenas: &[&'static Arena]) {
    ARENAS.remove(|arena| arenas.iter().any(|gone| std::ptr::eq(*gone, *arena)));
}
