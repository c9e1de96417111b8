//! The queue with linked stacks: where a vector asks how long it is, these look at the first node only.

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
        self.incoming.top.is_none() && self.outgoing.top.is_none()
    }

    /// Puts an item at the end.
    pub fn enqueue(&mut self, item: T) {
        self.incoming.push(item);
    }

    /// Takes the item that has waited longest.
    pub fn dequeue(&mut self) -> Option<T> {
        if self.outgoing.top.is_none() {
            while let Some(item) = self.incoming.pop() {
                self.outgoing.push(item);
            }
        }
        self.outgoing.pop()
    }
}

impl<T> Stack<T> {
    fn push(&mut self, item: T) {
        let below = self.top.take();
        self.top = Some(Box::new(Node { item, below }));
    }

    fn pop(&mut self) -> Option<T> {
        let node = self.top.take()?;
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
