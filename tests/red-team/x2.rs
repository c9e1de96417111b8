//! Explorations of old memory, equal values, cycles and calls through pointers.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: `pop` moves the head out of the ring; keys that were removed still lie in their slots.
#[glassbox::explore(elements = 3)]
pub mod stale_keys {
    use glassbox::Key;
    use std::mem::MaybeUninit;
    pub struct Ring {
        slots: [MaybeUninit<Key>; 8],
        head: usize,
        len: usize,
    }
    pub fn new() -> Ring {
        Ring { slots: [const { MaybeUninit::uninit() }; 8], head: 0, len: 0 }
    }
    pub fn push(r: &mut Ring, key: Key) {
        glassbox::assume(r.len < 3);
        r.slots[(r.head + r.len) % 8].write(key);
        r.len += 1;
    }
    pub fn pop(r: &mut Ring) {
        glassbox::assume(r.len > 0);
        r.head += 1; // Should be `% 8`.
        assert!(r.head < 8, "the head leaves the ring");
        r.len -= 1;
    }
}

/// Wrong: the law does not hold when the ring wraps round, with keys; has no rows in the table.
#[glassbox::explore(elements = 2)]
pub mod stale_deque {
    use glassbox::Key;
    use std::collections::VecDeque;
    pub fn new() -> VecDeque<Key> {
        VecDeque::with_capacity(4)
    }
    pub fn push(r: &mut VecDeque<Key>, key: Key) {
        glassbox::assume(r.len() < 2);
        r.push_back(key);
    }
    pub fn pop(r: &mut VecDeque<Key>) {
        glassbox::assume(!r.is_empty());
        r.pop_front();
    }
    pub fn never_wraps(r: &VecDeque<Key>) -> bool {
        r.as_slices().1.is_empty()
    }
}

/// Wrong: the law does not hold when the ring wraps round, with values; has no rows in the table.
#[glassbox::explore(elements = 2)]
pub mod stale_deque_val {
    use glassbox::Val;
    use std::collections::VecDeque;
    pub fn new() -> VecDeque<Val> {
        VecDeque::with_capacity(4)
    }
    pub fn push(r: &mut VecDeque<Val>, key: Val) {
        glassbox::assume(r.len() < 2);
        r.push_back(key);
    }
    pub fn pop(r: &mut VecDeque<Val>) {
        glassbox::assume(!r.is_empty());
        r.pop_front();
    }
    pub fn never_wraps(r: &VecDeque<Val>) -> bool {
        r.as_slices().1.is_empty()
    }
}

/// Wrong: `insert` panics if the new key has another hash than the one that was evicted, and lies in a box.
#[glassbox::explore(operations = 8)]
pub mod ghost {
    use glassbox::Key;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    #[derive(Default)]
    pub struct S {
        item: Option<Box<Key>>,
        ghost: Option<u64>,
    }
    fn hash(k: &Key) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(k)
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn insert(s: &mut S, key: Key) {
        let h = hash(&key);
        match s.ghost {
            Some(g) if g == h => s.ghost = None,
            Some(_) if s.item.is_none() => panic!("another key"),
            _ => {}
        }
        s.item = Some(Box::new(key));
    }
    pub fn evict(s: &mut S) {
        if let Some(k) = s.item.take() {
            s.ghost = Some(hash(&k));
        }
    }
}

/// Wrong: `put` panics if the block happens to be aligned to eight bytes; has no rows in the table.
#[glassbox::explore(operations = 6)]
pub mod arena {
    pub struct S {
        bytes: Box<[u8; 12]>,
        used: bool,
    }
    pub fn new() -> S {
        S { bytes: Box::new([0; 12]), used: false }
    }
    pub fn renew(s: &mut S) {
        *s = new();
    }
    pub fn put(s: &mut S) {
        if s.used {
            return;
        }
        let start = s.bytes.as_ptr() as usize;
        let at = start.next_multiple_of(8) - start;
        assert!(at == 0 || at + 8 <= 12);
        if at == 0 {
            /* what if it is aligned */
            panic!("aligned")
        }
        s.used = true;
    }
}

/// Wrong: `put` panics if the block happens not to be aligned to eight bytes.
#[glassbox::explore(operations = 6)]
pub mod arena2 {
    pub struct S {
        bytes: Box<[u8; 12]>,
        used: bool,
    }
    pub fn new() -> S {
        S { bytes: Box::new([0; 12]), used: false }
    }
    pub fn renew(s: &mut S) {
        *s = new();
    }
    pub fn put(s: &mut S) {
        if s.used {
            return;
        }
        let start = s.bytes.as_ptr() as usize;
        let at = start.next_multiple_of(8) - start;
        if at != 0 {
            panic!("not aligned")
        }
        s.used = true;
    }
}

