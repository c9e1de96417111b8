//! Arenas: nodes that lie in the slots of a vector, and links that are indices into it.
//!
//! A link to a node is made of its address, and a node is found by its address; an index needs to know where the
//! vector's buffer is. A plan notes that here when it describes an arena, so that your index type can be a
//! [`Link`](crate::Link):
//!
//! ```
//! use glassbox::{Children, Link, Summarise, slots};
//! # use glassbox::{Broken, Invariant, Structure, __private::{Plan, Visitor}};
//! # struct Node { next: Index }
//! # unsafe impl Structure for Node {
//! #     fn sample(_: &mut Plan) -> Self { Node { next: Index(u32::MAX) } }
//! #     unsafe fn describe(_: *mut Self, _: &mut Plan) {}
//! #     unsafe fn visit(_: *const Self, _: &mut Visitor) {}
//! # }
//! # impl Invariant for Node {
//! #     type Summary = ();
//! #     fn check(&self, _: &Children) -> Result<(), Broken> { Ok(()) }
//! # }
//!
//! #[derive(Clone, Copy)]
//! struct Index(u32);
//!
//! unsafe impl Link for Index {
//!     type Target = Node;
//!
//!     fn null() -> Option<Self> {
//!         Some(Index(u32::MAX))
//!     }
//!     unsafe fn put(slot: *mut Self, target: *mut Node) {
//!         unsafe { slot.write_unaligned(Index(slots::index_of(target))) }
//!     }
//!     unsafe fn target(this: *const Self) -> Option<*mut Node> {
//!         let Index(index) = unsafe { this.read_unaligned() };
//!         (index != u32::MAX).then(|| slots::node_at(index))
//!     }
//! }
//!
//! impl Summarise for Index {
//!     type Out = Option<<Node as Invariant>::Summary>;
//!
//!     fn summarise(&self, children: &Children) -> Self::Out {
//!         unsafe { Self::target(self) }.map(|node| children.summary(unsafe { &*node }))
//!     }
//! }
//! ```
//!
//! Position p lies in slot p, and every report says so; slots without a node are unused. An arena whose code depends
//! on *which* slots are free (it keeps a free list) is a vector of enums with integer links instead, and its tree
//! property a global invariant: costly, so with small bounds.

use std::any::type_name;

use crate::arena::{self, Arena};
use crate::invariant::Invariant;
use crate::type_id::type_id_of;

/// A slot of an arena: holds a node or is unused.
pub trait Slot: Sized {
    /// The type of the nodes.
    type Node: Invariant;

    /// A slot that is not in use.
    fn unused() -> Self;

    /// A slot with this node.
    fn used(node: Self::Node) -> Self;

    /// The node, if there is one.
    fn node(&self) -> Option<&Self::Node>;
}

impl<T: Invariant> Slot for Option<T> {
    type Node = T;

    fn unused() -> Self {
        None
    }

    fn used(node: T) -> Self {
        Some(node)
    }

    fn node(&self) -> Option<&T> {
        self.as_ref()
    }
}

/// The index of the slot that a node lies in. If there are several arenas of such nodes at a time, the last one that
/// was described or whose links were named counts.
///
/// # Panics
///
/// If no arena for such nodes has been described.
pub fn index_of<T: Invariant>(node: *const T) -> u32 {
    arena_of::<T>().index_of(node.cast())
}

/// The node in the slot with this index.
///
/// # Panics
///
/// If no arena for such nodes has been described.
pub fn node_at<T: Invariant>(index: u32) -> *mut T {
    arena_of::<T>().node(index).cast()
}

/// The latest arena for such nodes.
fn arena_of<T: Invariant>() -> &'static Arena {
    arena::latest(type_id_of::<T>()).unwrap_or_else(|| panic!("there is no arena of `{}`", type_name::<T>()))
}

/// Registers an arena. `sample` is a slot with a node.
pub(crate) fn add<S: Slot>(start: *mut S, sample: &S) -> &'static Arena {
    let node = sample.node().expect("a used slot has a node");
    let offset = std::ptr::from_ref(node).addr() - std::ptr::from_ref(sample).addr();
    arena::add(Arena::new(type_id_of::<S::Node>(), start.cast(), size_of::<S>().max(1), offset))
}

/// Takes note of the buffer's address: operations may have moved it.
pub(crate) fn moved<S: Slot>(start: *const S) {
    arena_of::<S::Node>().move_to(start.cast_mut().cast());
}
