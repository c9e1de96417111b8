//! Checks with counts, skipped fields, nodes in vectors, several keys and several structures.

#![allow(dead_code, unused, static_mut_refs)]

/// Right, but for `pop_wrong`: the payload that every node owns is not counted by `count(Node)`.
pub mod count_payload {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
        #[glassbox(count(Node))]
        len: usize,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        payload: Box<Payload>,
        next: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Payload {
        x: bool,
    }
    #[glassbox::check(height = 3)]
    fn pop(l: &mut List) {
        if let Some(mut n) = l.head.take() {
            l.head = n.next.take();
            l.len -= 1;
        }
    }
    #[glassbox::check(height = 3)]
    fn push(l: &mut List) {
        let next = l.head.take();
        l.head = Some(Box::new(Node { payload: Box::new(Payload { x: true }), next }));
        l.len += 1;
    }
    #[glassbox::check(height = 3)]
    fn pop_wrong(l: &mut List) {
        if let Some(mut n) = l.head.take() {
            l.head = n.next.take();
            l.len = l.len.wrapping_sub(2);
        }
    }
}

/// Right: the operation prints to stderr.
pub mod eprints {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        x: bool,
    }
    #[glassbox::check]
    fn flip(s: &mut S) {
        eprintln!("{}", s.x);
        s.x = !s.x;
    }
}

/// Right: the operation counts its calls in a static that no operation reads.
pub mod metric {
    use glassbox::Structure;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        x: bool,
    }
    #[glassbox::check]
    fn flip(s: &mut S) {
        CALLS.fetch_add(1, Relaxed);
        s.x = !s.x;
    }
}

/// Wrong: the second call panics, because a skipped field has counted the first.
pub mod skipped {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        x: bool,
        #[glassbox(skip = 0)]
        uses: u8,
    }
    #[glassbox::check]
    fn flip(s: &mut S) {
        s.x = !s.x;
        s.uses += 1;
        assert!(s.uses < 2);
    }
}

/// Right: every node has the number of nodes in its subtree.
pub mod subtree_size {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct T {
        root: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        left: Option<Box<Node>>,
        #[glassbox(count(Node))]
        size: u8,
    }
    #[glassbox::check(height = 3)]
    fn look(t: &mut T) {}
}

/// Right, but for `break_it`: the rows are nodes in a vector, and their invariant reads them directly.
pub mod tree_vec {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    #[derive(Default, Structure)]
    pub struct Table {
        #[glassbox(tree)]
        rows: Vec<Row>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Row {
        #[glassbox(values = 0..3)]
        x: u8,
        below: Option<Box<Leaf>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Leaf {
        y: bool,
    }
    impl Invariant for Table {
        type Summary = ();
        // Reads the rows directly.
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(self.rows.windows(2).all(|w| w[0].x <= w[1].x), "not sorted")
        }
    }
    #[glassbox::check(len = 3)]
    fn break_it(t: &mut Table) {
        if let Some(r) = t.rows.last_mut() {
            r.x = 0;
        }
    }
    #[glassbox::check(len = 3)]
    fn insert(t: &mut Table, #[glassbox(values = 0..3)] x: u8) {
        let at = t.rows.partition_point(|r| r.x < x);
        t.rows.insert(at, Row { x, below: None });
    }
}

/// Wrong: `raise` may put a row above the maximum; a row has the address of the buffer it lies in.
pub mod nested_in_place {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    #[derive(Default, Structure)]
    pub struct Outer {
        #[glassbox(tree)]
        rows: Vec<Inner>,
        #[glassbox(values = 0..3)]
        max: u8,
    }
    #[derive(Structure)]
    pub struct Inner {
        #[glassbox(values = 0..3)]
        x: u8,
    }
    impl Invariant for Inner {
        type Summary = u8;
        fn check(&self, _: &Children) -> Result<u8, Broken> {
            Ok(self.x)
        }
    }
    impl Invariant for Outer {
        type Summary = ();
        fn check(&self, children: &Children) -> Result<(), Broken> {
            ensure(self.rows.iter().all(|r| children.summary(r) <= self.max), "above max")
        }
    }
    #[glassbox::check(len = 2)]
    fn raise(o: &mut Outer) {
        if let Some(r) = o.rows.last_mut() {
            r.x = 2;
        }
    }
}

/// Right, but for `between`: two keys are inserted one after the other.
pub mod two_keys {
    use glassbox::{Key, Structure};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct T {
        root: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(left, key, right))]
    pub struct Node {
        left: Option<Box<Node>>,
        key: Key,
        right: Option<Box<Node>>,
    }
    fn insert(t: &mut T, key: Key) {
        let mut at = &mut t.root;
        while let Some(n) = at {
            if n.key == key {
                return;
            }
            at = if key < n.key { &mut n.left } else { &mut n.right };
        }
        *at = Some(Box::new(Node { left: None, key, right: None }));
    }
    fn has(t: &T, key: &Key) -> bool {
        let mut at = &t.root;
        while let Some(n) = at {
            if n.key == *key {
                return true;
            }
            at = if *key < n.key { &n.left } else { &n.right };
        }
        false
    }
    #[glassbox::check(height = 3)]
    fn both(t: &mut T, a: Key, b: Key) {
        let (x, y) = (a.clone(), b.clone());
        insert(t, a);
        insert(t, b);
        assert!(has(t, &x) && has(t, &y));
    }
    #[glassbox::check(height = 3)]
    fn between(t: &mut T, a: Key, b: Key, c: Key) {
        assert!(
            !(a < b
                && b < c
                && !has(t, &a)
                && !has(t, &b)
                && !has(t, &c)
                && t.root.as_ref().is_some_and(|r| r.key < a && r.right.as_ref().is_some_and(|q| q.key > c)))
        );
    }
}

/// Right: nodes move from one list to another.
pub mod two_structures {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 3)]
    fn steal(a: &mut List, b: &mut List) {
        std::mem::swap(a, b);
        if a.head.is_none() {
            a.head = b.head.take();
        }
    }
}

/// Right: the invariant looks at the grandchild only in states that are not valid; has no rows in the table.
pub mod far_invariant {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    pub struct Node {
        next: Option<Box<Node>>,
        #[glassbox(values = 0..2)]
        x: u8,
    }
    impl Invariant for Node {
        type Summary = ();
        // Looks at the grandchild only if `x` is 2, which it is in no valid state.
        fn check(&self, _: &Children) -> Result<(), Broken> {
            if self.x == 2 {
                if let Some(n) = &self.next {
                    if let Some(m) = &n.next {
                        return ensure(m.x == 0, "far");
                    }
                }
            }
            Ok(())
        }
    }
    #[glassbox::check(height = 3)]
    fn set(l: &mut List) {
        if let Some(n) = &mut l.head {
            n.x = 2;
            if let Some(m) = n.next.as_mut().and_then(|m| m.next.as_mut()) {
                m.x = 1;
            }
        }
    }
}

/// Wrong in a release build only: `pop` removes the element inside `debug_assert!`; has no rows in the table.
pub mod release_only {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..3))]
    pub struct S {
        v: Vec<u8>,
        #[glassbox(values = 0..4)]
        n: u8,
    }
    #[glassbox::check(len = 3)]
    fn pop(s: &mut S) {
        let n = s.v.len();
        debug_assert!(n == 0 || s.v.pop().is_some());
        assert!(n == 0 || s.v.len() == n - 1);
    }
}
