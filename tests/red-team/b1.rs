//! Checks that hand over blocks, sentinels, aliases and slots in unusual ways.

#![allow(dead_code, unused)]

/// Wrong: the block of the new node is as large as two nodes, so freeing it as one has the wrong size.
pub mod block_for_two {
    use glassbox::Structure;
    use std::alloc::{Layout, alloc};
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
    }
    impl Default for List {
        fn default() -> Self {
            List { head: std::ptr::null_mut() }
        }
    }
    #[glassbox::check(height = 3)]
    fn push(l: &mut List) {
        unsafe {
            let n = alloc(Layout::new::<[Node; 2]>()).cast::<Node>();
            n.write(Node { next: l.head });
            l.head = n;
        }
    }
}

/// Wrong: from the fifth node on, blocks are too large, and `pop` frees them with the size of a node.
pub mod block_fifth {
    use glassbox::Structure;
    use std::alloc::{Layout, alloc};
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
        #[glassbox(count(Node))]
        len: usize,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
    }
    impl Default for List {
        fn default() -> Self {
            Self { head: std::ptr::null_mut(), len: 0 }
        }
    }
    #[glassbox::check(height = 6)]
    fn push(l: &mut List) {
        unsafe {
            let layout = if l.len >= 4 { Layout::new::<[Node; 2]>() } else { Layout::new::<Node>() };
            let n = alloc(layout).cast::<Node>();
            n.write(Node { next: l.head });
            l.head = n;
            l.len += 1;
        }
    }
    #[glassbox::check(height = 6)]
    fn pop(l: &mut List) {
        unsafe {
            let n = l.head;
            if !n.is_null() {
                l.head = (*n).next;
                l.len -= 1;
                drop(Box::from_raw(n));
            }
        }
    }
}

/// Wrong: the new node is the second of two in one block, so it cannot be freed.
pub mod second_of_two {
    use glassbox::Structure;
    use std::alloc::{Layout, alloc};
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
    }
    #[glassbox::check(height = 3)]
    fn push(l: &mut List) {
        unsafe {
            let n = alloc(Layout::new::<[Node; 2]>()).cast::<Node>().add(1);
            n.write(Node { next: l.head });
            l.head = n;
        }
    }
}

/// Wrong: `grow` makes the block of a node larger, and `pop` frees it with the size of a node.
pub mod grown_block {
    use glassbox::Structure;
    use std::alloc::{Layout, realloc};
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
        #[glassbox(values = 0..2)]
        x: u64,
    }
    #[glassbox::check(height = 3)]
    fn grow(l: &mut List) {
        unsafe {
            if !l.head.is_null() {
                l.head = realloc(l.head.cast(), Layout::new::<Node>(), 64).cast();
            }
        }
    }
    #[glassbox::check(height = 3)]
    fn pop(l: &mut List) {
        unsafe {
            if !l.head.is_null() {
                let n = Box::from_raw(l.head);
                l.head = n.next;
            }
        }
    }
}

/// Wrong: the vector's capacity is larger than its buffer, so later pushes write behind it.
pub mod too_much_room {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct S {
        v: Vec<u8>,
    }
    #[glassbox::check(len = 3)]
    fn more(s: &mut S) {
        let mut v = std::mem::ManuallyDrop::new(std::mem::take(&mut s.v));
        if v.capacity() > 0 {
            s.v = unsafe { Vec::from_raw_parts(v.as_mut_ptr(), v.len(), v.capacity() * 2) };
        }
    }
    #[glassbox::check(len = 3)]
    fn fresh(s: &mut S) {
        let mut v = std::mem::ManuallyDrop::new(Vec::with_capacity(4));
        v.push(1u8);
        s.v = unsafe { Vec::from_raw_parts(v.as_mut_ptr(), 1, 16) };
    }
}

