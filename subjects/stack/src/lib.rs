//! A linked stack, the smallest subject: one kind of node, one tree link.

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
    #[cfg_attr(any(test, glassbox), glassbox(values = 0..5))]
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
        let below = self.top.take();
        self.top = Some(Box::new(Node { item, below }));
    }

    /// Takes the topmost item.
    pub fn pop(&mut self) -> Option<u8> {
        let node = self.top.take()?;
        self.top = node.below;
        Some(node.item)
    }

    /// The topmost item.
    pub fn peek(&self) -> Option<u8> {
        self.top.as_ref().map(|node| node.item)
    }
}
