//! Colours and rotations: how the tree stays low.

use std::ptr;

use crate::{Color, Node, Tree};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// Callers of these promise that pointers lead to live nodes of this tree; where null is allowed, it is said.
impl<K, V> Tree<K, V> {
    /// `node` is red; its parent may be, too.
    pub(crate) unsafe fn fix_after_insert(&mut self, mut node: *mut Node<K, V>) {
        // SAFETY: the root is black, so that a red parent has a parent itself.
        unsafe {
            while node != self.root && (*(*node).parent).color == Color::Red {
                let parent = (*node).parent;
                let grandparent = (*parent).parent;
                let side = side_of(parent);
                let wrong = cfg!(feature = "bug-insert-takes-parent-for-uncle");
                let uncle = child(grandparent, if wrong { side } else { side.other() });
                let one_sided = cfg!(feature = "bug-insert-ignores-left-uncle") && side == Side::Right;
                if color_of(uncle) == Color::Red && !one_sided {
                    (*parent).color = Color::Black;
                    if !cfg!(feature = "bug-insert-forgets-uncle") {
                        (*uncle).color = Color::Black;
                    }
                    if !cfg!(feature = "bug-insert-forgets-grandparent") {
                        (*grandparent).color = Color::Red;
                    }
                    node = grandparent;
                    if cfg!(feature = "bug-insert-stops-at-grandparent") {
                        break;
                    }
                } else {
                    if node == child(parent, side.other()) && !cfg!(feature = "bug-insert-forgets-inner-rotation") {
                        node = parent;
                        let wrong = cfg!(feature = "bug-insert-rotates-wrong-way");
                        self.rotate(node, if wrong { side.other() } else { side });
                    }
                    if !cfg!(feature = "bug-insert-leaves-parent-red") {
                        (*(*node).parent).color = Color::Black;
                    }
                    if !cfg!(feature = "bug-insert-leaves-grandparent-black") {
                        (*grandparent).color = Color::Red;
                    }
                    if !cfg!(feature = "bug-insert-forgets-outer-rotation") {
                        self.rotate(grandparent, side.other());
                    }
                }
            }
            if !cfg!(feature = "bug-insert-leaves-root-red") {
                (*self.root).color = Color::Black;
            }
        }
    }

    /// The paths through `node` lack one black node.
    pub(crate) unsafe fn fix_after_remove(&mut self, mut node: *mut Node<K, V>) {
        // SAFETY: with a black node missing on this side, the sibling cannot be null.
        unsafe {
            while node != self.root && (*node).color == Color::Black {
                let parent = (*node).parent;
                let side = side_of(node);
                let mut sibling = child(parent, side.other());
                if (*sibling).color == Color::Red && !cfg!(feature = "bug-remove-ignores-red-sibling") {
                    if !cfg!(feature = "bug-remove-leaves-sibling-red") {
                        (*sibling).color = Color::Black;
                    }
                    if !cfg!(feature = "bug-remove-leaves-parent-black") {
                        (*parent).color = Color::Red;
                    }
                    self.rotate(parent, side);
                    if !cfg!(feature = "bug-remove-stale-sibling") {
                        sibling = child(parent, side.other());
                    }
                }
                let (near, far) = (child(sibling, side), child(sibling, side.other()));
                let near_is_black = color_of(near) == Color::Black || cfg!(feature = "bug-remove-ignores-red-nephew");
                if near_is_black && color_of(far) == Color::Black {
                    if !cfg!(feature = "bug-remove-leaves-sibling-black") {
                        (*sibling).color = Color::Red;
                    }
                    node = parent;
                    if cfg!(feature = "bug-remove-stops-at-parent") {
                        break;
                    }
                    continue;
                }
                let tested = if cfg!(feature = "bug-remove-takes-wrong-nephew") { near } else { far };
                if color_of(tested) == Color::Black && !cfg!(feature = "bug-remove-forgets-inner-rotation") {
                    (*near).color = Color::Black;
                    (*sibling).color = Color::Red;
                    if cfg!(feature = "bug-remove-loses-nephews-child") {
                        *link(near, side.other()) = ptr::null_mut();
                    }
                    self.rotate(sibling, side.other());
                    sibling = near;
                }
                if !cfg!(feature = "bug-remove-forgets-parents-colour") {
                    (*sibling).color = (*parent).color;
                }
                if !cfg!(feature = "bug-remove-leaves-parent-red") {
                    (*parent).color = Color::Black;
                }
                if !cfg!(feature = "bug-remove-leaves-far-nephew-red") {
                    (*child(sibling, side.other())).color = Color::Black;
                }
                if !cfg!(feature = "bug-remove-forgets-outer-rotation") {
                    self.rotate(parent, side);
                }
                // Without this it goes on as if the black node were still missing.
                node = if cfg!(feature = "bug-remove-goes-on-balanced") { parent } else { self.root };
            }
            if !cfg!(feature = "bug-remove-leaves-last-red") {
                (*node).color = Color::Black;
            }
        }
    }

