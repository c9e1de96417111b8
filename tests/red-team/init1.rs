//! Wrong: a bag that remembers its sum, and does not forget it when a number is added.

use std::cell::Cell;

#[cfg(any(test, glassbox))]
mod explorations;

/// A bag of numbers.
#[derive(Default)]
pub struct Bag {
    items: Vec<u8>,
    sum: Cell<Option<u32>>,
}

impl Bag {
    /// An empty bag.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a number.
    pub fn push(&mut self, item: u8) {
        self.items.push(item);
    }

    /// The number of numbers.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether the bag is empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The numbers, in the order they were added.
    pub fn iter(&self) -> std::slice::Iter<'_, u8> {
        self.items.iter()
    }

    /// The sum of the numbers.
    pub fn sum(&self) -> u32 {
        if let Some(sum) = self.sum.get() {
            return sum;
        }
        let sum = self.items.iter().map(|item| u32::from(*item)).sum();
        self.sum.set(Some(sum));
        sum
    }
}
