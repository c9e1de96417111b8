//! Explorations of caches, alignment, hashes, and functions of the system.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: `sum` remembers its result, and `push` does not forget it.
#[glassbox::explore(operations = 5)]
pub mod law_cache {
    use std::cell::Cell;
    #[derive(Default)]
    pub struct S {
        items: Vec<u8>,
        sum: Cell<Option<u32>>,
    }
    impl S {
        fn sum(&self) -> u32 {
            if let Some(s) = self.sum.get() {
                return s;
            }
            let s = self.items.iter().map(|x| u32::from(*x)).sum();
            self.sum.set(Some(s));
            s
        }
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S, #[glassbox(values = 0..3)] x: u8) {
        s.items.push(x);
    }
    pub fn sum_is_right(s: &S) -> bool {
        s.sum() == s.items.iter().map(|x| u32::from(*x)).sum()
    }
}

/// Wrong: `bytes` makes a block with alignment 1, which is freed with alignment 4; `aligned` makes an equal block.
#[glassbox::explore(operations = 3)]
pub mod align_merge {
    use std::alloc::{Layout, alloc, dealloc};
    pub struct S(*mut u8);
    impl Drop for S {
        fn drop(&mut self) {
            if !self.0.is_null() {
                unsafe { dealloc(self.0, Layout::new::<u32>()) }
            }
        }
    }
    pub fn new() -> S {
        S(std::ptr::null_mut())
    }
    pub fn aligned(s: &mut S) {
        if s.0.is_null() {
            s.0 = Box::into_raw(Box::new(0u32)).cast();
        }
    }
    pub fn bytes(s: &mut S) {
        if s.0.is_null() {
            s.0 = Box::into_raw(Box::new([0u8; 4])).cast();
        }
    }
}

/// Wrong: `bytes` makes a block with alignment 1, which is freed with alignment 4.
#[glassbox::explore(operations = 3)]
pub mod align_alone {
    use std::alloc::{Layout, alloc, dealloc};
    pub struct S(*mut u8);
    impl Drop for S {
        fn drop(&mut self) {
            if !self.0.is_null() {
                unsafe { dealloc(self.0, Layout::new::<u32>()) }
            }
        }
    }
    pub fn new() -> S {
        S(std::ptr::null_mut())
    }
    pub fn bytes(s: &mut S) {
        if s.0.is_null() {
            s.0 = Box::into_raw(Box::new([0u8; 4])).cast();
        }
    }
}

/// Wrong: linear probing goes past the end of the table instead of wrapping round.
#[glassbox::explore(elements = 3)]
pub mod hash_wrap {
    use glassbox::Key;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};
    pub struct S {
        slots: [Option<Key>; 8],
        n: usize,
    }
    fn home(k: &Key) -> usize {
        (BuildHasherDefault::<Fnv>::default().hash_one(k) as usize) & 7
    }
    #[derive(Default)]
    pub struct Fnv(u64);
    impl Hasher for Fnv {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for b in bytes {
                self.0 = (self.0 ^ u64::from(*b)).wrapping_mul(0x100000001b3);
            }
        }
    }
    pub fn new() -> S {
        S { slots: Default::default(), n: 0 }
    }
    pub fn insert(s: &mut S, key: Key) {
        glassbox::assume(s.n < 3);
        let mut i = home(&key);
        while let Some(k) = &s.slots[i] {
            if *k == key {
                return;
            }
            i += 1; // Should be `& 7`: out of bounds at the end of the table.
        }
        s.slots[i] = Some(key);
        s.n += 1;
    }
    pub fn clear(s: &mut S) {
        *s = new();
    }
}

