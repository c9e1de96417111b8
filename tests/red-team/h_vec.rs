//! Wrong: a stack whose `pop` copies one element too many when it shrinks the buffer.

#[cfg(any(test, glassbox))]
mod checks;

/// A stack of numbers.
#[derive(Default)]
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant, domain(u32 = 0..4)))]
pub struct Stack {
    items: Vec<u32>,
}
impl Stack {
    /// An empty stack.
    pub fn new() -> Self {
        Self::default()
    }
    /// Pushes a number.
    pub fn push(&mut self, item: u32) {
        self.items.push(item);
    }
    /// Removes the last number. Shrinks the buffer if three quarters of it are unused.
    pub fn pop(&mut self) -> Option<u32> {
        let item = self.items.pop();
        if self.items.capacity() >= 4 && self.items.len() * 4 <= self.items.capacity() {
            let mut smaller = Vec::with_capacity(self.items.len());
            smaller.extend_from_slice(&self.items[..=self.items.len()]);
            self.items = smaller;
        }
        item
    }
}
