//! Checks that depend on addresses, old memory, statics or comparison, and correct ones that look suspicious.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: `push` merges the new item into what an earlier `pop` left in the slot.
pub mod stale_slot {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..3))]
    pub struct Stack {
        n: u8,
        #[glassbox(len = n)]
        items: [u8; 3],
    }
    #[glassbox::check]
    fn push(s: &mut Stack, #[glassbox(values = 0..3)] x: u8) {
        if usize::from(s.n) < 3 {
            let n = usize::from(s.n);
            s.items[n] |= x;
            s.n += 1;
            assert_eq!(s.items[n], x);
        }
    }
    #[glassbox::check]
    fn pop(s: &mut Stack) {
        if s.n > 0 {
            s.n -= 1;
        }
    }
}

/// Wrong: `lock_both` panics if the second leaf has the lower address, as it has if `set_b` was called first.
pub mod address_order {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct Two {
        a: Option<Box<Leaf>>,
        b: Option<Box<Leaf>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Leaf {
        x: bool,
    }
    #[glassbox::check]
    fn lock_both(t: &mut Two) {
        if let (Some(a), Some(b)) = (&t.a, &t.b) {
            assert!((&raw const **a) < (&raw const **b));
        }
    }
    #[glassbox::check]
    fn set_a(t: &mut Two) {
        t.a = Some(Box::new(Leaf { x: true }));
    }
    #[glassbox::check]
    fn set_b(t: &mut Two) {
        t.b = Some(Box::new(Leaf { x: true }));
    }
}

/// Wrong: `replace` panics if the allocator uses the freed address for the new leaf.
pub mod aba {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct One {
        a: Option<Box<Leaf>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Leaf {
        x: bool,
    }
    #[glassbox::check]
    fn replace(t: &mut One) {
        if let Some(a) = t.a.take() {
            let old = &raw const *a;
            drop(a);
            let new = Box::new(Leaf { x: true });
            assert!(old != &raw const *new);
            t.a = Some(new);
        }
    }
}

/// Wrong: a bag of two nodes is valid, and `push` makes three; nodes without a size.
pub mod zst_nodes {
    use glassbox::{Broken, Children, Invariant, Structure};
    #[derive(Default, Structure)]
    pub struct Bag {
        #[glassbox(tree)]
        items: Vec<Unit>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Unit;
    impl Invariant for Bag {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            glassbox::ensure(self.items.len() < 3, "too many")
        }
    }
    #[glassbox::check(len = 3)]
    fn push(b: &mut Bag) {
        b.items.push(Unit);
    }
}

/// Wrong: a bag of two values is valid, and `push` makes three; values without a size.
pub mod zst_values {
    use glassbox::{Broken, Children, Invariant, Structure};
    #[derive(Default, Structure)]
    pub struct Bag {
        items: Vec<()>,
    }
    impl Invariant for Bag {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            glassbox::ensure(self.items.len() < 3, "too many")
        }
    }
    #[glassbox::check(len = 3)]
    fn push(b: &mut Bag) {
        b.items.push(());
    }
}

/// Right: `get` returns the number that is stored with the key.
pub mod finds_number {
    use glassbox::{Key, Structure};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(key, next))]
    pub struct Node {
        key: Key,
        #[glassbox(values = 0..2, item)]
        x: u8,
        next: Option<Box<Node>>,
    }
    #[glassbox::check(height = 3, finds(key))]
    fn get(l: &mut List, key: Key) -> Option<u8> {
        let mut at = &l.head;
        while let Some(n) = at {
            if n.key == key {
                return Some(n.x);
            }
            at = &n.next;
        }
        None
    }
}

/// Right: the operation takes many steps and ends.
pub mod long_loop {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        x: bool,
    }
    #[glassbox::check]
    fn sieve(s: &mut S) {
        let mut v = vec![0u32; 65536];
        for i in 0..v.len() {
            v[i] = (i as u32).wrapping_mul(2654435761);
        }
        let mut sum = 0u32;
        for x in &v {
            sum = sum.wrapping_add(*x);
        }
        s.x = sum & 1 == 0;
    }
}

/// Right: the table is made once and never changes.
pub mod once_table {
    use glassbox::Structure;
    use std::sync::OnceLock;
    static TABLE: OnceLock<[u8; 4]> = OnceLock::new();
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = 0..4)]
        x: u8,
    }
    #[glassbox::check]
    fn next(s: &mut S) {
        let table = TABLE.get_or_init(|| [1, 2, 3, 0]);
        s.x = table[usize::from(s.x)];
    }
}