/// Wrong: two boxes of different types own one block, which is freed twice; `set` is right.
pub mod two_types {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2, i8 = 0..2))]
    pub struct S {
        a: Option<Box<N<u8>>>,
        c: Option<Box<N<i8>>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct N<T> {
        x: T,
    }
    #[glassbox::check]
    fn share_new(s: &mut S) {
        unsafe {
            let n = Box::into_raw(Box::new(N { x: 1u8 }));
            s.a = Some(Box::from_raw(n));
            s.c = Some(Box::from_raw(n.cast()));
        }
    }
    #[glassbox::check]
    fn share_old(s: &mut S) {
        unsafe {
            if let Some(a) = &mut s.a {
                s.c = Some(Box::from_raw((&raw mut **a).cast()));
            }
        }
    }
    #[glassbox::check]
    fn set(s: &mut S) {
        s.a = Some(Box::new(N { x: 1 }));
        s.c = Some(Box::new(N { x: 1 }));
    }
}

/// Wrong: a box leads into the middle of another node, and would free it.
pub mod interior_link {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        a: Option<Box<Outer>>,
        c: Option<Box<Inner>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Outer {
        #[glassbox(values = 0..2)]
        x: u32,
        inner: Inner,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Inner {
        y: bool,
    }
    #[glassbox::check]
    fn share(s: &mut S) {
        unsafe {
            if s.c.is_none()
                && let Some(a) = &mut s.a
            {
                s.c = Some(Box::from_raw(&raw mut a.inner));
            }
        }
    }
}

/// Wrong: the cursor still leads to the node that `pop` frees.
pub mod alias_freed {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
        #[glassbox(alias)]
        cursor: *mut Node,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
        x: bool,
    }
    #[glassbox::check(height = 3)]
    fn pop(l: &mut List) {
        unsafe {
            let n = l.head;
            if !n.is_null() {
                l.head = (*n).next;
                drop(Box::from_raw(n));
            }
        }
    }
}

/// Wrong: only the alias leads to the new node, so no list owns it; `wild` stores a number as the alias.
pub mod alias_only {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
        #[glassbox(alias)]
        tail: *mut Node,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
    }
    #[glassbox::check(height = 3)]
    fn push(l: &mut List) {
        l.tail = Box::into_raw(Box::new(Node { next: std::ptr::null_mut() }));
    }
    #[glassbox::check(height = 3)]
    fn wild(l: &mut List) {
        l.tail = std::ptr::without_provenance_mut(12);
    }
}

/// Right: the cursor is null or leads to a node of the list.
pub mod alias_read {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
        #[glassbox(alias)]
        cursor: *mut Node,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
        x: bool,
    }
    #[glassbox::check(height = 3)]
    fn read(l: &mut List) {
        unsafe {
            if !l.cursor.is_null() {
                (*l.cursor).x = true;
            }
        }
    }
}

/// Right: the invariant says where the tail is; `pop_wrong` forgets it.
pub mod alias_tail {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    use std::ptr::null_mut;
    #[derive(Structure)]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
        #[glassbox(alias)]
        tail: *mut Node,
    }
    #[derive(Structure)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
    }
    impl Default for List {
        fn default() -> Self {
            List { head: null_mut(), tail: null_mut() }
        }
    }
    impl Invariant for Node {
        type Summary = *const Node;
        fn check(&self, children: &Children) -> Result<*const Node, Broken> {
            Ok(children.summary_or(&self.next, self))
        }
    }
    impl Invariant for List {
        type Summary = ();
        fn check(&self, children: &Children) -> Result<(), Broken> {
            ensure(self.tail.cast_const() == children.summary_or(&self.head, std::ptr::null()), "tail")
        }
    }
    #[glassbox::check(height = 3)]
    fn pop(l: &mut List) {
        unsafe {
            if !l.head.is_null() {
                let n = Box::from_raw(l.head);
                l.head = n.next;
                if l.head.is_null() {
                    l.tail = null_mut();
                }
            }
        }
    }
    #[glassbox::check(height = 3)]
    fn pop_wrong(l: &mut List) {
        unsafe {
            if !l.head.is_null() {
                let n = Box::from_raw(l.head);
                l.head = n.next;
            }
        }
    }
}