/// Depends on the addresses of statics and heap; has no rows in the table.
#[glassbox::explore(operations = 3)]
pub mod versus_static {
    static MARK: u8 = 1;
    #[derive(Default)]
    pub struct S {
        b: Option<Box<u8>>,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn put(s: &mut S) {
        s.b = Some(Box::new(1));
    }
    pub fn look(s: &mut S) {
        if let Some(b) = &s.b {
            assert!(&raw const **b > &raw const MARK);
        }
    }
}

/// Wrong: `tie` makes a cycle of counted references, which is leaked.
#[glassbox::explore(operations = 3)]
pub mod rc_cycle {
    use std::cell::RefCell;
    use std::rc::Rc;
    pub struct N {
        next: RefCell<Option<Rc<N>>>,
    }
    pub fn new() -> Rc<N> {
        Rc::new(N { next: RefCell::new(None) })
    }
    pub fn tie(s: &mut Rc<N>) {
        let me = s.clone();
        *s.next.borrow_mut() = Some(me);
    }
}

/// Wrong: `set` writes a `bool` that is neither true nor false; has no rows in the table.
#[glassbox::explore(operations = 3)]
pub mod bad_bool {
    pub struct S(bool);
    pub fn new() -> S {
        S(false)
    }
    pub fn set(s: &mut S) {
        unsafe {
            *(&raw mut s.0).cast::<u8>() = 2;
        }
    }
    pub fn look(s: &mut S) {
        let n = [1u8, 2][usize::from(s.0)];
        std::hint::black_box(n);
    }
}

/// Wrong: two mutable references to one place exist at the same time; has no rows in the table.
#[glassbox::explore(operations = 3)]
pub mod two_muts {
    pub struct S(u8);
    pub fn new() -> S {
        S(0)
    }
    pub fn go(s: &mut S) {
        let p = &raw mut s.0;
        let (a, b) = unsafe { (&mut *p, &mut *p) };
        *a = 1;
        *b = 2;
        assert!(*a == 2);
    }
}

/// Wrong: `append` panics if the other subject has three elements.
#[glassbox::explore(operations = 5)]
pub mod other_three {
    #[derive(Default, Debug)]
    pub struct S {
        v: Vec<u8>,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S) {
        s.v.push(1);
    }
    pub fn append(s: &mut S, other: S) {
        assert!(other.v.len() < 3);
        s.v.extend(other.v);
        glassbox::assume(s.v.len() < 5);
    }
}

/// Wrong: `insert` panics if the value equals one in the set.
#[glassbox::explore(operations = 4)]
pub mod equal_vals {
    use glassbox::Val;
    #[derive(Default)]
    pub struct Set<T> {
        v: Vec<T>,
    }
    impl<T: PartialEq> Set<T> {
        fn insert(&mut self, x: T) {
            if self.v.contains(&x) {
                panic!("it is there already")
            }
            self.v.push(x);
        }
    }
    pub fn new() -> Set<Val> {
        Set { v: Vec::new() }
    }
    pub fn insert(s: &mut Set<Val>, x: Val) {
        s.insert(x);
    }
}

/// Wrong: `go` locks a mutex that it holds already.
#[glassbox::explore(operations = 3)]
pub mod deadlock {
    use std::sync::Mutex;
    pub fn new() -> Mutex<u8> {
        Mutex::new(0)
    }
    pub fn go(s: &mut Mutex<u8>) {
        let a = s.lock().unwrap();
        let b = s.lock().unwrap();
    }
}

/// Wrong: subtracting from 0 overflows, through a trait object.
#[glassbox::explore(operations = 4)]
pub mod dyn_nodes {
    pub trait Op {
        fn run(&self, x: u8) -> u8;
    }
    struct Inc;
    struct Dec(u8);
    impl Op for Inc {
        fn run(&self, x: u8) -> u8 {
            x + 1
        }
    }
    impl Op for Dec {
        fn run(&self, x: u8) -> u8 {
            x - self.0
        }
    }
    #[derive(Default)]
    pub struct S {
        ops: Vec<Box<dyn Op>>,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn inc(s: &mut S) {
        s.ops.push(Box::new(Inc));
    }
    pub fn dec(s: &mut S) {
        s.ops.push(Box::new(Dec(1)));
    }
    pub fn runs(s: &S) -> bool {
        s.ops.iter().fold(1, |x, op| op.run(x)) < 200
    }
}

/// Wrong: subtracting from 0 overflows, through a function pointer.
#[glassbox::explore(operations = 4)]
pub mod fn_nodes {
    fn a(x: u8) -> u8 {
        x + 1
    }
    fn b(x: u8) -> u8 {
        x - 1
    }
    #[derive(Default)]
    pub struct S {
        ops: Vec<fn(u8) -> u8>,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn inc(s: &mut S) {
        s.ops.push(a);
    }
    pub fn dec(s: &mut S) {
        s.ops.push(b);
    }
    pub fn runs(s: &S) -> bool {
        s.ops.iter().fold(1, |x, op| op(x)) < 200
    }
}

/// Wrong: the law does not hold after 255 operations; has no rows in the table.
#[glassbox::explore]
pub mod wraps {
    #[derive(Default)]
    pub struct S {
        n: u8,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn go(s: &mut S) {
        s.n = s.n.wrapping_add(1);
    }
    pub fn small(s: &S) -> bool {
        s.n < 255
    }
}

/// Right on a large stack: dropping a long list recurses; has no rows in the table.
#[glassbox::explore(operations = 3)]
pub mod deep {
    pub struct N(Option<Box<N>>);
    pub fn new() -> N {
        N(None)
    }
    pub fn grow(s: &mut N) {
        for _ in 0..20000 {
            let old = s.0.take();
            s.0 = Some(Box::new(N(old)));
        }
    }
}
