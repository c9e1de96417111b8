//! Who is linked? Names the tree links of a node, also of one that an operation has changed.

use std::mem::MaybeUninit;

use crate::invariant::Invariant;
use crate::nil;
#[cfg(not(all(glassbox, target_family = "wasm")))]
use crate::node_type::NodeType;
use crate::slots::{self, Slot};

/// Takes down the tree links of one node: on the machine the host does, natively a list.
#[derive(Default)]
pub struct Links {
    /// Targets with their types.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) targets: Vec<(*const u8, NodeType)>,
}

impl Links {
    /// A tree link to `target`. A sentinel that plays null is no target.
    pub fn link<T: Invariant>(&mut self, target: *const T) {
        if !nil::is(target) {
            self.push(target);
        }
    }

    /// The node owns `size` bytes at `start` besides its own block.
    pub fn buffer(&mut self, start: *const u8, size: usize) {
        if size > 0 {
            self.push_buffer(start, size);
        }
    }

    /// The elements of a vector, as nodes.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid vector, maybe unaligned.
    pub unsafe fn tree_vec<T: Invariant>(&mut self, this: *const Vec<T>) {
        // SAFETY: valid by the caller's promise. The copy is not dropped and gone before anything changes.
        let copy = unsafe { this.cast::<MaybeUninit<Vec<T>>>().read_unaligned() };
        // SAFETY: a bytewise copy of a valid vector, which is only asked for its three numbers.
        let vec = unsafe { &*copy.as_ptr() };
        self.buffer(vec.as_ptr().cast(), vec.capacity() * size_of::<T>());
        for index in 0..vec.len() {
            self.link(vec.as_ptr().wrapping_add(index));
        }
    }

    /// A vector of slots. The nodes in it are named by the links that lead to them, which need to know where it is:
    /// call this first. After an operation that moves the buffer, ask the vector's owner for its links before the
    /// nodes: until then their links lead to where the nodes were.
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
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push<T: Invariant>(&mut self, target: *const T) {
        crate::host::link(target.cast(), crate::node_type::check_index::<T>());
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_buffer(&mut self, start: *const u8, size: usize) {
        crate::host::buffer(start, size);
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn push<T: Invariant>(&mut self, target: *const T) {
        self.targets.push((target.cast(), NodeType::of::<T>()));
    }

    /// Natively nobody asks whose memory it is: the allocator of the program owns it.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    #[expect(clippy::unused_self, reason = "as on the machine")]
    fn push_buffer(&mut self, _: *const u8, _: usize) {}
}
