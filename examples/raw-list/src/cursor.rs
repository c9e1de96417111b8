//! A position in a list, where items are inserted and removed.

use crate::{Link, List};

/// A cursor is at an item, or behind the last one.
pub struct CursorMut<'a, T> {
    pub(crate) list: &'a mut List<T>,
    /// `None` is the place behind the last item.
    pub(crate) current: Link<T>,
}

// SAFETY (for all `unsafe` blocks of this file): `current` leads to a node of the list, which the cursor borrows. Only
// `remove_current` removes a node, and it moves the cursor on.

impl<T> CursorMut<'_, T> {
    /// The item at the cursor.
    pub fn current(&mut self) -> Option<&mut T> {
        // SAFETY: see above.
        self.current.map(|node| unsafe { &mut (*node.as_ptr()).item })
    }

    /// Moves to the next item. Behind the last one it stays.
    pub fn move_next(&mut self) {
        // SAFETY: see above.
        self.current = self.current.and_then(|node| unsafe { (*node.as_ptr()).next });
    }

    /// Moves to the item before. Returns `false` and stays where it is if there is none.
    pub fn move_prev(&mut self) -> bool {
        let prev = self.prev();
        self.current = prev.or(self.current);
        prev.is_some()
    }

    /// Inserts an item before the cursor, which stays where it is.
    pub fn insert_before(&mut self, item: T) {
        self.list.link(self.prev(), item, self.current);
    }

    /// Removes the item at the cursor, which is then at the next one.
    pub fn remove_current(&mut self) -> Option<T> {
        let node = self.current?;
        self.move_next();
        let tail = self.list.tail;
        let item = self.list.unlink(node);
        if cfg!(feature = "bug-stale-tail") && !self.list.is_empty() {
            self.list.tail = tail;
        }
        Some(item)
    }

    fn prev(&self) -> Link<T> {
        match self.current {
            // SAFETY: see above.
            Some(node) => unsafe { (*node.as_ptr()).prev },
            None => self.list.tail,
        }
    }
}
