//! Links of a live node: passed to a [`Visitor`] and to a [`Show`], with the types of the nodes that they lead to.

use std::mem::MaybeUninit;
use std::ptr;

use glassbox_abi::skeleton::{ShownKind, link_flags};

#[cfg(all(glassbox, target_family = "wasm"))]
use super::entries::check_index;
use super::node_type::NodeType;
#[cfg(not(all(glassbox, target_family = "wasm")))]
use super::node_type::Visited;
use super::show::Show;
use super::visitor::Visitor;
use crate::arena;
#[cfg(all(glassbox, target_family = "wasm"))]
use crate::host;
use crate::invariant::Invariant;
use crate::link::Link;
use crate::nil;
use crate::slots::{self, Slot};
use crate::type_id::type_id_of;

impl Visitor {
    /// Visits the tree link at `this`. A sentinel that stands for null is no target.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid link, maybe unaligned.
    pub unsafe fn tree<L: Link>(&mut self, this: *const L) {
        self.part(this);
        if !self.wants_links() {
            return;
        }
        // SAFETY: the same promise.
        let target = unsafe { L::target(this) };
        match target.filter(|target| !nil::is(*target)) {
            Some(target) => {
                // SAFETY: the same promise.
                if !unsafe { is_as_put(this, target) } {
                    self.odd_link(this);
                }
                self.link(target, arena::latest(type_id_of::<L::Target>()).is_some());
            }
            // Where a sentinel stands for null, null itself stands for nothing.
            None if target.is_none() && nil::stands_for_null::<L::Target>() => self.odd_link(this),
            None => {}
        }
    }

    fn link<T: Invariant>(&mut self, target: *const T, is_in_place: bool) {
        let in_order = if self.is_in_order() { link_flags::IN_ORDER } else { 0 };
        self.push_link(target, in_order | if is_in_place { link_flags::IN_PLACE } else { 0 });
    }

    /// Visits a link to the parent node.
    ///
    /// # Safety
    ///
    /// As for [`tree`](Self::tree).
    pub unsafe fn up<L: Link>(&mut self, this: *const L) {
        self.part(this);
        if self.wants_parents() {
            // SAFETY: the same promise.
            self.parent(unsafe { L::target(this) });
        }
    }

    /// Visits the link at `this` to a sentinel that the node owns, and the sentinel.
    ///
    /// # Safety
    ///
    /// As for [`tree`](Self::tree).
    pub unsafe fn sentinel<L: Link>(&mut self, this: *const L) {
        self.part(this);
        if !self.wants_links() {
            return;
        }
        // SAFETY: the same promise.
        if let Some(target) = unsafe { L::target(this) } {
            self.buffer(target.cast_const(), 1);
            self.payload(|visitor| {
                visitor.part(target.cast_const());
            });
        }
    }

    fn parent<T: Invariant>(&mut self, target: Option<*mut T>) {
        let target = target.filter(|target| !nil::is(*target));
        self.push_parent(target.map_or(ptr::null(), <*mut T>::cast_const));
    }

    /// Visits the elements of a vector as nodes.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid vector, maybe unaligned.
    pub unsafe fn tree_vec<T: Invariant>(&mut self, this: *const Vec<T>) {
        // SAFETY: valid by the caller's promise. The copy is not dropped and gone before anything changes.
        let copy = unsafe { this.cast::<MaybeUninit<Vec<T>>>().read_unaligned() };
        // SAFETY: a bytewise copy of a valid vector, which is only asked for its three numbers.
        let vec = unsafe { &*copy.as_ptr() };
        if !self.wants_links() {
            return;
        }
        self.vector(this, vec);
        for index in 0..vec.len() {
            self.link(vec.as_ptr().wrapping_add(index), true);
        }
    }

