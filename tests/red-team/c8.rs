//! Checks whose bug shows in few states only, and correct ones that look wrong.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: the third push leaves the listed values, and `pop` panics then; there are many states.
pub mod budget {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..40))]
    pub struct Stack {
        items: Vec<u8>,
        #[glassbox(values = 0..2)]
        mode: u8,
    }
    #[glassbox::check(len = 3)]
    fn push(s: &mut Stack, #[glassbox(values = 0..40)] x: u8) {
        s.items.push(x);
        if s.items.len() == 3 {
            s.mode = 2;
        }
    }
    #[glassbox::check(len = 3)]
    fn pop(s: &mut Stack) {
        assert!(s.mode < 2);
        s.items.pop();
    }
}

/// Wrong: `more` leaves the listed values of an enum with fields and of a duration.
pub mod listed {
    use glassbox::Structure;
    use std::time::Duration;
    #[derive(Clone, Debug, PartialEq)]
    pub enum Mode {
        Idle,
        Busy(u32),
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [Mode::Idle, Mode::Busy(1)])]
        mode: Mode,
        #[glassbox(values = [Duration::ZERO, Duration::from_secs(1)])]
        wait: Duration,
    }
    impl Default for S {
        fn default() -> Self {
            Self { mode: Mode::Idle, wait: Duration::ZERO }
        }
    }
    #[glassbox::check]
    fn more(s: &mut S) {
        s.mode = match s.mode {
            Mode::Idle => Mode::Busy(1),
            Mode::Busy(n) => Mode::Busy(n + 1),
        };
        s.wait += Duration::from_millis(700);
    }
    #[glassbox::check]
    fn few(s: &mut S) {
        assert!(!matches!(s.mode, Mode::Busy(n) if n > 2));
        assert!(s.wait < Duration::from_secs(3));
    }
}

/// Wrong: `push` forgets one of two vectors if it has room for eight.
pub mod parallel {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    #[derive(Default, Structure)]
    #[glassbox(domain(u8 = 0..2))]
    pub struct S {
        keys: Vec<u8>,
        vals: Vec<u8>,
    }
    impl Invariant for S {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(self.keys.len() == self.vals.len(), "lengths")
        }
    }
    #[glassbox::check(len = 2)]
    fn push(s: &mut S, #[glassbox(values = 0..2)] x: u8) {
        s.keys.push(x);
        if s.vals.capacity() < 8 {
            s.vals.push(x);
        }
    }
}

/// Wrong: `insert` goes to the greater keys on the left.
pub mod reverse {
    use glassbox::{Key, Structure};
    use std::cmp::Reverse;
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
    #[glassbox::check(height = 3, adds(key))]
    fn insert(t: &mut T, key: Key) -> bool {
        let mut at = &mut t.root;
        while let Some(n) = at {
            if n.key == key {
                return false;
            }
            at = if Reverse(&key) < Reverse(&n.key) { &mut n.left } else { &mut n.right };
        }
        *at = Some(Box::new(Node { left: None, key, right: None }));
        true
    }
}

/// Wrong: `odd` sets the parent link of a node at depth four to its sibling.
pub mod sibling {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct T {
        #[glassbox(tree)]
        root: *mut Node,
    }
    impl Default for T {
        fn default() -> Self {
            T { root: std::ptr::null_mut() }
        }
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        left: *mut Node,
        #[glassbox(tree)]
        right: *mut Node,
        #[glassbox(parent)]
        up: *mut Node,
    }
    #[glassbox::check(height = 4)]
    fn odd(t: &mut T) {
        unsafe {
            let mut at = t.root;
            let mut depth = 0;
            while !at.is_null() {
                depth += 1;
                if depth == 4 {
                    let p = (*at).up;
                    if !(*p).right.is_null() {
                        (*at).up = (*p).right;
                    }
                }
                at = (*at).left;
            }
        }
    }
}

/// Right in `remove_first`, which returns early without moving anything; wrong in `twice`, which drops a value twice.
pub mod half_moved {
    use glassbox::{Structure, Val};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        v: Vec<Val>,
        flag: bool,
    }
    #[glassbox::check(len = 3)]
    fn remove_first(s: &mut S) {
        if s.v.is_empty() {
            return;
        }
        unsafe {
            let first = std::ptr::read(&s.v[0]);
            if s.flag {
                std::mem::forget(first);
                return;
            }
            let n = s.v.len();
            std::ptr::copy(s.v.as_ptr().add(1), s.v.as_mut_ptr(), n - 1);
            s.v.set_len(n - 1);
        }
    }
    #[glassbox::check(len = 3)]
    fn twice(s: &mut S) {
        if s.flag && !s.v.is_empty() {
            unsafe { drop(std::ptr::read(&s.v[0])) }
        }
    }
}

/// Wrong: `walk` never ends in one state of nine nodes.
pub mod endless {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        x: bool,
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 9)]
    fn walk(l: &mut List) {
        let mut bits = 0u32;
        let mut at = &l.head;
        while let Some(n) = at {
            bits = bits * 2 + u32::from(n.x);
            at = &n.next;
        }
        while bits == 0b101101101 {
            std::hint::black_box(bits);
        }
    }
}
