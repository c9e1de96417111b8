//! Wrong: a stack in an array whose `push` merges the flags into what the slot held before.

#[cfg(any(test, glassbox))]
mod checks;

/// Up to four sets of flags.
#[derive(Default)]
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant, domain(u8 = 0..4, usize = 0..4)))]
pub struct Stack {
    items: [u8; 4],
    len: usize,
}
impl Stack {
    /// An empty stack.
    pub fn new() -> Self {
        Self::default()
    }
    /// Pushes flags. Returns false if the stack is full.
    pub fn push(&mut self, flags: u8) -> bool {
        if self.len == 4 {
            return false;
        }
        self.items[self.len] |= flags;
        self.len += 1;
        true
    }
    /// Removes and returns the flags on top.
    pub fn pop(&mut self) -> Option<u8> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(self.items[self.len])
    }
}
