//! Collects the tree links, keys and values of one node, also of a node that an operation has changed.

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
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    visited: Vec<Visited>,
}

impl Visitor {
    pub(crate) fn new(selected: u32) -> Self {
        Self {
            selected,
            in_order: false,
            numbers: false,
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

    /// Visits `size` bytes at `start` that the node owns besides its own block.
    pub fn buffer(&mut self, start: *const u8, size: usize) {
        if size > 0 {
            self.push_buffer(start, size);
        }
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_buffer(&mut self, start: *const u8, size: usize) {
        host::buffer(start, size);
    }

    #[cfg(all(glassbox, target_family = "wasm"))]
    #[expect(clippy::unused_self, reason = "as natively")]
    fn push_item(&mut self, kind: ItemKind, value: u32) {
        host::item(kind, value);
    }

    /// Natively the allocator knows who owns which memory.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    #[expect(clippy::unused_self, reason = "as in the machine")]
    fn push_buffer(&mut self, _: *const u8, _: usize) {}

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
