//! A list with a length and an invariant about the whole, and an operation that gets both wrong.

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// The holder of the first item.
#[derive(Structure)]
pub(crate) struct List {
    first: Option<Box<Item>>,
    #[glassbox(count(Item))]
    len: usize,
    /// What the marks of all items add up to is at most this.
    #[glassbox(values = 0..3)]
    most: u8,
}

/// An item.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub(crate) struct Item {
    marked: bool,
    next: Option<Box<Item>>,
}

impl Invariant for List {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.most < 3, "there is no such limit")
    }

    fn ok(&self) -> bool {
        let (mut marks, mut at) = (0, &self.first);
        while let Some(item) = at {
            marks += u8::from(item.marked);
            at = &item.next;
        }
        marks <= self.most
    }
}

/// What is done to the list.
#[derive(Clone, Copy, Structure)]
pub(crate) enum Change {
    /// An item more, and the length says so.
    Added,
    /// An item more, of which the length knows nothing.
    AddedInSecret,
    /// The first item goes, and the length says so.
    Removed,
    /// The first item goes, of which the length knows nothing.
    RemovedInSecret,
    /// The length changes, the list does not.
    Miscounted,
    /// The first item is marked.
    Marked,
    /// The limit is what the first item's mark says.
    Limited,
}

/// Right for some of the changes.
#[glassbox::check(height = 3)]
fn change(list: &mut List, change: Change) {
    match change {
        Change::Added | Change::AddedInSecret => {
            list.first = Some(Box::new(Item { marked: false, next: list.first.take() }));
            list.len += usize::from(matches!(change, Change::Added));
        }
        Change::Removed | Change::RemovedInSecret => {
            if let Some(first) = list.first.take() {
                list.first = first.next;
                list.len -= usize::from(matches!(change, Change::Removed));
            }
        }
        Change::Miscounted => list.len += 1,
        Change::Marked => {
            if let Some(first) = &mut list.first {
                first.marked = true;
            }
        }
        Change::Limited => list.most = list.first.as_ref().map_or(0, |first| u8::from(first.marked)),
    }
}

/// A law that is wrong, in code that need not branch on what it returns.
#[glassbox::check(height = 3)]
fn first_is_marked_if_any(list: &List) -> bool {
    list.first.as_ref().is_none_or(|first| first.marked)
}
