//! A singly linked list that knows its length.

mod checks;

/// A list.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct List<T> {
    head: Option<Box<Node<T>>>,
    /// How many nodes there are.
    #[glassbox(count(Node<T>))]
    len: usize,
}

#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant)]
struct Node<T> {
    item: T,
    next: Option<Box<Node<T>>>,
}

impl<T> List<T> {
    /// An empty list.
    pub const fn new() -> Self {
        Self { head: None, len: 0 }
    }

    /// How many items there are.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    /// The items from the first to the last.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let mut next = self.head.as_deref();
        std::iter::from_fn(move || {
            let node = next?;
            next = node.next.as_deref();
            Some(&node.item)
        })
    }

    /// The item at this place.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.iter().nth(index)
    }

    /// Puts an item before the first.
    pub fn push_front(&mut self, item: T) {
        let next = self.head.take();
        self.head = Some(Box::new(Node { item, next }));
        self.len += 1;
    }

    /// Takes the first item.
    pub fn pop_front(&mut self) -> Option<T> {
        let node = self.head.take()?;
        self.head = node.next;
        self.len -= 1;
        Some(node.item)
    }

    /// Puts an item after the last.
    pub fn push_back(&mut self, item: T) {
        let mut link = &mut self.head;
        while let Some(node) = link {
            link = &mut node.next;
        }
        *link = Some(Box::new(Node { item, next: None }));
        self.len += 1;
    }

    /// Puts an item before the one at `index`, or after the last if that is where the index leads. An index beyond
    /// gives the item back.
    pub fn insert(&mut self, index: usize, item: T) -> Result<(), T> {
        let Some(link) = self.link_at(index) else { return Err(item) };
        let next = link.take();
        *link = Some(Box::new(Node { item, next }));
        self.len += 1;
        Ok(())
    }

    /// Takes the item at `index`.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let link = self.link_at(index)?;
        let node = link.take()?;
        *link = node.next;
        self.len -= 1;
        Some(node.item)
    }

    /// Turns the list round.
    pub fn reverse(&mut self) {
        let (mut rest, mut turned) = (self.head.take(), None);
        while let Some(mut node) = rest {
            rest = std::mem::replace(&mut node.next, turned);
            turned = Some(node);
        }
        self.head = turned;
    }

    /// The link behind so many nodes, if there are so many.
    fn link_at(&mut self, index: usize) -> Option<&mut Option<Box<Node<T>>>> {
        let mut link = &mut self.head;
        for _ in 0..index {
            link = &mut link.as_mut()?.next;
        }
        Some(link)
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// One node after the other: recursion would be as deep as the list is long.
impl<T> Drop for List<T> {
    fn drop(&mut self) {
        while self.pop_front().is_some() {}
    }
}

#[cfg(test)]
mod tests;