/// Wrong: `add` panics if the address of the new box is between those of two others.
#[glassbox::explore(operations = 4)]
pub mod ptr_sorted {
    #[derive(Default)]
    pub struct S {
        v: Vec<Box<u8>>,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn add(s: &mut S) {
        let b = Box::new(7u8);
        let at = s.v.iter().position(|x| &raw const **x > &raw const *b).unwrap_or(s.v.len());
        if at != 0 && at != s.v.len() {
            panic!("in the middle")
        }
        s.v.insert(at, b);
    }
    pub fn pop(s: &mut S) {
        s.v.pop();
    }
    pub fn pop_first(s: &mut S) {
        if !s.v.is_empty() {
            s.v.remove(0);
        }
    }
}

/// Right: a key is replaced many times.
#[glassbox::explore(operations = 40)]
pub mod key_room {
    use glassbox::Key;
    #[derive(Default)]
    pub struct S {
        last: Option<Key>,
        n: u8,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn set(s: &mut S, key: Key) {
        s.last = Some(key);
        s.n = (s.n + 1) % 64;
    }
}

/// Wrong: `set` stores a pointer to a local variable, and `get` reads it.
#[glassbox::explore(operations = 3)]
pub mod stack_ptr {
    pub struct S(*const u8);
    pub fn new() -> S {
        S(std::ptr::null())
    }
    #[inline(never)]
    fn local() -> *const u8 {
        let x = [5u8; 16];
        std::hint::black_box(&x).as_ptr()
    }
    pub fn set(s: &mut S) {
        s.0 = local();
    }
    pub fn get(s: &mut S) {
        if !s.0.is_null() {
            assert!(unsafe { *s.0 } == 5);
        }
    }
}

/// Undecidable: reads the clock.
#[glassbox::explore(operations = 3)]
pub mod clock {
    use std::time::Instant;
    #[derive(Default)]
    pub struct S(Option<Instant>);
    pub fn new() -> S {
        S::default()
    }
    pub fn touch(s: &mut S) {
        s.0 = Some(Instant::now());
    }
}

/// Right: large blocks are freed before others are allocated.
#[glassbox::explore(operations = 20)]
pub mod big_alloc {
    #[derive(Default)]
    pub struct S(Vec<u8>, u8);
    pub fn new() -> S {
        S::default()
    }
    pub fn renew(s: &mut S) {
        s.0 = vec![0; 8 << 20];
        s.1 += 1;
    }
}

/// Undecidable: starts a thread.
#[glassbox::explore(operations = 3)]
pub mod threads {
    #[derive(Default)]
    pub struct S(u8);
    pub fn new() -> S {
        S::default()
    }
    pub fn go(s: &mut S) {
        let x = s.0;
        s.0 = std::thread::spawn(move || x ^ 1).join().unwrap();
    }
}

/// Undecidable: reads the environment and the file system.
#[glassbox::explore(operations = 3)]
pub mod env {
    #[derive(Default)]
    pub struct S(u8);
    pub fn new() -> S {
        S::default()
    }
    pub fn go(s: &mut S) {
        if std::env::var("HOME").is_ok() {
            panic!("home")
        }
        if std::fs::metadata("/").is_ok() {
            panic!("fs")
        }
    }
}

/// Right: catches a panic of its own.
#[glassbox::explore(operations = 3)]
pub mod catches {
    #[derive(Default)]
    pub struct S(u8);
    pub fn new() -> S {
        S::default()
    }
    pub fn go(s: &mut S) {
        let _ = std::panic::catch_unwind(|| panic!("caught"));
        s.0 ^= 1;
    }
}

/// Wrong: `insert` panics if the new key has another hash than the one that was evicted.
#[glassbox::explore(operations = 6)]
pub mod ghost {
    use glassbox::Key;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    #[derive(Default)]
    pub struct S {
        item: Option<Key>,
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
        s.item = Some(key);
    }
    pub fn evict(s: &mut S) {
        if let Some(k) = s.item.take() {
            s.ghost = Some(hash(&k));
        }
    }
}

/// Wrong: the fifth push writes into the field behind the array; has no rows in the table.
#[glassbox::explore(operations = 5)]
pub mod intra {
    #[repr(C)]
    #[derive(Default)]
    pub struct S {
        a: [u8; 4],
        b: u8,
        n: usize,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S) {
        if s.n < 5 {
            unsafe {
                *(&raw mut s.a).cast::<u8>().add(s.n) = 1;
            }
            s.n += 1;
        }
    }
}

/// Wrong in a release build only: `pop` removes the element inside `debug_assert!`; has no rows in the table.
#[glassbox::explore(operations = 4)]
pub mod debug_effect {
    #[derive(Default)]
    pub struct S {
        v: Vec<u8>,
        n: usize,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S) {
        s.v.push(1);
        s.n += 1;
    }
    pub fn pop(s: &mut S) {
        if s.n > 0 {
            debug_assert!(s.v.pop().is_some());
            s.n -= 1;
        }
    }
    pub fn right(s: &S) -> bool {
        s.v.len() == s.n
    }
}

/// Wrong: the fourth call panics, because a static counts calls.
#[glassbox::explore(operations = 4)]
pub mod static_count {
    static mut N: u8 = 0;
    pub struct S;
    pub fn new() -> S {
        S
    }
    pub fn go(s: &mut S) {
        unsafe {
            N += 1;
            if N == 4 {
                panic!("four")
            }
        }
    }
}

/// Right: `get` is never called, because its range of arguments is empty; has no rows in the table.
#[glassbox::explore(operations = 4)]
pub mod no_values {
    #[derive(Default)]
    pub struct S {
        v: Vec<u8>,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S) {
        s.v.push(1);
    }
    pub fn get(s: &mut S, #[glassbox(values = 5..s.v.len())] i: usize) {
        panic!("called")
    }
}

/// Right: two pointers are stored xored with each other; has no rows in the table.
#[glassbox::explore(operations = 4)]
pub mod xor_list {
    #[derive(Default)]
    pub struct S {
        a: usize,
        b: usize,
        x: usize,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn go(s: &mut S) {
        if s.x == 0 {
            let a = Box::into_raw(Box::new(1u8)) as usize;
            let b = Box::into_raw(Box::new(2u8)) as usize;
            s.x = a ^ b;
            s.a = a;
        }
    }
    pub fn end(s: &mut S) {
        if s.x != 0 {
            unsafe {
                drop(Box::from_raw((s.x ^ s.a) as *mut u8));
                drop(Box::from_raw(s.a as *mut u8));
            }
            s.x = 0;
            s.a = 0;
        }
    }
    impl Drop for S {
        fn drop(&mut self) {
            end(self)
        }
    }
}
