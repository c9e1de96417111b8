//! A queue made of two stacks, a classic of the model-checking literature.
//!
//! What comes in is pushed onto one stack. What goes out is popped from the other; when that is empty, the first is
//! turned over into it. There are two of them: [`Queue`] keeps its stacks in vectors, [`LinkedQueue`] in linked lists.

pub mod checks;
mod linked;

pub use linked::LinkedQueue;

/// A first-in, first-out queue.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Queue<T> {
    /// The newest on top.
    incoming: Vec<T>,
    /// The oldest on top; everything here is older than everything in `incoming`.
    outgoing: Vec<T>,
}

impl<T> Queue<T> {
    /// An empty queue.
    pub const fn new() -> Self {
        Self { incoming: Vec::new(), outgoing: Vec::new() }
    }

    /// How many items wait.
    pub const fn len(&self) -> usize {
        self.incoming.len() + self.outgoing.len()
    }

    /// Whether none does.
    pub const fn is_empty(&self) -> bool {
        self.incoming.is_empty() && self.outgoing.is_empty()
    }

    /// Puts an item at the end.
    pub fn enqueue(&mut self, item: T) {
        self.incoming.push(item);
    }

    /// Takes the item that has waited longest.
    pub fn dequeue(&mut self) -> Option<T> {
        if self.outgoing.is_empty() {
            while let Some(item) = self.incoming.pop() {
                self.outgoing.push(item);
            }
        }
        self.outgoing.pop()
    }

    /// The item that has waited longest.
    pub fn peek(&self) -> Option<&T> {
        self.outgoing.last().or(self.incoming.first())
    }
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
