//! A queue made of two stacks, a classic of the model-checking literature.
//!
//! What comes in is pushed onto one stack. What goes out is popped from the other; when that is empty, the first is
//! turned over into it. There are two of them: [`Queue`] keeps its stacks in vectors, [`LinkedQueue`] in linked lists.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

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
        let outgoing = if cfg!(feature = "bug-len-ignores-outgoing") { 0 } else { self.outgoing.len() };
        self.incoming.len() + outgoing
    }

    /// Whether none does.
    pub const fn is_empty(&self) -> bool {
        self.incoming.is_empty() && self.outgoing.is_empty()
    }

    /// Puts an item at the end.
    pub fn enqueue(&mut self, item: T) {
        if cfg!(feature = "bug-enqueue-at-wrong-end") {
            self.incoming.insert(0, item);
        } else if cfg!(feature = "bug-enqueue-into-outgoing") {
            self.outgoing.push(item);
        } else {
            self.incoming.push(item);
        }
    }

    /// Takes the item that has waited longest.
    pub fn dequeue(&mut self) -> Option<T> {
        let turn = self.outgoing.is_empty() && !cfg!(feature = "bug-dequeue-forgets-to-turn");
        if turn || cfg!(feature = "bug-dequeue-turns-too-early") {
            while let Some(item) = self.incoming.pop() {
                if cfg!(feature = "bug-dequeue-turns-all-but-one") && self.incoming.is_empty() {
                    self.incoming.push(item);
                    break;
                }
                if cfg!(feature = "bug-dequeue-drops-one") && self.incoming.len() == 1 {
                    continue;
                }
                if cfg!(feature = "bug-dequeue-forgets-to-reverse") {
                    self.outgoing.insert(0, item);
                } else {
                    self.outgoing.push(item);
                }
            }
        }
        if cfg!(feature = "bug-dequeue-expects-item") {
            Some(self.outgoing.pop().unwrap())
        } else {
            self.outgoing.pop()
        }
    }

    /// The item that has waited longest.
    pub fn peek(&self) -> Option<&T> {
        let newest = cfg!(feature = "bug-peek-newest");
        self.outgoing.last().or(if newest { self.incoming.last() } else { self.incoming.first() })
    }
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