/// Right: a local set of the standard library, with random hashes.
pub mod temp_hash {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..3))]
    pub struct S {
        v: Vec<u8>,
    }
    #[glassbox::check(len = 3)]
    fn dedup(s: &mut S) {
        let mut seen = std::collections::HashSet::new();
        s.v.retain(|x| seen.insert(*x));
    }
}

/// Right: the operation prints.
pub mod prints {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        x: bool,
    }
    #[glassbox::check]
    fn flip(s: &mut S) {
        println!("{}", s.x);
        s.x = !s.x;
    }
}

/// Wrong: `redden_last` makes two red nodes in a row; the `PartialEq` of the summary does not compare the colour.
pub mod coarse_summary {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    #[derive(Clone, Copy, Debug)]
    pub struct Sum {
        n: u8,
        red: bool,
    }
    impl PartialEq for Sum {
        fn eq(&self, o: &Self) -> bool {
            self.n == o.n
        }
    }
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
    }
    #[derive(Structure)]
    pub struct Node {
        red: bool,
        next: Option<Box<Node>>,
    }
    impl Invariant for Node {
        type Summary = Sum;
        fn check(&self, children: &Children) -> Result<Sum, Broken> {
            let below = children.summary(&self.next);
            ensure(!(self.red && below.is_some_and(|b| b.red)), "two reds")?;
            Ok(Sum { n: 1 + below.map_or(0, |b| b.n), red: self.red })
        }
    }
    #[glassbox::check(height = 3)]
    fn redden_last(l: &mut List) {
        let mut at = &mut l.head;
        while let Some(n) = at {
            if n.next.is_none() {
                n.red = true;
                return;
            }
            at = &mut n.next;
        }
    }
}

/// Wrong: `swap` gives two keys each other's values.
pub mod unpaired {
    use glassbox::{Key, Structure, Val};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, sorted(a, b))]
    pub struct Pair {
        a: Key2,
        b: Key2,
        va: Option<Val>,
        vb: Option<Val>,
    }
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct Key2 {
        #[glassbox(values = 0..1)]
        _x: u8,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(a, b))]
    pub struct Page {
        a: Key,
        b: Key,
        va: Option<Val>,
        vb: Option<Val>,
    }
    #[glassbox::check(nothing)]
    fn swap(p: &mut Page) {
        std::mem::swap(&mut p.va, &mut p.vb);
    }
}

/// Wrong in part: floats and wide integers at the ends of their ranges; has no rows in the table.
pub mod numbers {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [0.0, -0.0, f64::NAN, 1.5, f64::INFINITY, -7.25, 1e300])]
        f: f64,
        #[glassbox(values = [0, 1, -1, i128::MIN, i128::MAX, 1 << 64, (1 << 64) - 1])]
        w: i128,
        #[glassbox(values = [0, 1, 31, 32, 33, 63, 64, 65, 127, 128])]
        n: u32,
    }
    #[glassbox::check]
    fn eq(s: &mut S) {
        assert!(s.f == s.f || s.f.is_nan());
        assert!(s.f.to_bits() != (-0.0f64).to_bits() || s.f.is_sign_negative());
    }
    #[glassbox::check]
    fn neg_zero(s: &mut S) {
        if s.f == 0.0 {
            assert!(1.0 / s.f > 0.0);
        }
    }
    #[glassbox::check]
    fn shift(s: &mut S) {
        let _ = s.w >> s.n;
    }
    #[glassbox::check]
    fn wshift(s: &mut S) {
        let r = s.w.wrapping_shr(s.n);
        assert!(!(s.n == 65 && s.w == 1 << 64) || r == 1 << 0 || r == 0, "{r}");
        assert!(!(s.n == 127 && s.w == i128::MIN) || r == -1);
        assert!(!(s.n == 128 && s.w == i128::MAX) || r != i128::MAX);
    }
    #[glassbox::check]
    fn div(s: &mut S) {
        if s.n != 0 {
            let d = s.w / i128::from(s.n);
            assert!(!(s.w == i128::MIN && s.n == 33) || d != i128::MIN / 33);
        }
    }
    #[glassbox::check]
    fn negate(s: &mut S) {
        let _ = -s.w;
    }
}
