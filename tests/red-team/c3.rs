//! Checks that leave broken memory behind: unwritten fields, dangling and shared buffers, moved values, stale aliases.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: `push` never writes `flag` of the new node.
pub mod uninit_field {
    use glassbox::Structure;
    use std::alloc::{Layout, alloc};
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
        flag: bool,
    }
    #[glassbox::check(height = 3)]
    fn push(l: &mut List) {
        unsafe {
            let node = alloc(Layout::new::<Node>()).cast::<Node>();
            (&raw mut (*node).next).write(l.head);
            l.head = node;
        }
    }
    #[glassbox::check(height = 3)]
    fn count(l: &mut List) -> bool {
        let (mut n, mut at) = (0, l.head);
        unsafe {
            while !at.is_null() {
                if (*at).flag {
                    n += 1;
                }
                at = (*at).next;
            }
        }
        n < 100
    }
}

/// Wrong: `twice` frees the buffer of a vector of four or more and keeps the vector.
pub mod dangling_buffer {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct S {
        v: Vec<u8>,
    }
    #[glassbox::check(len = 5)]
    fn push(s: &mut S, #[glassbox(values = 0..2)] x: u8) {
        s.v.push(x);
    }
    #[glassbox::check(len = 5)]
    fn twice(s: &mut S) {
        if s.v.len() >= 4 {
            unsafe { drop(std::ptr::read(&s.v)) }
        }
    }
    #[glassbox::check(len = 5)]
    fn sum(s: &mut S) {
        let mut n = 0u32;
        for x in &s.v {
            n += u32::from(*x);
        }
        assert!(n < 100);
    }
}

/// Wrong: `twice` frees the buffer and keeps the vector.
pub mod dangling_buffer_small {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct S {
        v: Vec<u8>,
    }
    #[glassbox::check(len = 3)]
    fn push(s: &mut S, #[glassbox(values = 0..2)] x: u8) {
        s.v.push(x);
    }
    #[glassbox::check(len = 3)]
    fn twice(s: &mut S) {
        unsafe { drop(std::ptr::read(&s.v)) }
    }
}

/// Wrong: `twice` frees the buffer and keeps the vector; the structure has no constructor.
pub mod dangling_buffer_new {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct S {
        v: Vec<u8>,
    }
    #[glassbox::check(len = 3)]
    fn twice(s: &mut S) {
        unsafe { drop(std::ptr::read(&s.v)) }
    }
}

/// Wrong: `share` gives two vectors one buffer, if one of them has four elements or more.
pub mod shared_buffer {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct S {
        v: Vec<u8>,
        w: Vec<u8>,
    }
    #[glassbox::check(len = 4)]
    fn push(s: &mut S, #[glassbox(values = 0..2)] x: u8) {
        s.v.push(x);
    }
    #[glassbox::check(len = 4)]
    fn share(s: &mut S) {
        if s.v.len() >= 4 {
            unsafe { s.w = std::ptr::read(&s.v) }
        }
    }
}

/// Wrong: `push` panics if the key that was popped last is less than all in the queue.
pub mod loose_key {
    use glassbox::{Key, Structure};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct Queue {
        head: Option<Box<Node>>,
        last: Option<Key>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(key, next))]
    pub struct Node {
        key: Key,
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 3)]
    fn push(q: &mut Queue, key: Key) {
        if let (Some(last), Some(head)) = (&q.last, &q.head) {
            assert!(*last >= head.key, "something was popped, and the rest is greater");
        }
        let mut at = &mut q.head;
        while at.as_ref().is_some_and(|n| n.key < key) {
            at = &mut at.as_mut().unwrap().next;
        }
        if at.as_ref().is_none_or(|n| n.key != key) {
            let next = at.take();
            *at = Some(Box::new(Node { key, next }));
        }
    }
    #[glassbox::check(height = 3)]
    fn pop(q: &mut Queue) {
        if let Some(mut n) = q.head.take() {
            q.head = n.next.take();
            q.last = Some(n.key.clone());
        }
    }
}

/// Wrong: `shift` moves the value of one key to another.
pub mod unpaired {
    use glassbox::{Key, Structure, Val};
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(a, b))]
    pub struct Page {
        a: Key,
        b: Key,
        va: Option<Val>,
        vb: Option<Val>,
    }
    #[glassbox::check(nothing)]
    fn shift(p: &mut Page) {
        if p.vb.is_none() {
            p.vb = p.va.take();
        }
    }
}

/// Wrong: `drop_third` frees a node that the alias of the first node leads to; has no rows in the table.
pub mod alias_inner {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
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
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
        #[glassbox(alias)]
        jump: *mut Node,
    }
    // `jump` is null or leads to the node after the next.
    impl Invariant for Node {
        type Summary = (*mut Node, *mut Node);
        fn check(&self, children: &Children) -> Result<(*mut Node, *mut Node), Broken> {
            let below = children.summary_or(&self.next, (std::ptr::null_mut(), std::ptr::null_mut()));
            ensure(self.jump.is_null() || self.jump == below.1, "jump")?;
            Ok((self.next, below.0))
        }
    }
    #[glassbox::check(height = 4)]
    fn push(l: &mut List) {
        unsafe {
            let next = l.head;
            let jump = if next.is_null() { std::ptr::null_mut() } else { (*next).next };
            l.head = Box::into_raw(Box::new(Node { next, jump }));
        }
    }
    #[glassbox::check(height = 4)]
    fn drop_third(l: &mut List) {
        unsafe {
            let a = l.head;
            if a.is_null() {
                return;
            }
            let b = (*a).next;
            if b.is_null() {
                return;
            }
            let c = (*b).next;
            if c.is_null() {
                return;
            }
            (*b).next = (*c).next;
            drop(Box::from_raw(c));
        }
    }
}
