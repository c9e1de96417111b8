//! Wrong: a list with raw pointers whose `pop` never frees the name of the node.

use std::ptr;

#[cfg(any(test, glassbox))]
mod checks;

/// A list of names.
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant, domain(u8 = 0..4)))]
pub struct Names {
    #[cfg_attr(any(test, glassbox), glassbox(tree))]
    head: *mut Node,
    #[cfg_attr(any(test, glassbox), glassbox(count(Node)))]
    len: usize,
}
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant))]
struct Node {
    #[cfg_attr(any(test, glassbox), glassbox(tree))]
    next: *mut Node,
    name: Vec<u8>,
}
impl Default for Names {
    fn default() -> Self {
        Self { head: ptr::null_mut(), len: 0 }
    }
}
impl Names {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a name in front.
    pub fn push(&mut self, name: u8) {
        self.head = Box::into_raw(Box::new(Node { next: self.head, name: vec![name] }));
        self.len += 1;
    }
    /// Removes the first name.
    pub fn pop(&mut self) -> bool {
        if self.head.is_null() {
            return false;
        }
        unsafe {
            let node = self.head;
            self.head = (*node).next;
            std::alloc::dealloc(node.cast(), std::alloc::Layout::new::<Node>());
        }
        self.len -= 1;
        true
    }
}
