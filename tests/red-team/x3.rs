//! Explorations of keys that are kept in hashes, rings and tables.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: `insert` panics if the new key has another hash than the one that was evicted.
#[glassbox::explore]
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
        glassbox::assume(s.item.is_none());
        if let Some(ghost) = s.ghost {
            assert!(ghost == hash(&key), "another key comes in");
        }
        s.item = Some(Box::new(key));
    }
    pub fn evict(s: &mut S) {
        if let Some(k) = s.item.take() {
            s.ghost = Some(hash(&k));
        }
    }
}

/// Wrong: `pop` moves the head out of the ring; every key is greater than the one before.
#[glassbox::explore(elements = 3)]
pub mod monotone {
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
        glassbox::assume(r.len < 2);
        if r.len > 0 {
            glassbox::assume(key > *unsafe { r.slots[(r.head + r.len - 1) % 8].assume_init_ref() });
        } else if r.head > 0 {
            glassbox::assume(key > *unsafe { r.slots[(r.head - 1) % 8].assume_init_ref() });
        }
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

/// Wrong: `get`, which the law calls, puts keys in order that are not in the cache, and `put` panics then.
#[glassbox::explore(operations = 5)]
pub mod lru {
    use std::cell::RefCell;
    pub struct Lru {
        order: RefCell<Vec<u8>>,
        items: Vec<u8>,
    }
    impl Lru {
        fn get(&self, x: u8) -> bool {
            let mut order = self.order.borrow_mut();
            let found = self.items.contains(&x);
            order.push(x); // Adds keys that are not in the cache.
            found
        }
        fn put(&mut self, x: u8) {
            if !self.items.contains(&x) {
                self.items.push(x);
                self.order.borrow_mut().push(x);
            }
            if self.items.len() > 2 {
                let oldest = self.order.borrow_mut().remove(0);
                let at = self.items.iter().position(|y| *y == oldest).expect("what is in order is there");
                self.items.remove(at);
            }
        }
    }
    pub fn new() -> Lru {
        Lru { order: RefCell::default(), items: Vec::new() }
    }
    pub fn put(l: &mut Lru, #[glassbox(values = 0..3)] x: u8) {
        l.put(x);
    }
    pub fn looking_does_not_panic(l: &Lru) {
        l.get(glassbox::choose(4) as u8);
    }
}

/// Wrong as `lru`, with the look-up as an operation.
#[glassbox::explore(operations = 5)]
pub mod lru_right {
    use super::lru::*;
    pub fn new() -> Lru {
        super::lru::new()
    }
    pub fn put(l: &mut Lru, #[glassbox(values = 0..3)] x: u8) {
        super::lru::put(l, x)
    }
    pub fn get(l: &mut Lru) {
        looking_does_not_panic(l)
    }
}

/// Wrong: `remove` shifts the wrong keys where the table wraps round, with hashed keys.
#[glassbox::explore(elements = 3)]
pub mod table {
    use glassbox::Key;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    pub struct T {
        slots: [Option<Key>; 8],
    }
    fn home(k: &Key) -> usize {
        (BuildHasherDefault::<DefaultHasher>::default().hash_one(k) as usize) & 7
    }
    pub fn new() -> T {
        T { slots: Default::default() }
    }
    fn find(t: &T, key: &Key) -> Option<usize> {
        let mut i = home(key);
        while let Some(k) = &t.slots[i] {
            if k == key {
                return Some(i);
            }
            i = (i + 1) & 7;
        }
        None
    }
    pub fn insert(t: &mut T, key: Key) {
        glassbox::assume(t.slots.iter().flatten().count() < 3);
        if find(t, &key).is_some() {
            return;
        }
        let mut i = home(&key);
        while t.slots[i].is_some() {
            i = (i + 1) & 7;
        }
        t.slots[i] = Some(key);
    }
    pub fn remove(t: &mut T, key: Key) {
        let Some(mut i) = find(t, &key) else { return };
        t.slots[i] = None;
        let mut j = i;
        loop {
            j = (j + 1) & 7;
            let Some(k) = &t.slots[j] else { break };
            let h = home(k);
            // Wrong where the table wraps round.
            if h <= i {
                t.slots[i] = t.slots[j].take();
                i = j;
            }
        }
    }
    pub fn all_are_found(t: &T) -> bool {
        t.slots.iter().flatten().all(|k| find(t, k).is_some())
    }
}

/// Wrong: `remove` shifts the wrong keys where the table wraps round, with numbers as keys.
#[glassbox::explore(operations = 3)]
pub mod table_numbers {

    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    pub struct T {
        slots: [Option<u8>; 8],
    }
    fn home(k: &u8) -> usize {
        usize::from(*k) & 7
    }
    pub fn new() -> T {
        T { slots: Default::default() }
    }
    fn find(t: &T, key: &u8) -> Option<usize> {
        let mut i = home(key);
        while let Some(k) = &t.slots[i] {
            if k == key {
                return Some(i);
            }
            i = (i + 1) & 7;
        }
        None
    }
    pub fn insert(t: &mut T, #[glassbox(values = 0..8)] key: u8) {
        glassbox::assume(t.slots.iter().flatten().count() < 3);
        if find(t, &key).is_some() {
            return;
        }
        let mut i = home(&key);
        while t.slots[i].is_some() {
            i = (i + 1) & 7;
        }
        t.slots[i] = Some(key);
    }
    pub fn remove(t: &mut T, #[glassbox(values = 0..8)] key: u8) {
        let Some(mut i) = find(t, &key) else { return };
        t.slots[i] = None;
        let mut j = i;
        loop {
            j = (j + 1) & 7;
            let Some(k) = &t.slots[j] else { break };
            let h = home(k);
            // Wrong where the table wraps round.
            if h <= i {
                t.slots[i] = t.slots[j].take();
                i = j;
            }
        }
    }
    pub fn all_are_found(t: &T) -> bool {
        t.slots.iter().flatten().all(|k| find(t, k).is_some())
    }
}

/// Prints an address into the state; has no rows in the table.
#[glassbox::explore(operations = 4)]
pub mod address_in_debug {
    #[derive(Default)]
    pub struct S {
        b: Option<Box<u8>>,
        last: Option<String>,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn put(s: &mut S) {
        s.b = Some(Box::new(1));
    }
    pub fn name(s: &mut S) {
        if let Some(b) = &s.b {
            s.last = Some(format!("{:p}", &**b));
        }
    }
}
