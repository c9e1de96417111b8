//! Checks whose operations leak, read unwritten memory, leave the listed values, or break an invariant.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: `clear_leaks` forgets the buffer of the vector.
pub mod leak_buf {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct Stack {
        items: Vec<u8>,
    }
    #[glassbox::check(len = 3)]
    fn clear_leaks(s: &mut Stack) {
        std::mem::forget(std::mem::take(&mut s.items));
    }
    #[glassbox::check(len = 3)]
    fn push(s: &mut Stack, #[glassbox(values = 0..2)] x: u8) {
        s.items.push(x);
    }
}

/// Wrong: `pop` frees the node without dropping the vector in it.
pub mod leak_inner {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct List {
        #[glassbox(tree)]
        head: Option<std::ptr::NonNull<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: Option<std::ptr::NonNull<Node>>,
        name: Vec<u8>,
    }
    #[glassbox::check(height = 3, len = 2)]
    fn pop(l: &mut List) {
        if let Some(n) = l.head {
            unsafe {
                l.head = n.as_ref().next;
                std::alloc::dealloc(n.as_ptr().cast(), std::alloc::Layout::new::<Node>());
            }
        }
    }
    #[glassbox::check(height = 3, len = 2)]
    fn push(l: &mut List, #[glassbox(values = 0..2)] x: u8) {
        let n = Box::new(Node { next: l.head, name: vec![x] });
        l.head = Some(Box::leak(n).into());
    }
}

/// Wrong: `grow` makes an unwritten byte an element.
pub mod uninit_push {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct Stack {
        items: Vec<u8>,
    }
    #[glassbox::check(len = 3)]
    fn grow(s: &mut Stack) {
        s.items.reserve(1);
        unsafe { s.items.set_len(s.items.len() + 1) }
    }
    #[glassbox::check(len = 3)]
    fn small(s: &mut Stack) {
        for x in &s.items {
            assert!(*x < 2);
        }
    }
}

/// Wrong: `pop` reads behind the last element if a short vector has room for eight, as one that `push` has grown has.
pub mod capacity {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    pub struct Stack {
        items: Vec<u8>,
    }
    #[glassbox::check(len = 4)]
    fn push(s: &mut Stack, #[glassbox(values = 0..2)] x: u8) {
        s.items.push(x);
    }
    #[glassbox::check(len = 4)]
    fn pop(s: &mut Stack) {
        if s.items.capacity() >= 8 && s.items.len() * 4 <= s.items.capacity() {
            // Means to shrink the buffer, and reads behind the last element.
            let last = s.items[s.items.len() + 1 - 1];
            let _ = last;
        }
        s.items.pop();
    }
}

/// Wrong: pushing a fifth node sets `mode` to 2, which is not listed; `pop` panics then.
pub mod domain4 {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
        #[glassbox(values = 0..2)]
        mode: u8,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        next: Option<Box<Node>>,
    }
    fn len(l: &List) -> usize {
        let mut n = 0;
        let mut a = &l.head;
        while let Some(x) = a {
            n += 1;
            a = &x.next;
        }
        n
    }
    #[glassbox::check(height = 6)]
    fn push(l: &mut List) {
        let n = len(l);
        let next = l.head.take();
        l.head = Some(Box::new(Node { next }));
        l.mode = if n >= 4 { 2 } else { 1 };
    }
    #[glassbox::check(height = 6)]
    fn pop(l: &mut List) {
        assert!(l.mode < 2, "mode 2 is not handled");
        if let Some(mut n) = l.head.take() {
            l.head = n.next.take();
        }
    }
}

/// Wrong: pushing a fifth node sets a static, and `pop` panics if it is set.
pub mod static4 {
    use glassbox::Structure;
    static mut FULL: bool = false;
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
    fn len(l: &List) -> usize {
        let mut n = 0;
        let mut a = &l.head;
        while let Some(x) = a {
            n += 1;
            a = &x.next;
        }
        n
    }
    #[glassbox::check(height = 6)]
    fn push(l: &mut List) {
        let n = len(l);
        let next = l.head.take();
        l.head = Some(Box::new(Node { next }));
        if n >= 4 {
            unsafe { FULL = true }
        }
    }
    #[glassbox::check(height = 6)]
    fn pop(l: &mut List) {
        if unsafe { FULL } {
            panic!("full")
        }
        if let Some(mut n) = l.head.take() {
            l.head = n.next.take();
        }
    }
}

/// Wrong: `push` sets a static, and `pop` panics if it is set; the list has no constructor.
pub mod static_no_default {
    use glassbox::Structure;
    static mut FULL: bool = false;
    #[derive(Structure)]
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
    fn push(l: &mut List) {
        let next = l.head.take();
        l.head = Some(Box::new(Node { next }));
        unsafe { FULL = true }
    }
    #[glassbox::check(height = 3)]
    fn pop(l: &mut List) {
        if unsafe { FULL } {
            panic!("full")
        }
        if let Some(mut n) = l.head.take() {
            l.head = n.next.take();
        }
    }
}

/// Wrong: `push` makes a node for which `ok` is false.
pub mod inner_ok {
    use glassbox::{Broken, Children, Invariant, Structure};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    pub struct Node {
        next: Option<Box<Node>>,
        #[glassbox(values = 0..3)]
        x: u8,
    }
    impl Invariant for Node {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            Ok(())
        }
        fn ok(&self) -> bool {
            self.x < 2
        }
    }
    #[glassbox::check(height = 3)]
    fn push(l: &mut List) {
        let next = l.head.take();
        l.head = Some(Box::new(Node { next, x: 2 }));
    }
}

/// Wrong: `swap` breaks the invariant of a struct that lies in another.
pub mod inline_inv {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
        header: Header,
    }
    #[derive(Default, Structure)]
    pub struct Header {
        #[glassbox(values = 0..3)]
        lo: u8,
        #[glassbox(values = 0..3)]
        hi: u8,
    }
    impl Invariant for Header {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(self.lo <= self.hi, "lo > hi")
        }
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 2)]
    fn swap(l: &mut List) {
        let Header { lo, hi } = &mut l.header;
        std::mem::swap(lo, hi);
    }
}

/// Wrong: `mark` changes a field that has one listed value, in a variant of an enum.
pub mod fixed_in_variant {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub enum Node {
        Leaf,
        Inner {
            #[glassbox(values = [0])]
            flag: u8,
            next: Box<Node>,
        },
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        root: Box<Node>,
    }
    #[glassbox::check(height = 4)]
    fn mark(l: &mut List) {
        if let Node::Inner { flag, .. } = &mut *l.root {
            *flag = 1;
        }
    }
    #[glassbox::check(height = 4)]
    fn look(l: &mut List) {
        if let Node::Inner { flag, .. } = &*l.root {
            assert!(*flag == 0);
        }
    }
}

/// Wrong: `mark` changes a field that has one listed value, in a struct.
pub mod fixed_plain {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [0])]
        flag: u8,
        other: bool,
    }
    #[glassbox::check]
    fn mark(l: &mut S) {
        l.flag = 1;
    }
}

/// Wrong: `mark` changes a field whose domain has one value.
pub mod fixed_domain {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant, domain(u8 = [0]))]
    pub struct S {
        flag: u8,
        other: bool,
    }
    #[glassbox::check]
    fn mark(l: &mut S) {
        l.flag = 1;
    }
    #[glassbox::check]
    fn look(l: &mut S) {
        assert!(l.flag == 0);
    }
}
