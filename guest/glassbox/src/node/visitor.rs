//! Reads one node, also one that an operation has changed: its cells, the blocks that it owns, its links, keys and values.
//!
//! It is the inverse of the plan: the plan writes the bytes of a cell at a place of a node, and the visitor says which
//! bytes of a live node lie at that place. The host compares.

use glassbox_abi::place;
use glassbox_abi::skeleton::{ItemKind, visit};

#[cfg(not(all(glassbox, target_family = "wasm")))]
use super::node_type::Visited;
#[cfg(all(glassbox, target_family = "wasm"))]
use crate::host;

/// Visitor of one node: in the machine it passes everything on to the host, natively it makes a list.
///
/// [`Structure::visit`](crate::Structure::visit) calls its methods for every field. The caller selects links, parents
/// or items. Do not read what is not selected: reading a field makes the run depend on it.
pub struct Visitor {
    /// The selection, as bits of [`visit`].
    selected: u32,
    /// The fields being visited have places in a `sorted` list.
    in_order: bool,
    /// Numbers are items here.
    numbers: bool,
    /// The place in the node.
    place: u32,
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    visited: Vec<Visited>,
}

impl Visitor {
    pub(crate) fn new(selected: u32) -> Self {
        Self {
            selected,
            in_order: false,
            numbers: false,
            place: place::NODE,
            #[cfg(not(all(glassbox, target_family = "wasm")))]
            visited: Vec::new(),
        }
    }

    /// Whether tree links are selected. If not, do not read them.
    pub fn wants_links(&self) -> bool {
        self.selected & visit::LINKS != 0
    }

    /// Whether links to the parent node are selected.
    pub fn wants_parents(&self) -> bool {
        self.selected & visit::PARENTS != 0
    }

    fn wants_items(&self) -> bool {
        self.selected & visit::ITEMS != 0
    }

    fn wants_parts(&self) -> bool {
        self.selected & visit::PARTS != 0
    }

    /// Visits a field. `step` is [`place::field`] of its name.
    pub fn field(&mut self, step: u32, f: impl FnOnce(&mut Self)) {
        let outer = self.place;
        self.place = place::step(outer, step);
        f(self);
        self.place = outer;
    }

    /// Visits an element of a vector or an array.
    pub fn element(&mut self, f: impl FnOnce(&mut Self)) {
        self.item(ItemKind::Begin, || 0);
        self.field(place::ELEMENT, f);
        self.item(ItemKind::End, || 0);
    }

    /// Visits the payload of an `Option`.
    pub fn payload(&mut self, f: impl FnOnce(&mut Self)) {
        self.field(place::PAYLOAD, f);
    }

    /// Visits the cell at `at`, without reading it. Returns whether nobody wants to know more about it.
    pub fn part<T>(&mut self, at: *const T) -> bool {
        let is_whole = self.wants_parts() && size_of::<T>() > 0 && self.push_part(at.cast(), size_of::<T>());
        is_whole && !(self.numbers && self.wants_items())
    }

    /// Visits the vector at `at`, and the buffer that the node owns through it.
    pub fn vector<T>(&mut self, at: *const Vec<T>, vec: &Vec<T>) {
        self.part(at);
        self.owner(at, vec.as_ptr(), vec.capacity());
        if self.wants_parts() && size_of::<T>() > 0 {
            self.push_vector(at.cast(), vec.len(), vec.capacity());
        }
    }

    /// Visits the boxed slice at `at`, and the block that the node owns through it.
    pub fn boxed<T>(&mut self, at: *const Box<[T]>, slice: *const [T]) {
        self.part(at);
        self.owner(at, slice.cast::<T>(), slice.len());
        if self.wants_parts() && size_of::<T>() > 0 {
            self.push_vector(at.cast(), slice.len(), slice.len());
        }
    }

    /// Visits the buffer of the owner at `at`. One that owns nothing has an address as well, which is not 0 and aligned.
    fn owner<O, T>(&mut self, at: *const O, start: *const T, n: usize) {
        if n == 0 && self.wants_parts() {
            // The compiler takes for granted that it is.
            let address = std::hint::black_box(start.addr());
            if address == 0 || !address.is_multiple_of(align_of::<T>()) {
                self.odd_link(at);
            }
        }
        self.buffer(start, n);
    }

