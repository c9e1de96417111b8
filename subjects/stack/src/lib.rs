//! A linked stack, the smallest subject: one kind of node, one tree link.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::mem;

#[cfg(any(test, glassbox))]
mod checks;

/// A last-in, first-out list of small integers.
#[derive(Debug, Default, PartialEq, Eq)]
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant))]
pub struct Stack {
    top: Option<Box<Node>>,
}

#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant))]
struct Node {
    #[cfg_attr(any(test, glassbox), glassbox(values = 0..5, item))]
    item: u8,
    below: Option<Box<Node>>,
}

impl Stack {
    /// An empty stack.
    pub const fn new() -> Self {
        Self { top: None }
    }

    /// Puts `item` on top.
    pub fn push(&mut self, item: u8) {
        let mut below = self.top.take();
        if cfg!(feature = "bug-push-drops-rest") {
            below = None;
        }
        if cfg!(feature = "bug-push-leaks-rest") {
            mem::forget(below.take());
        }
        if cfg!(feature = "bug-push-overwrites-top")
            && let Some(node) = &mut below
        {
            node.item = item;
            self.top = below;
            return;
        }
        self.top = Some(Box::new(Node { item, below }));
        if cfg!(feature = "bug-push-makes-cycle")
            && let Some(node) = &mut self.top
        {
            // SAFETY: none. Two boxes own one node: that is the bug.
            let again = unsafe { Box::from_raw(&raw mut **node) };
            mem::forget(node.below.replace(again));
        }
    }

    /// Takes the topmost item.
    pub fn pop(&mut self) -> Option<u8> {
        if cfg!(feature = "bug-pop-keeps-node") {
            return self.peek();
        }
        let mut node =
            if cfg!(feature = "bug-pop-expects-node") { self.top.take().unwrap() } else { self.top.take()? };
        if cfg!(feature = "bug-pop-links-freed-node") {
            // SAFETY: none. Two boxes own one node: that is the bug.
            self.top = Some(unsafe { Box::from_raw(&raw mut *node) });
            return Some(node.item);
        }
        if cfg!(feature = "bug-pop-leaks-node") {
            self.top = node.below.take();
            let item = node.item;
            mem::forget(node);
            return Some(item);
        }
        if cfg!(feature = "bug-pop-frees-twice") {
            let freed = (&raw mut *node).cast::<mem::MaybeUninit<Node>>();
            let Node { item, below } = *node;
            // SAFETY: none. The memory is freed once more at the end: that is the bug.
            drop(unsafe { Box::from_raw(freed) });
            self.top = below;
            return Some(item);
        }
        self.top = if cfg!(feature = "bug-pop-drops-rest") { None } else { node.below };
        if cfg!(feature = "bug-pop-skips-one") {
            self.top = self.top.take().and_then(|next| next.below);
        }
        Some(node.item)
    }

    /// The topmost item.
    pub fn peek(&self) -> Option<u8> {
        let top = self.top.as_ref()?;
        match &top.below {
            Some(below) if cfg!(feature = "bug-peek-below") => Some(below.item),
            _ => Some(top.item),
        }
    }
}
