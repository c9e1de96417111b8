//! A law about another key, and the effect that says more.

use glassbox::{Key, Structure};

#[derive(Default, Structure)]
#[glassbox(no_invariant)]
pub struct Set {
    first: Option<Box<Node>>,
}

#[derive(Structure)]
#[glassbox(no_invariant, sorted(key, next))]
pub struct Node {
    key: Key,
    next: Option<Box<Node>>,
}

impl Set {
    pub fn contains(&self, key: &Key) -> bool {
        let mut link = &self.first;
        while let Some(node) = link {
            if node.key == *key {
                return true;
            }
            link = &node.next;
        }
        false
    }

    pub fn insert(&mut self, key: Key) -> bool {
        let mut link = &mut self.first;
        while link.as_ref().is_some_and(|node| node.key < key) {
            link = &mut link.as_mut().unwrap().next;
        }
        if link.as_ref().is_some_and(|node| node.key == key) {
            return false;
        }
        let next = link.take();
        *link = Some(Box::new(Node { key, next }));
        true
    }
}

#[glassbox::check(height = 14)]
pub fn before(set: &mut Set, key: Key, other: Key) {
    let (had, is_same) = (set.contains(&other), key == other);
    set.insert(key);
    assert_eq!(set.contains(&other), had || is_same);
}

#[glassbox::check(height = 14, adds(key))]
pub fn after(set: &mut Set, key: Key) -> bool {
    set.insert(key)
}