    /// Visits parts that mean something only as the value at `at` says: the tag of an enum, a length.
    pub fn scope<T>(&mut self, at: *const T, f: impl FnOnce(&mut Self)) {
        if self.wants_parts() {
            self.push_scope(at.cast(), size_of::<T>());
        }
        f(self);
        if self.wants_parts() {
            self.end_scope();
        }
    }

    /// Visits a link that leads somewhere, but that [`Link::put`](crate::Link::put) would not have written.
    pub(super) fn odd_link<T>(&mut self, at: *const T) {
        if self.wants_parts() {
            self.push_odd_link(at.cast(), size_of::<T>());
        }
    }

    /// `#[glassbox(sorted(..))]`: the fields that `f` visits are in a `sorted` list, in this order.
    pub fn sorted(&mut self, f: impl FnOnce(&mut Self)) {
        self.in_order = true;
        f(self);
        self.in_order = false;
    }

    /// Elements that are not in use: their links count, their keys and values do not.
    pub fn unused(&mut self, f: impl FnOnce(&mut Self)) {
        let selected = self.selected;
        self.selected &= !visit::ITEMS;
        f(self);
        self.selected = selected;
    }

    /// `#[glassbox(item)]`: numbers that `f` visits are items of the collection.
    pub fn items(&mut self, f: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.numbers, true);
        f(self);
        self.numbers = outer;
    }

    /// Visits an opaque key.
    pub(crate) fn key(&mut self, number: impl FnOnce() -> u32) {
        let kind = if self.in_order { ItemKind::SortedKey } else { ItemKind::Key };
        self.item(kind, number);
    }

    /// Visits an opaque value.
    pub(crate) fn token(&mut self, number: impl FnOnce() -> u32) {
        self.item(ItemKind::Token, number);
    }

    /// Visits a number, which is an item in a field with `#[glassbox(item)]`. It is read only if items are selected.
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

    /// Visits a block for `n` values that the node owns besides its own block.
    pub fn buffer<T>(&mut self, start: *const T, n: usize) {
        let size = n.saturating_mul(size_of::<T>());
        if size > 0 {
            self.push_buffer(start.cast(), size, align_of::<T>());
        }
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_buffer(&mut self, start: *const u8, size: usize, align: usize) {
        host::buffer(start, size, align);
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    fn push_part(&mut self, start: *const u8, size: usize) -> bool {
        host::part(start, size, self.place)
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    fn push_vector(&mut self, start: *const u8, len: usize, capacity: usize) {
        host::vector(start, len, capacity, self.place);
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_scope(&mut self, start: *const u8, size: usize) {
        host::scope(start, size);
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn end_scope(&mut self) {
        host::scope_end();
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_odd_link(&mut self, start: *const u8, size: usize) {
        host::odd_link(start, size);
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    fn push_item(&mut self, kind: ItemKind, value: u32) {
        host::item(kind, value, self.place);
    }

    /// Natively the allocator knows who owns which memory.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    #[expect(clippy::unused_self, reason = "as in the machine")]
    fn push_buffer(&mut self, _: *const u8, _: usize, _: usize) {}

    /// Natively nobody asks for parts.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    #[expect(clippy::unused_self, reason = "as in the machine")]
    fn push_part(&mut self, _: *const u8, _: usize) -> bool {
        false
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    #[expect(clippy::unused_self, reason = "as in the machine")]
    fn push_vector(&mut self, _: *const u8, _: usize, _: usize) {}

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    #[expect(clippy::unused_self, reason = "as in the machine")]
    fn push_scope(&mut self, _: *const u8, _: usize) {}

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    #[expect(clippy::unused_self, reason = "as in the machine")]
    fn end_scope(&mut self) {}

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    #[expect(clippy::unused_self, reason = "as in the machine")]
    fn push_odd_link(&mut self, _: *const u8, _: usize) {}

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    fn push_item(&mut self, kind: ItemKind, value: u32) {
        self.push(Visited::Item { kind, value });
    }

    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(super) fn push(&mut self, visited: Visited) {
        self.visited.push(visited);
    }

    /// Whether the field being visited has a place in a `sorted` list.
    pub(super) fn is_in_order(&self) -> bool {
        self.in_order
    }

    /// Everything visited, in order.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(super) fn finish(self) -> Vec<Visited> {
        self.visited
    }
}

/// The place in the value at `this` that a field has in the copy of it at `copy`.
pub fn same_place<E, F>(this: *const E, copy: *const E, field: &F) -> *const F {
    let offset = std::ptr::from_ref(field).addr() - copy.addr();
    this.wrapping_byte_add(offset).cast()
}