    /// `node` goes down to `side`; its child on the other side, which must not be null, takes its place.
    unsafe fn rotate(&mut self, node: *mut Node<K, V>, side: Side) {
        // SAFETY: promised by the caller.
        unsafe {
            let up = child(node, side.other());
            let inner = child(up, side);
            if !cfg!(feature = "bug-rotate-keeps-old-child") {
                let lost = cfg!(feature = "bug-rotate-loses-inner-child");
                *link(node, side.other()) = if lost { ptr::null_mut() } else { inner };
            }
            let exists = !inner.is_null() || cfg!(feature = "bug-rotate-forgets-null-check");
            if exists && !cfg!(feature = "bug-rotate-stale-parent-of-inner") {
                (*inner).parent = node;
            }
            if !cfg!(feature = "bug-rotate-stale-parent-of-upper") {
                (*up).parent = (*node).parent;
            }
            if !(cfg!(feature = "bug-rotate-forgets-root") && node == self.root) {
                *self.link_to(node) = up;
            }
            *link(up, side) = node;
            if !cfg!(feature = "bug-rotate-stale-parent-of-lower") {
                (*node).parent = up;
            }
        }
    }

    /// The link that leads to `node`: its parent's, or the root.
    pub(crate) unsafe fn link_to(&mut self, node: *mut Node<K, V>) -> *mut *mut Node<K, V> {
        // SAFETY: promised by the caller.
        unsafe {
            let parent = (*node).parent;
            if parent.is_null() { &raw mut self.root } else { link(parent, side_of(node)) }
        }
    }
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// Null is black.
pub(crate) unsafe fn color_of<K, V>(node: *mut Node<K, V>) -> Color {
    // SAFETY: promised by the caller.
    if node.is_null() { Color::Black } else { unsafe { (*node).color } }
}

/// On which side of its parent, which must not be null, a node is.
pub(crate) unsafe fn side_of<K, V>(node: *mut Node<K, V>) -> Side {
    // SAFETY: promised by the caller.
    if unsafe { (*(*node).parent).left } == node { Side::Left } else { Side::Right }
}

unsafe fn child<K, V>(node: *mut Node<K, V>, side: Side) -> *mut Node<K, V> {
    // SAFETY: promised by the caller.
    unsafe { *link(node, side) }
}

unsafe fn link<K, V>(node: *mut Node<K, V>, side: Side) -> *mut *mut Node<K, V> {
    // SAFETY: promised by the caller.
    unsafe {
        match side {
            Side::Left => &raw mut (*node).left,
            Side::Right => &raw mut (*node).right,
        }
    }
}

/// The first node of a subtree; null if that is empty.
pub(crate) unsafe fn leftmost<K, V>(mut node: *mut Node<K, V>) -> *mut Node<K, V> {
    // SAFETY: promised by the caller.
    unsafe {
        while !node.is_null() && !(*node).left.is_null() {
            node = (*node).left;
        }
    }
    node
}