    /// Visits a vector of slots. The links that lead into it name its nodes, and need its address: call this first.
    /// After an operation that moves the buffer, visit the vector's owner before the nodes: until then their links lead
    /// to the old buffer.
    ///
    /// # Safety
    ///
    /// As for [`tree_vec`](Self::tree_vec).
    pub unsafe fn slots<S: Slot>(&mut self, this: *const Vec<S>) {
        // SAFETY: as in `tree_vec`.
        let copy = unsafe { this.cast::<MaybeUninit<Vec<S>>>().read_unaligned() };
        // SAFETY: as in `tree_vec`.
        let vec = unsafe { &*copy.as_ptr() };
        self.vector(this, vec);
        slots::moved(vec.as_ptr());
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_link<T: Invariant>(&mut self, target: *const T, flags: u32) {
        host::link(target.cast(), check_index::<T>(), flags);
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_parent<T: Invariant>(&mut self, target: *const T) {
        host::parent(target.cast(), check_index::<T>());
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn push_link<T: Invariant>(&mut self, target: *const T, flags: u32) {
        let in_order = flags & link_flags::IN_ORDER != 0;
        self.push(Visited::Link { target: target.cast(), ty: NodeType::of::<T>(), in_order });
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn push_parent<T: Invariant>(&mut self, target: *const T) {
        self.push(Visited::Parent { target: target.cast(), ty: NodeType::of::<T>() });
    }
}

/// Whether a link has the bytes that [`Link::put`] writes for its target. For pointers and boxes that is so; a link type
/// of the user's may have more bits.
///
/// # Safety
///
/// `this` is the address of a valid link, maybe unaligned, and `target` is its target.
unsafe fn is_as_put<L: Link>(this: *const L, target: *mut L::Target) -> bool {
    if L::IS_POINTER {
        return true;
    }
    let mut put = MaybeUninit::<L>::zeroed();
    // SAFETY: there is room for a link, and the target is one that a link leads to.
    unsafe { L::put(put.as_mut_ptr(), target) };
    let bytes = |at: *const L, index: usize| at.cast::<u8>().wrapping_add(index);
    // SAFETY: both are links, and zeroed before; padding is compared as well, and never differs in a copy.
    (0..size_of::<L>()).all(|index| unsafe { bytes(this, index).read() == bytes(put.as_ptr(), index).read() })
}

impl Show {
    /// Shows a tree link.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid link, maybe unaligned.
    pub unsafe fn tree<L: Link>(&mut self, this: *const L) {
        // SAFETY: the same promise.
        self.link(ShownKind::Tree, unsafe { L::target(this) });
    }

    /// Shows a link to any node.
    ///
    /// # Safety
    ///
    /// As for [`tree`](Self::tree).
    pub unsafe fn alias<L: Link>(&mut self, this: *const L) {
        // SAFETY: the same promise.
        self.link(ShownKind::Alias, unsafe { L::target(this) });
    }

    /// Shows a vector whose elements are nodes.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid vector, maybe unaligned.
    pub unsafe fn tree_vec<T: Invariant>(&mut self, this: *const Vec<T>) {
        // SAFETY: the same promise; the copy is not dropped.
        let copy = unsafe { this.cast::<MaybeUninit<Vec<T>>>().read_unaligned() };
        // SAFETY: a bytewise copy of a valid vector, which is only asked for its three numbers.
        let vec = unsafe { &*copy.as_ptr() };
        self.text(format_args!("{} of {}", vec.len(), vec.capacity()));
        for index in 0..vec.len() {
            let element = vec.as_ptr().wrapping_add(index).cast_mut();
            self.field(index, |show| show.link(ShownKind::Tree, Some(element)));
        }
    }

    /// Takes note of a vector of slots: links by index lead into it.
    ///
    /// # Safety
    ///
    /// As for [`tree_vec`](Self::tree_vec).
    pub unsafe fn slots<S: Slot>(&mut self, this: *const Vec<S>) {
        // SAFETY: as in `tree_vec`.
        let copy = unsafe { this.cast::<MaybeUninit<Vec<S>>>().read_unaligned() };
        // SAFETY: as in `tree_vec`.
        slots::moved(unsafe { &*copy.as_ptr() }.as_ptr());
    }

    fn link<T: Invariant>(&mut self, kind: ShownKind, target: Option<*mut T>) {
        let target = target.filter(|target| !nil::is(*target));
        let shown = self.push(kind, String::new());
        shown.target = target.map_or(ptr::null(), |target| target.cast_const().cast());
        #[cfg(all(glassbox, target_family = "wasm"))]
        {
            shown.target_type = Some((check_index::<T>(), NodeType::of::<T>()));
        }
    }
}
