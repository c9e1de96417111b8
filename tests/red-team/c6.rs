//! Checks of items, of nodes in the slots of a vector, and of a `Drop` that frees twice.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: `remove` takes out the first item, whatever it is asked for.
pub mod removes_item {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(values = 0..3, item)]
        item: u8,
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 3, removes(item))]
    fn remove(l: &mut List, #[glassbox(values = 0..3)] item: u8) {
        if let Some(mut n) = l.head.take() {
            l.head = n.next.take();
        }
    }
}

/// Wrong: `depths` relies on nodes lying in later slots than the nodes they belong to; `push_front` is right.
pub mod arena {
    use glassbox::{Broken, Children, Invariant, Link, Structure, Summarise, slots};
    #[derive(Clone, Copy, PartialEq)]
    pub struct Index(u32);
    const NONE: Index = Index(u32::MAX);
    unsafe impl Link for Index {
        type Target = Node;
        fn null() -> Option<Self> {
            Some(NONE)
        }
        unsafe fn put(slot: *mut Self, target: *mut Node) {
            unsafe { slot.write_unaligned(Index(slots::index_of(target))) }
        }
        unsafe fn target(this: *const Self) -> Option<*mut Node> {
            let i = unsafe { this.read_unaligned() };
            (i != NONE).then(|| slots::node_at(i.0))
        }
    }
    impl Summarise for Index {
        type Out = Option<()>;
        fn summarise(&self, children: &Children) -> Option<()> {
            None
        }
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Tree {
        #[glassbox(holes)]
        nodes: Vec<Option<Node>>,
        #[glassbox(tree)]
        root: Index,
    }
    impl Default for Tree {
        fn default() -> Self {
            Self { nodes: Vec::new(), root: NONE }
        }
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: Index,
    }
    /// Adds a node in front, in the first free slot or else in a new one.
    #[glassbox::check(height = 3)]
    fn push_front(t: &mut Tree) {
        let at = t.nodes.iter().position(Option::is_none).unwrap_or(t.nodes.len());
        let node = Some(Node { next: t.root });
        if at < t.nodes.len() {
            t.nodes[at] = node
        } else {
            t.nodes.push(node)
        }
        t.root = Index(at as u32);
    }
    #[glassbox::check(height = 3)]
    fn depths(t: &mut Tree) {
        let mut depth = vec![0u8; t.nodes.len()];
        for i in (0..t.nodes.len()).rev() {
            if let Some(n) = &t.nodes[i] {
                depth[i] = 1 + if n.next == NONE { 0 } else { depth[n.next.0 as usize] };
            }
        }
        let (mut n, mut at) = (0, t.root);
        while at != NONE {
            n += 1;
            at = t.nodes[at.0 as usize].as_ref().unwrap().next;
        }
        assert!(t.root == NONE || depth[t.root.0 as usize] == n);
    }
}

/// Wrong: `Drop` reads the next pointer from a node that it has freed.
pub mod bad_drop {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
    }
    impl Default for List {
        fn default() -> Self {
            Self { head: std::ptr::null_mut() }
        }
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
    }
    impl Drop for List {
        fn drop(&mut self) {
            unsafe {
                while !self.head.is_null() {
                    drop(Box::from_raw(self.head));
                    self.head = (*self.head).next;
                }
            }
        }
    }
    #[glassbox::check(height = 3)]
    fn push(l: &mut List) {
        l.head = Box::into_raw(Box::new(Node { next: l.head }));
    }
}
