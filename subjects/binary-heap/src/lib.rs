//! A binary heap in a vector: the children of slot `i` are in slots `2 i + 1` and `2 i + 2`.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

pub mod checks;

/// A priority queue; the least item comes first.
#[derive(Debug, glassbox::Structure)]
pub struct Heap<T> {
    /// No item is less than its parent.
    #[glassbox(item)]
    items: Vec<T>,
}

impl<T> Heap<T> {
    /// An empty heap.
    pub const fn new() -> Self {
        Self { items: Vec::new() }
    }

    /// How many items there are.
    pub const fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether an item more needs more memory.
    pub const fn is_full(&self) -> bool {
        self.items.len() == self.items.capacity()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The least item.
    pub fn peek(&self) -> Option<&T> {
        if cfg!(feature = "bug-peek-last") { self.items.last() } else { self.items.first() }
    }
}

impl<T: Ord> Heap<T> {
    /// Puts an item in.
    pub fn insert(&mut self, item: T) {
        let mut at = self.items.len();
        self.items.push(item);
        let top = usize::from(cfg!(feature = "bug-insert-stops-below-top"));
        while at > top && self.items[at] < self.items[above(at)] && !cfg!(feature = "bug-insert-forgets-to-sift") {
            if cfg!(feature = "bug-insert-swaps-with-sibling") && at.is_multiple_of(2) {
                self.items.swap(at, at - 1);
            } else {
                self.items.swap(at, above(at));
            }
            at = above(at);
            if cfg!(feature = "bug-insert-sifts-once") {
                break;
            }
        }
    }

    /// Takes the least item.
    pub fn extract_min(&mut self) -> Option<T> {
        if self.items.is_empty() {
            return None;
        }
        if cfg!(feature = "bug-extract-takes-last") {
            return self.items.pop();
        }
        let least = self.items.swap_remove(0);
        let mut at = 0;
        while let Some(child) = self.lesser_child(at)
            && (self.items[child] < self.items[at]) != cfg!(feature = "bug-extract-compares-wrong")
            && !cfg!(feature = "bug-extract-forgets-to-sift")
        {
            self.items.swap(at, child);
            at = child;
            if cfg!(feature = "bug-extract-sifts-once") {
                break;
            }
        }
        if cfg!(feature = "bug-extract-drops-another") {
            self.items.pop();
        }
        Some(least)
    }

    /// The slot of the lesser child, if there is a child at all.
    fn lesser_child(&self, at: usize) -> Option<usize> {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        let end = self.items.len() - usize::from(cfg!(feature = "bug-extract-ignores-last-child"));
        if left >= end {
            return None;
        }
        if cfg!(feature = "bug-extract-ignores-right-child") {
            return Some(left);
        }
        let has_right = right < end || cfg!(feature = "bug-extract-expects-two-children");
        let right_is_less = has_right && self.items[right] < self.items[left];
        Some(if right_is_less == cfg!(feature = "bug-extract-swaps-wrong-child") { left } else { right })
    }
}

/// The slot above, as insertion computes it.
const fn above(at: usize) -> usize {
    if cfg!(feature = "bug-insert-wrong-parent") { at / 2 } else { parent(at) }
}

const fn parent(at: usize) -> usize {
    (at - 1) / 2
}

impl<T> Default for Heap<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
