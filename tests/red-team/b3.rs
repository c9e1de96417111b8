//! Checks of counts, order, invalid values, and limits of the machine.

#![allow(dead_code, unused)]

/// Wrong: `shift` moves a node to another list and updates neither length; `push` and `len` are right.
pub mod two_lengths {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        a: List,
        b: List,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
        #[glassbox(count(Node))]
        len: usize,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 3)]
    fn shift(s: &mut S) {
        if let Some(mut n) = s.a.head.take() {
            s.a.head = n.next.take();
            n.next = s.b.head.take();
            s.b.head = Some(n);
        }
    }
    #[glassbox::check(height = 3)]
    fn push(s: &mut S) {
        let next = s.a.head.take();
        s.a.head = Some(Box::new(Node { next }));
        s.a.len += 1;
    }
    #[glassbox::check(height = 3)]
    fn len(s: &mut S) {
        let (mut n, mut at) = (0, &s.a.head);
        while let Some(x) = at {
            n += 1;
            at = &x.next;
        }
        assert_eq!(n, s.a.len);
    }
}

/// Wrong: `greater` and `differs` rely on an order between keys that nothing states; `set` is right.
pub mod side_keys {
    use glassbox::{Key, Structure};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, sorted(head))]
    pub struct Root {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(key, next))]
    pub struct Node {
        key: Key,
        next: Option<Box<Node>>,
        side: Option<Box<Leaf>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(k))]
    pub struct Leaf {
        k: Key,
    }
    #[glassbox::check(height = 3)]
    fn greater(r: &mut Root) {
        if let Some(n) = &r.head
            && let Some(s) = &n.side
        {
            assert!(s.k > n.key, "not greater");
        }
    }
    #[glassbox::check(height = 3)]
    fn differs(r: &mut Root) {
        if let Some(n) = &r.head
            && let Some(s) = &n.side
        {
            assert!(s.k != n.key, "equal");
        }
    }
    #[glassbox::check(height = 3)]
    fn set(r: &mut Root, key: Key) {
        if let Some(n) = &mut r.head {
            n.side = Some(Box::new(Leaf { k: key }));
        }
    }
}

/// Wrong: `push` breaks the order that `sorted` states; `are` relies on it and is right.
pub mod sorted_numbers {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct L {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(key, next))]
    pub struct Node {
        #[glassbox(values = 0..4)]
        key: u8,
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 3)]
    fn push(l: &mut L, #[glassbox(values = 0..4)] key: u8) {
        let next = l.head.take();
        l.head = Some(Box::new(Node { key, next }));
    }
    #[glassbox::check(height = 3)]
    fn are(l: &mut L) {
        let mut at = &l.head;
        while let Some(n) = at {
            if let Some(m) = &n.next {
                assert!(n.key < m.key, "not in order");
            }
            at = &n.next;
        }
    }
}

/// Wrong: `third` writes an enum that is no variant, `maybe` a `bool` that is neither true nor false.
pub mod invalid {
    use glassbox::Structure;
    #[derive(Clone, Copy, PartialEq, Structure)]
    #[glassbox(no_invariant)]
    #[repr(u8)]
    pub enum Color {
        Red,
        Green,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        a: bool,
        c: Color,
    }
    #[glassbox::check]
    fn third(s: &mut S) {
        unsafe {
            (&raw mut s.c).cast::<u8>().write(7);
        }
    }
    #[glassbox::check]
    fn maybe(s: &mut S) {
        unsafe {
            (&raw mut s.a).cast::<u8>().write(2);
        }
    }
}

/// Wrong: pushing into a full array writes into the field behind it; has no rows in the table.
pub mod neighbour {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    #[repr(C)]
    pub struct S {
        n: u8,
        #[glassbox(len = n)]
        items: [u8; 2],
        next: u8,
    }
    #[glassbox::check]
    fn push(s: &mut S, #[glassbox(values = 0..2)] x: u8) {
        unsafe {
            s.items.as_mut_ptr().add(usize::from(s.n)).write(x);
        }
        s.n = (s.n + 1).min(2);
    }
}

/// Right: a local set of keys.
pub mod key_set {
    use glassbox::{Key, Structure};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct L {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(key, next))]
    pub struct Node {
        key: Key,
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 2)]
    fn in_set(l: &mut L, a: Key, b: Key) {
        let same = a == b;
        let mut set = std::collections::HashSet::new();
        set.insert(a);
        assert_eq!(set.contains(&b), same);
    }
}

/// Right: `assumed` rules out some states, `chosen` makes a choice.
pub mod assumes {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        x: bool,
    }
    #[glassbox::check]
    fn assumed(s: &mut S) {
        glassbox::assume(s.x);
        assert!(s.x);
    }
    #[glassbox::check]
    fn chosen(s: &mut S) {
        assert!(glassbox::choose(3) < 3);
    }
}

/// Right: deep recursion and a large local variable, within the size of a usual stack.
pub mod deep {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        x: bool,
    }
    #[inline(never)]
    pub fn down(n: u32) -> u32 {
        if n == 0 { 0 } else { 1 + std::hint::black_box(down(n - 1)) }
    }
    #[glassbox::check]
    pub fn recurse(s: &mut S) {
        assert_eq!(down(30_000), 30_000);
    }
    #[glassbox::check]
    pub fn large_local(s: &mut S) {
        let mut a = [0u8; 1_500_000];
        std::hint::black_box(&mut a)[7] = 1;
        assert_eq!(a[7], 1);
    }
}

/// Depends on the size of an address: `pack` is wrong with eight bytes, `mask` with four; has no rows in the table.
pub mod width {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        pub a: Option<Box<N>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct N {
        pub x: bool,
    }
    #[glassbox::check]
    pub fn pack(s: &mut S) {
        if let Some(n) = &s.a {
            let p = &raw const **n;
            let packed = p.addr() as u32;
            assert!(packed as usize == p.addr(), "cut off");
        }
    }
    #[glassbox::check]
    pub fn mask(s: &mut S) {
        assert!((1u64 << 40) as usize != 0, "no such bit");
    }
}

/// Right in `set`, on an optional record whose tag lies in a `bool`; wrong in `deep`, which panics for one record.
pub mod niche {
    use glassbox::Structure;
    #[derive(Clone, Structure)]
    #[glassbox(no_invariant)]
    pub struct Rec {
        flag: bool,
        #[glassbox(values = 0..50)]
        n: u8,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        r: Option<Rec>,
        q: Option<Option<Rec>>,
    }
    #[glassbox::check]
    fn deep(s: &mut S) {
        if let Some(Some(r)) = &s.q {
            assert!(r.flag || r.n != 3);
        }
    }
    #[glassbox::check]
    fn set(s: &mut S) {
        s.r = None;
        s.q = Some(None);
        assert!(matches!(s.q, Some(None)));
    }
}
