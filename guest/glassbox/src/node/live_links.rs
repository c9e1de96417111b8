//! Links of a live node: passed to a [`Visitor`] and to a [`Show`], with the types of the nodes that they lead to.

use std::mem::MaybeUninit;
use std::ptr;

use glassbox_abi::skeleton::ShownKind;

#[cfg(all(glassbox, target_family = "wasm"))]
use super::entries::check_index;
use super::node_type::NodeType;
#[cfg(not(all(glassbox, target_family = "wasm")))]
use super::node_type::Visited;
use super::show::Show;
use super::visitor::Visitor;
#[cfg(all(glassbox, target_family = "wasm"))]
use crate::host;
use crate::invariant::Invariant;
use crate::link::Link;
use crate::nil;
use crate::slots::{self, Slot};

impl Visitor {
    /// Visits a tree link to `target`. A sentinel that stands for null is no target.
    pub fn link<T: Invariant>(&mut self, target: *const T) {
        if self.wants_links() && !nil::is(target) {
            self.push_link(target);
        }
    }

    /// Visits a link to the parent node, if it leads anywhere.
    pub fn parent<T: Invariant>(&mut self, target: Option<*mut T>) {
        if self.wants_parents() {
            let target = target.filter(|target| !nil::is(*target));
            self.push_parent(target.map_or(ptr::null(), <*mut T>::cast_const));
        }
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
        self.buffer(vec.as_ptr().cast(), vec.capacity() * size_of::<T>());
        for index in 0..vec.len() {
            self.link(vec.as_ptr().wrapping_add(index));
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
        self.buffer(vec.as_ptr().cast(), vec.capacity() * size_of::<S>());
        slots::moved(vec.as_ptr());
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    fn push_link<T: Invariant>(&mut self, target: *const T) {
        host::link(target.cast(), check_index::<T>(), self.is_in_order());
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_parent<T: Invariant>(&mut self, target: *const T) {
        host::parent(target.cast(), check_index::<T>());
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn push_link<T: Invariant>(&mut self, target: *const T) {
        let in_order = self.is_in_order();
        self.push(Visited::Link { target: target.cast(), ty: NodeType::of::<T>(), in_order });
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn push_parent<T: Invariant>(&mut self, target: *const T) {
        self.push(Visited::Parent { target: target.cast(), ty: NodeType::of::<T>() });
    }
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