/// Wrong: `paint` changes the sentinel; `first` is right as long as it is not changed.
pub mod nil_painted {
    use glassbox::Structure;
    use std::ptr::null_mut;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(nil = |nil| Node { next: nil, x: 0 })]
        nil: *mut Node,
        #[glassbox(tree)]
        head: *mut Node,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
        #[glassbox(values = 0..2)]
        x: u8,
    }
    impl Default for List {
        fn default() -> Self {
            let nil = Box::into_raw(Box::new(Node { next: null_mut(), x: 0 }));
            unsafe {
                (*nil).next = nil;
            }
            List { nil, head: nil }
        }
    }
    #[glassbox::check(height = 3)]
    fn paint(l: &mut List) {
        unsafe {
            (*l.nil).x = 1;
        }
    }
    #[glassbox::check(height = 3)]
    fn first(l: &mut List) -> bool {
        unsafe { (*l.nil).x == 0 }
    }
}

/// Wrong: `link` makes the sentinel lead to a node, so walks past the end start again; `push` is right.
pub mod nil_linked {
    use glassbox::Structure;
    use std::ptr::null_mut;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(nil = |nil| Node { next: nil })]
        nil: *mut Node,
        #[glassbox(tree)]
        head: *mut Node,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
    }
    impl Default for List {
        fn default() -> Self {
            let nil = Box::into_raw(Box::new(Node { next: null_mut() }));
            unsafe {
                (*nil).next = nil;
            }
            List { nil, head: nil }
        }
    }
    #[glassbox::check(height = 3)]
    fn link(l: &mut List) {
        unsafe {
            (*l.nil).next = l.head;
        }
    }
    #[glassbox::check(height = 3)]
    fn push(l: &mut List) {
        l.head = Box::into_raw(Box::new(Node { next: l.head }));
    }
    #[glassbox::check(height = 3)]
    fn end_is_end(l: &mut List) -> bool {
        unsafe { (*l.nil).next == l.nil }
    }
}

/// Wrong: the sentinel is replaced by null, freed, forgotten, or replaced by another one.
pub mod nil_gone {
    use glassbox::Structure;
    use std::ptr::null_mut;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(nil = |nil| Node { next: nil, x: 0 })]
        nil: *mut Node,
        #[glassbox(tree)]
        head: *mut Node,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
        #[glassbox(values = 0..2)]
        x: u8,
    }
    #[glassbox::check(height = 3)]
    fn clear(l: &mut List) {
        unsafe {
            while l.head != l.nil {
                let n = l.head;
                l.head = (*n).next;
                drop(Box::from_raw(n));
            }
            l.head = null_mut();
        }
    }
    #[glassbox::check(height = 3)]
    fn free(l: &mut List) {
        unsafe {
            drop(Box::from_raw(l.nil));
        }
    }
    #[glassbox::check(height = 3)]
    fn forget(l: &mut List) {
        l.nil = null_mut();
    }
    #[glassbox::check(height = 3)]
    fn other(l: &mut List) {
        l.nil = Box::into_raw(Box::new(Node { next: l.nil, x: 0 }));
    }
    #[glassbox::check(height = 3)]
    fn first(l: &mut List) -> bool {
        unsafe { (*l.head).x < 2 }
    }
    #[glassbox::check(height = 3)]
    fn walk(l: &mut List) {
        unsafe {
            let (mut n, mut at) = (0, l.head);
            while at != l.nil {
                n += 1;
                assert!(n < 9);
                at = (*at).next;
            }
        }
    }
}

