//! A slot that counts how often it was read, behind shared references.

use std::cell::{Cell, RefCell};

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// A slot and a list behind it, both changed through shared references.
#[derive(Default, Structure)]
pub struct Counted {
    #[glassbox(domain(u8 = 0..2))]
    value: RefCell<Option<u8>>,
    /// How many values there are, in the slot and in the list.
    #[glassbox(domain(u8 = 0..6))]
    len: Cell<u8>,
    first: RefCell<Option<Box<Item>>>,
}

/// An item of the list.
#[derive(Structure)]
struct Item {
    next: Cell<Option<Box<Item>>>,
}

impl Counted {
    /// Puts a value into the slot; one that was there goes to the list.
    pub fn put(&self, value: u8) {
        let old = self.value.replace(Some(value));
        if old.is_some() {
            let next = Cell::new(self.first.borrow_mut().take());
            *self.first.borrow_mut() = Some(Box::new(Item { next }));
            if cfg!(feature = "bug-refcell-forgets-count") {
                return;
            }
        }
        let more = if cfg!(feature = "bug-cell-counts-twice") && old.is_some() { 2 } else { 1 };
        self.len.set(self.len.get() + more);
    }

    /// Empties the slot.
    pub fn take(&self) -> Option<u8> {
        let value = self.value.take()?;
        self.len.set(self.len.get() - 1);
        Some(value)
    }

    /// Removes an item of the list.
    pub fn pop(&self) -> bool {
        let mut first = self.first.borrow_mut();
        let Some(item) = first.take() else { return false };
        *first = item.next.take();
        self.len.set(self.len.get() - 1);
        true
    }
}

impl Invariant for Item {
    type Summary = u8; // the number of items

    fn check(&self, children: &Children) -> Result<u8, Broken> {
        Ok(1 + children.summary_or(&self.next, 0))
    }
}

impl Invariant for Counted {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        let len = children.summary_or(&self.first, 0) + u8::from(self.value.borrow().is_some());
        ensure(self.len.get() == len, "the count is wrong")
    }
}

#[glassbox::check(height = 2)]
fn put(counted: &Counted, #[glassbox(values = 0..2)] value: u8) -> bool {
    counted.put(value);
    *counted.value.borrow() == Some(value)
}

#[glassbox::check(height = 2)]
fn take(counted: &Counted) -> bool {
    let was = *counted.value.borrow();
    counted.take() == was && counted.take().is_none()
}

#[glassbox::check(height = 2)]
fn pop(counted: &Counted) {
    counted.pop();
}
