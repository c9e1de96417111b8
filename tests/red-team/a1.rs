//! Checks that rely on skipped fields, lists of values, constructors and `Drop`.

#![allow(dead_code, unused)]

/// Wrong: the second push panics, because a skipped field has counted the first.
pub mod skip_hits {
    #[derive(Default, glassbox::Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct Log {
        items: Vec<u8>,
        #[glassbox(skip = 0)]
        hits: u32,
    }
    #[glassbox::check(len = 3)]
    fn push(log: &mut Log, #[glassbox(values = 0..2)] x: u8) {
        log.hits += 1;
        assert!(log.hits != 2, "the second");
        log.items.push(x);
    }
}

/// Wrong: the list of three leaves the listed lengths, and the list of four panics.
pub mod domain_cuts {
    use glassbox::{Broken, Children, Invariant, Val, ensure};
    #[derive(Default, glassbox::Structure)]
    pub struct List {
        head: Option<Box<Node>>,
        #[glassbox(values = 0..4)]
        len: usize,
    }
    #[derive(glassbox::Structure)]
    pub struct Node {
        next: Option<Box<Node>>,
        value: Val,
    }
    impl Invariant for Node {
        type Summary = usize;
        fn check(&self, children: &Children) -> Result<usize, Broken> {
            Ok(1 + children.summary_or(&self.next, 0))
        }
    }
    impl Invariant for List {
        type Summary = ();
        fn check(&self, children: &Children) -> Result<(), Broken> {
            ensure(self.len == children.summary_or(&self.head, 0), "len is wrong")
        }
    }
    #[glassbox::check(height = 6, adds(value))]
    fn push(list: &mut List, value: Val) {
        assert!(list.len != 4, "the bug");
        list.head = Some(Box::new(Node { next: list.head.take(), value }));
        list.len += 1;
    }
}

/// Wrong: the constructor makes a node whose `prev` leads to itself, and `back` never ends then.
pub mod constructor_prev {
    use glassbox::{Broken, Children, Invariant, ensure};
    use std::ptr;
    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..1))]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
    }
    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
        #[glassbox(prev)]
        prev: *mut Node,
        value: u8,
    }
    impl List {
        pub fn looped() -> Self {
            let node = Box::into_raw(Box::new(Node { next: ptr::null_mut(), prev: ptr::null_mut(), value: 0 }));
            unsafe {
                (*node).prev = node;
            }
            Self { head: node }
        }
    }
    #[glassbox::check(height = 3)]
    fn back(#[glassbox(new = List::looped())] list: &List) {
        let (mut node, mut steps) = (list.head, 0);
        while !node.is_null() {
            node = unsafe { (*node).prev };
            steps += 1;
            assert!(steps < 100, "no end");
        }
    }
}

/// Wrong: `put` makes a map that is not listed.
pub mod values_owning {
    use std::collections::BTreeMap;
    fn maps() -> Vec<BTreeMap<u8, u8>> {
        vec![BTreeMap::new(), BTreeMap::from([(0, 0)]), BTreeMap::from([(1, 0)])]
    }
    #[derive(Default, glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = maps())]
        m: BTreeMap<u8, u8>,
    }
    #[glassbox::check]
    fn look(s: &S) {
        assert!(s.m.len() < 3, "never");
    }
    #[glassbox::check]
    fn put(s: &mut S, #[glassbox(values = 0..2)] k: u8) {
        s.m.insert(k, 0);
    }
}

/// Right: an association list with numbers as keys.
pub mod number_keys {
    use glassbox::{Broken, Children, Invariant, Val, ensure};
    #[derive(Default, glassbox::Structure)]
    #[glassbox(domain(u8 = 0..3))]
    pub struct Map {
        items: Vec<Entry>,
    }
    #[derive(glassbox::Structure)]
    pub struct Entry {
        #[glassbox(item)]
        key: u8,
        value: Val,
    }
    impl Invariant for Map {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(
                (0..self.items.len()).all(|i| (0..i).all(|j| self.items[i].key != self.items[j].key)),
                "duplicate key",
            )
        }
    }
    #[glassbox::check(len = 3, replaces(key, value))]
    fn insert(m: &mut Map, #[glassbox(values = 0..3)] key: u8, value: Val) -> Option<Val> {
        if let Some(e) = m.items.iter_mut().find(|e| e.key == key) {
            return Some(std::mem::replace(&mut e.value, value));
        }
        m.items.push(Entry { key, value });
        None
    }
    #[glassbox::check(len = 3, removes(key))]
    fn remove(m: &mut Map, #[glassbox(values = 0..3)] key: u8) -> Option<Val> {
        let i = m.items.iter().position(|e| e.key == key)?;
        Some(m.items.swap_remove(i).value)
    }
    #[glassbox::check(len = 3, finds(key))]
    fn get(m: &Map, #[glassbox(values = 0..3)] key: u8) -> Option<&Val> {
        m.items.iter().find(|e| e.key == key).map(|e| &e.value)
    }
}

/// Right: the list is taken by value, and its length is the number of nodes.
pub mod by_value {
    use glassbox::{Broken, Children, Invariant, Val, ensure};
    #[derive(glassbox::Structure)]
    pub struct List {
        head: Option<Box<Node>>,
        #[glassbox(values = 0..4)]
        len: usize,
    }
    #[derive(glassbox::Structure)]
    pub struct Node {
        next: Option<Box<Node>>,
        value: Val,
    }
    impl Invariant for Node {
        type Summary = usize;
        fn check(&self, children: &Children) -> Result<usize, Broken> {
            Ok(1 + children.summary_or(&self.next, 0))
        }
    }
    impl Invariant for List {
        type Summary = ();
        fn check(&self, children: &Children) -> Result<(), Broken> {
            ensure(self.len == children.summary_or(&self.head, 0), "len is wrong")
        }
    }
    #[glassbox::check(height = 3)]
    fn count(list: List) {
        let (mut n, mut at) = (0, &list.head);
        while let Some(node) = at {
            n += 1;
            at = &node.next;
        }
        assert_eq!(n, list.len);
    }
}

/// Wrong: `Drop` frees the first node only.
pub mod drop_leaks {
    use std::ptr;
    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
    }
    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
    }
    impl Default for List {
        fn default() -> Self {
            Self { head: ptr::null_mut() }
        }
    }
    impl Drop for List {
        fn drop(&mut self) {
            if !self.head.is_null() {
                unsafe { drop(Box::from_raw(self.head)) }
            }
        }
    }
    #[glassbox::check(height = 3)]
    fn push(list: &mut List) {
        list.head = Box::into_raw(Box::new(Node { next: list.head }));
    }
}