/// Wrong: `mark` sets a bit in a link of long lists, which `read` does not handle; `push` is right.
pub mod marked_link {
    use glassbox::{Link, Structure};
    #[derive(Clone, Copy, PartialEq)]
    pub struct Marked(*mut Node);
    unsafe impl Link for Marked {
        type Target = Node;
        fn null() -> Option<Self> {
            Some(Marked(std::ptr::null_mut()))
        }
        unsafe fn put(slot: *mut Self, target: *mut Node) {
            unsafe { slot.write_unaligned(Marked(target)) }
        }
        unsafe fn target(this: *const Self) -> Option<*mut Node> {
            let t = unsafe { this.read_unaligned() }.ptr();
            (!t.is_null()).then_some(t)
        }
    }
    impl Marked {
        fn ptr(self) -> *mut Node {
            self.0.map_addr(|a| a & !1)
        }
        fn is_marked(self) -> bool {
            self.0.addr() & 1 == 1
        }
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(tree)]
        head: Marked,
    }
    impl Default for List {
        fn default() -> Self {
            List { head: Marked(std::ptr::null_mut()) }
        }
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: Marked,
        #[glassbox(values = 0..2)]
        x: u32,
    }
    fn len(l: &List) -> u32 {
        let (mut n, mut at) = (0, l.head.ptr());
        while !at.is_null() {
            n += 1;
            at = unsafe { (*at).next.ptr() };
        }
        n
    }
    #[glassbox::check(height = 6)]
    fn push(l: &mut List) {
        l.head = Marked(Box::into_raw(Box::new(Node { next: l.head, x: 0 })));
    }
    #[glassbox::check(height = 6)]
    fn mark(l: &mut List) {
        if len(l) > 4 {
            l.head = Marked(l.head.ptr().map_addr(|a| a | 1));
        }
    }
    #[glassbox::check(height = 6)]
    fn read(l: &mut List) {
        assert!(!l.head.is_marked(), "marks are not handled");
    }
}

/// Wrong: `hole` empties a slot that a link leads to, `cut` removes the last slot whatever is in it; `pop` is right.
pub mod slots {
    use glassbox::{Link, Structure, slots};
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
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(holes)]
        nodes: Vec<Option<Node>>,
        #[glassbox(tree)]
        head: Index,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: Index,
        #[glassbox(values = 0..2)]
        x: u8,
    }
    #[glassbox::check(height = 3)]
    fn hole(l: &mut List) {
        if l.head != NONE {
            l.nodes[l.head.0 as usize] = None;
        }
    }
    #[glassbox::check(height = 3)]
    fn cut(l: &mut List) {
        l.nodes.pop();
    }
    #[glassbox::check(height = 3)]
    fn pop(l: &mut List) {
        if l.head != NONE {
            l.head = l.nodes[l.head.0 as usize].take().unwrap().next;
        }
    }
    #[glassbox::check(height = 3)]
    fn unlink(l: &mut List) {
        if l.head != NONE {
            l.head = l.nodes[l.head.0 as usize].as_ref().unwrap().next;
        }
    }
}

/// Wrong: `push` writes a node into a slot behind the length and does not raise the length; `push_right` is right.
pub mod unused_slot {
    use glassbox::Structure;
    use std::mem::MaybeUninit;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        n: usize,
        #[glassbox(len = n)]
        kids: [MaybeUninit<Box<N>>; 2],
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct N {
        x: bool,
    }
    impl Default for S {
        fn default() -> Self {
            S { n: 0, kids: [const { MaybeUninit::uninit() }; 2] }
        }
    }
    #[glassbox::check]
    fn push(s: &mut S) {
        if s.n < 2 {
            s.kids[s.n].write(Box::new(N { x: true }));
        }
    }
    #[glassbox::check]
    fn push_right(s: &mut S) {
        if s.n < 2 {
            s.kids[s.n].write(Box::new(N { x: true }));
            s.n += 1;
        }
    }
}

/// Wrong: `push` writes a node into the spare room of a vector and does not raise its length.
pub mod spare_room {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        v: Vec<Box<N>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct N {
        x: bool,
    }
    #[glassbox::check(len = 3)]
    fn push(s: &mut S) {
        s.v.reserve(1);
        s.v.spare_capacity_mut()[0].write(Box::new(N { x: true }));
    }
}

/// Right: all boxes without a size have one address.
pub mod unit_boxes {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        a: Option<Box<Unit>>,
        b: Option<Box<Unit>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Unit;
    #[glassbox::check]
    fn set(s: &mut S) {
        s.a = Some(Box::new(Unit));
        s.b = Some(Box::new(Unit));
    }
}
