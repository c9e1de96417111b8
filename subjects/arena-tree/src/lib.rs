//! A search tree whose nodes lie in a vector: links are indices, and slots that are not in use form a free list.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::cmp::Ordering;
use std::mem;

mod checks;

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, glassbox::Structure)]
pub struct Tree {
    slots: Vec<Slot>,
    root: Option<Index>,
    /// The first slot of the free list.
    free: Option<Index>,
}

/// The number of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Index(u32);

#[derive(Clone, Debug, PartialEq, Eq, glassbox::Structure)]
enum Slot {
    Free { next: Option<Index> },
    Used(Node),
}

#[derive(Clone, Debug, PartialEq, Eq, glassbox::Structure)]
struct Node {
    left: Option<Index>,
    right: Option<Index>,
    #[glassbox(values = 0..3)]
    key: u8,
}

/// A link by its place: a reference would not outlive a move of the slots.
#[derive(Clone, Copy)]
enum Link {
    Root,
    Left(Index),
    Right(Index),
}

impl Tree {
    /// An empty set.
    pub const fn new() -> Self {
        Self { slots: Vec::new(), root: None, free: None }
    }

    /// Whether the number is in the set.
    pub fn contains(&self, key: u8) -> bool {
        self.find(key).1.is_some()
    }

    /// Puts a number in; says whether it was missing.
    pub fn insert(&mut self, key: u8) -> bool {
        let (link, None) = self.find(key) else { return false };
        let index = self.take_slot(Node { left: None, right: None, key });
        if !cfg!(feature = "bug-insert-forgets-link") {
            *self.link_mut(link) = Some(index);
        }
        true
    }

    /// Takes a number out; says whether it was there.
    pub fn remove(&mut self, key: u8) -> bool {
        let (link, Some(index)) = self.find(key) else { return false };
        let Node { left, right, .. } = *self.node(index);
        let replacement = match (left, right) {
            (Some(_), Some(_)) if cfg!(feature = "bug-remove-gives-up-half-way") => return false,
            (Some(_), Some(_)) if cfg!(feature = "bug-remove-loses-right") => left,
            (None, other) | (other, None) => other,
            (Some(_), Some(right)) => Some(self.take_first(index, right)),
        };
        if !cfg!(feature = "bug-remove-keeps-link") {
            *self.link_mut(link) = replacement;
        }
        if !cfg!(feature = "bug-remove-leaks-slot") {
            self.give_back(index);
        }
        true
    }

    /// All numbers, least first.
    pub fn to_vec(&self) -> Vec<u8> {
        fn visit(tree: &Tree, link: Option<Index>, keys: &mut Vec<u8>) {
            if let Some(index) = link {
                let node = tree.node(index);
                visit(tree, node.left, keys);
                keys.push(node.key);
                visit(tree, node.right, keys);
            }
        }
        let mut keys = Vec::new();
        visit(self, self.root, &mut keys);
        keys
    }

    /// How many slots there are, used or not.
    pub const fn slots(&self) -> usize {
        self.slots.len()
    }

    // --- Nodes ---

    /// Takes the first node out of the right subtree, `right`, of `top`, and gives it `top`'s children.
    fn take_first(&mut self, top: Index, right: Index) -> Index {
        let mut first = right;
        let mut above = None;
        while let Some(left) = self.node(first).left {
            above = Some(first);
            first = left;
        }
        if let Some(above) = above {
            self.node_mut(above).left = self.node(first).right;
            self.node_mut(first).right = Some(right);
        }
        if !cfg!(feature = "bug-remove-loses-left") {
            self.node_mut(first).left = self.node(top).left;
        }
        first
    }

    /// The link to the node with this key, or the empty one where it belongs, and what it holds.
    fn find(&self, key: u8) -> (Link, Option<Index>) {
        let (mut link, mut target) = (Link::Root, self.root);
        while let Some(index) = target {
            let node = self.node(index);
            (link, target) = match key.cmp(&node.key) {
                Ordering::Less if cfg!(feature = "bug-find-goes-wrong-way") => (Link::Right(index), node.right),
                Ordering::Equal if cfg!(feature = "bug-find-goes-past-key") => (Link::Right(index), node.right),
                Ordering::Less => (Link::Left(index), node.left),
                Ordering::Greater => (Link::Right(index), node.right),
                Ordering::Equal => break,
            };
        }
        (link, target)
    }

    fn link_mut(&mut self, link: Link) -> &mut Option<Index> {
        match link {
            Link::Root => &mut self.root,
            Link::Left(index) => &mut self.node_mut(index).left,
            Link::Right(index) => &mut self.node_mut(index).right,
        }
    }

    fn node(&self, index: Index) -> &Node {
        match &self.slots[index.0 as usize] {
            Slot::Used(node) => node,
            Slot::Free { .. } => unreachable!("a link leads to a free slot"),
        }
    }

    fn node_mut(&mut self, index: Index) -> &mut Node {
        match &mut self.slots[index.0 as usize] {
            Slot::Used(node) => node,
            Slot::Free { .. } => unreachable!("a link leads to a free slot"),
        }
    }

    // --- Slots ---

    /// Puts a node into a free slot, or into a new one.
    fn take_slot(&mut self, node: Node) -> Index {
        if let Some(index) = self.free {
            let Slot::Free { next } = mem::replace(&mut self.slots[index.0 as usize], Slot::Used(node)) else {
                unreachable!("the free list leads to a used slot")
            };
            if !cfg!(feature = "bug-take-slot-keeps-it-free") {
                self.free = if cfg!(feature = "bug-take-slot-loses-free-list") { None } else { next };
            }
            return index;
        }
        self.slots.push(Slot::Used(node));
        let last = if cfg!(feature = "bug-take-slot-one-further") { self.slots.len() } else { self.slots.len() - 1 };
        Index(u32::try_from(last).expect("there are no more than 256 keys"))
    }

    /// Puts a slot on the free list.
    fn give_back(&mut self, index: Index) {
        if cfg!(feature = "bug-give-back-forgets-slot") {
            self.free = Some(index);
            return;
        }
        let next = if cfg!(feature = "bug-give-back-loses-free-list") { None } else { self.free };
        self.slots[index.0 as usize] = Slot::Free { next };
        self.free = Some(index);
    }
}

#[cfg(test)]
mod tests;
