//! Arenas: nodes that lie in the slots of a vector, and links that are indices into it.
//!
//! A plan makes a link from the address of a node, and a visit follows it back to an address. For an index, both need
//! the address of the vector's buffer. `#[glassbox(holes)]` on the vector registers it, so that [`index_of`] and
//! [`node_at`] can turn one into the other:
//!
//! ```
//! use glassbox::{Broken, Children, Invariant, Link, Structure, Summarise, ensure, slots};
//!
//! #[derive(Structure)]
//! struct Forest {
//!     #[glassbox(tree)]
//!     root: Index,
//!     #[glassbox(count(Node))]
//!     len: usize,
//!     #[glassbox(holes)]
//!     nodes: Vec<Option<Node>>,
//! }
//!
//! #[derive(Structure)]
//! struct Node {
//!     #[glassbox(tree)]
//!     next: Index,
//! }
//!
//! struct Index(u32);
//!
//! // SAFETY: an index stands for the node in that slot.
//! unsafe impl Link for Index {
//!     type Target = Node;
//!
//!     fn null() -> Option<Self> {
//!         Some(Index(u32::MAX))
//!     }
//!
//!     unsafe fn put(slot: *mut Self, target: *mut Node) {
//!         unsafe { slot.write_unaligned(Index(slots::index_of(target))) }
//!     }
//!
//!     unsafe fn target(this: *const Self) -> Option<*mut Node> {
//!         let Index(index) = unsafe { this.read_unaligned() };
//!         (index != u32::MAX).then(|| slots::node_at(index))
//!     }
//! }
//!
//! impl Summarise for Index {
//!     type Out = Option<usize>;
//!
//!     fn summarise(&self, children: &Children) -> Option<usize> {
//!         unsafe { Self::target(self) }.map(|node| children.summary(unsafe { &*node }))
//!     }
//! }
//!
//! impl Invariant for Node {
//!     type Summary = usize; // the number of nodes
//!
//!     fn check(&self, children: &Children) -> Result<usize, Broken> {
//!         Ok(1 + children.summary(&self.next).unwrap_or(0))
//!     }
//! }
//!
//! impl Invariant for Forest {
//!     type Summary = ();
//!
//!     fn check(&self, children: &Children) -> Result<(), Broken> {
//!         ensure(children.summary(&self.root).unwrap_or(0) == self.len, "the length is wrong")
//!     }
//! }
//!
//! let mut lengths = Vec::new();
//! glassbox::native::enumerate::<Forest>(&[("height", 2)], |forest, _, valid| {
//!     assert!(valid);
//!     lengths.push(forest.len);
//! });
//! assert_eq!(lengths, [0, 1, 2]);
//! ```
//!
//! Position p lies in slot p, and every report says so; slots without a node are unused. If the code depends on *which*
//! slots are free, because it keeps a free list, describe the arena as a vector of enums with integer links, and the
//! tree property as a global invariant: that is costly, so use small bounds.

use std::any::type_name;

use crate::arena::{self, Arena};
use crate::invariant::Invariant;
use crate::type_id::type_id_of;

/// A slot of an arena: holds a node or is unused.
///
/// It is implemented for `Option`. Implement it for slots of your own:
///
/// ```
/// use glassbox::Structure;
/// use glassbox::slots::Slot;
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Node;
///
/// enum Entry {
///     Free,
///     Used { generation: u32, node: Node },
/// }
///
/// impl Slot for Entry {
///     type Node = Node;
///
///     fn unused() -> Self {
///         Entry::Free
///     }
///
///     fn used(node: Node) -> Self {
///         Entry::Used { generation: 0, node }
///     }
///
///     fn node(&self) -> Option<&Node> {
///         match self {
///             Entry::Free => None,
///             Entry::Used { node, .. } => Some(node),
///         }
///     }
/// }
/// ```
pub trait Slot: Sized {
    /// The type of the nodes.
    type Node: Invariant;

    /// A slot without a node.
    fn unused() -> Self;

    /// A slot with this node.
    fn used(node: Self::Node) -> Self;

    /// The node, if the slot has one.
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

/// The index of the slot that a node lies in, for [`Link::put`](crate::Link::put).
///
/// ```
/// # use glassbox::{Structure, slots};
/// # #[derive(Structure)]
/// # #[glassbox(no_invariant)]
/// # struct Node;
/// struct Index(u32);
///
/// unsafe fn put(slot: *mut Index, target: *mut Node) {
///     unsafe { slot.write_unaligned(Index(slots::index_of(target))) }
/// }
/// ```
///
/// If several arenas hold nodes of this type, the one that was described or visited last counts.
///
/// # Panics
///
/// If no arena for such nodes has been described.
pub fn index_of<T: Invariant>(node: *const T) -> u32 {
    arena_of::<T>().index_of(node.cast())
}

/// The node in the slot with this index, for [`Link::target`](crate::Link::target).
///
/// ```
/// # use glassbox::{Structure, slots};
/// # #[derive(Structure)]
/// # #[glassbox(no_invariant)]
/// # struct Node;
/// struct Index(u32);
///
/// unsafe fn target(this: *const Index) -> Option<*mut Node> {
///     let Index(index) = unsafe { this.read_unaligned() };
///     (index != u32::MAX).then(|| slots::node_at(index))
/// }
/// ```
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
