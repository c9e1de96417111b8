//! What is in a node? Names its tree links, keys and values, also of one that an operation has changed.

use std::mem::MaybeUninit;

use glassbox_abi::skeleton::{ItemKind, visit};

use crate::invariant::Invariant;
use crate::nil;
#[cfg(not(all(glassbox, target_family = "wasm")))]
use crate::node_type::NodeType;
use crate::slots::{self, Slot};

/// Takes down what one node has: on the machine the host does, natively a list.
///
/// [`Structure::links`](crate::Structure::links) calls it for every field. Not everybody wants to know everything:
/// following a link means to look at it, which says something about the state, so nobody looks at links who is only
/// asked for items.
pub struct Links {
    /// What is asked for, as bits of [`visit`].
    what: u32,
    /// The fields being visited have their places in a `sorted` list.
    in_order: bool,
    /// Numbers are items here.
    numbers: bool,
    /// What was named, in order.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) seen: Vec<Seen>,
}

/// Something that a node has.
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(crate) enum Seen {
    /// A tree link, and whether its place is in a `sorted` list.
    Link { target: *const u8, ty: NodeType, in_order: bool },
    /// A link to the node above; null if it leads nowhere.
    Parent { target: *const u8, ty: NodeType },
    /// A key, a token or a number that is an item.
    Item { kind: ItemKind, value: u32 },
}

impl Links {
    pub(crate) fn new(what: u32) -> Self {
        Self {
            what,
            in_order: false,
            numbers: false,
            #[cfg(not(all(glassbox, target_family = "wasm")))]
            seen: Vec::new(),
        }
    }

    /// Whether tree links are asked for. If not, do not look at them.
    pub fn wants_links(&self) -> bool {
        self.what & visit::LINKS != 0
    }

    /// Whether links to the node above are asked for.
    pub fn wants_parents(&self) -> bool {
        self.what & visit::PARENTS != 0
    }

    fn wants_items(&self) -> bool {
        self.what & visit::ITEMS != 0
    }

    /// What `f` names is in a `sorted` list, in this order.
    pub fn sorted(&mut self, f: impl FnOnce(&mut Self)) {
        self.in_order = true;
        f(self);
        self.in_order = false;
    }

    /// What `f` names is not in use: its links are links, but its keys and values are nobody's.
    pub fn unused(&mut self, f: impl FnOnce(&mut Self)) {
        let what = self.what;
        self.what &= !visit::ITEMS;
        f(self);
        self.what = what;
    }

    /// `#[glassbox(item)]`: numbers that `f` names are items of the collection.
    pub fn items(&mut self, f: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.numbers, true);
        f(self);
        self.numbers = outer;
    }

    /// A tree link to `target`. A sentinel that plays null is no target.
    pub fn link<T: Invariant>(&mut self, target: *const T) {
        if self.wants_links() && !nil::is(target) {
            self.push(target);
        }
    }

    /// A link to the node above, if it leads anywhere.
    pub fn parent<T: Invariant>(&mut self, target: Option<*mut T>) {
        if self.wants_parents() {
            let target = target.filter(|target| !nil::is(*target));
            self.push_parent(target.map_or(std::ptr::null(), <*mut T>::cast_const));
        }
    }

    /// An opaque key.
    pub(crate) fn key(&mut self, number: impl FnOnce() -> u32) {
        let kind = if self.in_order { ItemKind::SortedKey } else { ItemKind::Key };
        self.item(kind, number);
    }

    /// An opaque value.
    pub(crate) fn token(&mut self, number: impl FnOnce() -> u32) {
        self.item(ItemKind::Token, number);
    }

    /// A number: an item if it is in a field with `#[glassbox(item)]`. It is looked at only if items are asked for.
    pub fn number(&mut self, number: impl FnOnce() -> u32) {
        if self.numbers {
            self.item(ItemKind::Number, number);
        }
    }

    fn item(&mut self, kind: ItemKind, number: impl FnOnce() -> u32) {
        if self.wants_items() {
            self.push_item(kind, number());
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
        if !self.wants_links() {
            return;
        }
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
    fn push<T: Invariant>(&mut self, target: *const T) {
        crate::host::link(target.cast(), crate::node_type::check_index::<T>(), self.in_order);
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_buffer(&mut self, start: *const u8, size: usize) {
        crate::host::buffer(start, size);
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_parent<T: Invariant>(&mut self, target: *const T) {
        crate::host::parent(target.cast(), crate::node_type::check_index::<T>());
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_item(&mut self, kind: ItemKind, value: u32) {
        crate::host::item(kind, value);
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn push<T: Invariant>(&mut self, target: *const T) {
        self.seen.push(Seen::Link { target: target.cast(), ty: NodeType::of::<T>(), in_order: self.in_order });
    }

    /// Natively nobody asks whose memory it is: the allocator of the program owns it.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    #[expect(clippy::unused_self, reason = "as on the machine")]
    fn push_buffer(&mut self, _: *const u8, _: usize) {}

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn push_parent<T: Invariant>(&mut self, target: *const T) {
        self.seen.push(Seen::Parent { target: target.cast(), ty: NodeType::of::<T>() });
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn push_item(&mut self, kind: ItemKind, value: u32) {
        self.seen.push(Seen::Item { kind, value });
    }
}
