//! A binary heap in a vector: the children of slot `i` are in slots `2 i + 1` and `2 i + 2`.

pub mod checks;

/// A priority queue; the least item comes first.
#[derive(Debug, glassbox::Structure)]
pub struct Heap<T> {
    /// No item is less than its parent.
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
        self.items.first()
    }
}

impl<T: Ord> Heap<T> {
    /// Puts an item in.
    pub fn insert(&mut self, item: T) {
        let mut at = self.items.len();
        self.items.push(item);
        while at > 0 && self.items[at] < self.items[parent(at)] {
            self.items.swap(at, parent(at));
            at = parent(at);
        }
    }

    /// Takes the least item.
    pub fn extract_min(&mut self) -> Option<T> {
        if self.items.is_empty() {
            return None;
        }
        let least = self.items.swap_remove(0);
        let mut at = 0;
        while let Some(child) = self.lesser_child(at)
            && self.items[child] < self.items[at]
        {
            self.items.swap(at, child);
            at = child;
        }
        Some(least)
    }

    /// The slot of the lesser child, if there is a child at all.
    fn lesser_child(&self, at: usize) -> Option<usize> {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        if left >= self.items.len() {
            return None;
        }
        let right_is_less = right < self.items.len() && self.items[right] < self.items[left];
        Some(if right_is_less { right } else { left })
    }
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
