//! The queue with linked stacks: where a vector asks how long it is, these look at the first node only.

use std::mem;

/// A first-in, first-out queue of linked nodes.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct LinkedQueue<T> {
    /// The newest on top.
    incoming: Stack<T>,
    /// The oldest on top; everything here is older than everything in `incoming`.
    outgoing: Stack<T>,
}

#[derive(Debug, glassbox::Structure)]
struct Stack<T> {
    top: Option<Box<Node<T>>>,
}

#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant)]
struct Node<T> {
    item: T,
    below: Option<Box<Node<T>>>,
}

impl<T> LinkedQueue<T> {
    /// An empty queue.
    pub const fn new() -> Self {
        Self { incoming: Stack { top: None }, outgoing: Stack { top: None } }
    }

    /// Whether no item waits.
    pub const fn is_empty(&self) -> bool {
        self.incoming.top.is_none() && (self.outgoing.top.is_none() || cfg!(feature = "bug-linked-ignores-outgoing"))
    }

    /// How many items wait; they have to be counted.
    pub fn len(&self) -> usize {
        self.incoming.len() + self.outgoing.len()
    }

    /// Puts an item at the end.
    pub fn enqueue(&mut self, item: T) {
        self.incoming.push(item);
    }

    /// Takes the item that has waited longest.
    pub fn dequeue(&mut self) -> Option<T> {
        if cfg!(feature = "bug-linked-moves-instead-of-turning") && self.outgoing.top.is_none() {
            mem::swap(&mut self.incoming, &mut self.outgoing);
        }
        let turn = self.outgoing.top.is_none() && !cfg!(feature = "bug-linked-forgets-to-turn");
        if turn || cfg!(feature = "bug-linked-turns-too-early") {
            while let Some(item) = self.incoming.pop() {
                if cfg!(feature = "bug-linked-turns-in-circles") {
                    self.incoming.push(item);
                    continue;
                }
                self.outgoing.push(item);
                if cfg!(feature = "bug-linked-turns-only-one") {
                    break;
                }
            }
        }
        self.outgoing.pop()
    }
}

impl<T> Stack<T> {
    fn len(&self) -> usize {
        let (mut len, mut next) = (0, &self.top);
        while let Some(node) = next {
            (len, next) = (len + 1, &node.below);
        }
        len
    }

    fn push(&mut self, item: T) {
        let mut below = self.top.take();
        if cfg!(feature = "bug-linked-push-leaks-rest") {
            mem::forget(below.take());
        }
        if cfg!(feature = "bug-linked-push-links-twice")
            && let Some(node) = &mut below
        {
            // SAFETY: none. Two boxes own one node: that is the bug.
            let again = unsafe { Box::from_raw(&raw mut **node) };
            mem::forget(node.below.replace(again));
        }
        self.top = Some(Box::new(Node { item, below }));
    }

    fn pop(&mut self) -> Option<T> {
        let mut node = self.top.take()?;
        if cfg!(feature = "bug-linked-pop-drops-rest") {
            node.below = None;
        }
        if cfg!(feature = "bug-linked-pop-links-freed-node") {
            // SAFETY: none. Two boxes own one node: that is the bug.
            self.top = Some(unsafe { Box::from_raw(&raw mut *node) });
            return Some(node.item);
        }
        self.top = node.below;
        Some(node.item)
    }
}

impl<T> Default for LinkedQueue<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// One node after the other: recursion would be as deep as the queue is long.
impl<T> Drop for LinkedQueue<T> {
    fn drop(&mut self) {
        while self.dequeue().is_some() {}
    }
}
