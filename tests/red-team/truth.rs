//! The operations of wrong checks, as explorations: each must fail.

#![allow(dead_code, unused)]

/// Wrong: `clear_leaks` forgets the buffer of the vector.
#[glassbox::explore(operations = 3)]
pub mod leak_buf {
    pub fn new() -> Vec<u8> {
        vec![]
    }
    pub fn push(s: &mut Vec<u8>) {
        s.push(1);
    }
    pub fn clear_leaks(s: &mut Vec<u8>) {
        std::mem::forget(std::mem::take(s));
    }
}

/// Wrong: `grow` makes an unwritten byte an element, and `small` reads it.
#[glassbox::explore(operations = 3)]
pub mod uninit_push {
    pub fn new() -> Vec<u8> {
        vec![]
    }
    pub fn grow(s: &mut Vec<u8>) {
        s.reserve(1);
        unsafe { s.set_len(s.len() + 1) }
    }
    pub fn small(s: &mut Vec<u8>) {
        for x in s {
            assert!(*x < 2);
        }
    }
}

/// Wrong: `push` merges the new item into what an earlier `pop` left in the slot.
#[glassbox::explore(operations = 3)]
pub mod stale_slot {
    #[derive(Default)]
    pub struct S {
        n: u8,
        items: [u8; 3],
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S, #[glassbox(values = 0..3)] x: u8) {
        if s.n < 3 {
            let n = usize::from(s.n);
            s.items[n] |= x;
            s.n += 1;
            assert_eq!(s.items[n], x);
        }
    }
    pub fn pop(s: &mut S) {
        if s.n > 0 {
            s.n -= 1;
        }
    }
}

/// Wrong: `pop` reads behind the last element if the vector has room for eight.
#[glassbox::explore(operations = 3)]
pub mod capacity {
    pub fn new() -> Vec<u8> {
        vec![]
    }
    pub fn push(s: &mut Vec<u8>) {
        s.push(1);
    }
    pub fn pop(s: &mut Vec<u8>) {
        if s.capacity() >= 8 && s.len() * 4 <= s.capacity() {
            let _ = s[s.len()];
        }
        s.pop();
    }
}

/// Wrong: `free` frees the text and keeps it.
#[glassbox::explore(operations = 3)]
pub mod text {
    pub fn new() -> String {
        "a".into()
    }
    pub fn free(s: &mut String) {
        unsafe { drop(std::ptr::read(s)) }
    }
}

/// Wrong: `half` makes a number that `look` does not expect.
#[glassbox::explore(operations = 3)]
pub mod float {
    pub fn new() -> f32 {
        0.0
    }
    pub fn half(s: &mut f32) {
        *s += 0.5;
    }
    pub fn look(s: &mut f32) {
        assert!(*s == 0.0 || *s == 1.0);
    }
}

/// Wrong: `push` panics if the key that was popped last is less than all in the queue.
#[glassbox::explore(operations = 4)]
pub mod loose_key {
    use glassbox::Key;
    #[derive(Default)]
    pub struct Q {
        v: Vec<Key>,
        last: Option<Key>,
    }
    pub fn new() -> Q {
        Q::default()
    }
    pub fn push(q: &mut Q, key: Key) {
        if let (Some(l), Some(h)) = (&q.last, q.v.first()) {
            assert!(l >= h);
        }
        if !q.v.contains(&key) {
            q.v.push(key);
            q.v.sort();
        }
    }
    pub fn pop(q: &mut Q) {
        if !q.v.is_empty() {
            q.last = Some(q.v.remove(0));
        }
    }
}

/// Wrong: `push` never writes `flag` of the new node, and `count` reads it.
#[glassbox::explore(operations = 4)]
pub mod uninit_field {
    use std::alloc::{Layout, alloc, dealloc};
    pub struct L(*mut N);
    pub struct N {
        next: *mut N,
        flag: bool,
    }
    impl Drop for L {
        fn drop(&mut self) {
            unsafe {
                while !self.0.is_null() {
                    let n = (*self.0).next;
                    dealloc(self.0.cast(), Layout::new::<N>());
                    self.0 = n;
                }
            }
        }
    }
    pub fn new() -> L {
        L(std::ptr::null_mut())
    }
    pub fn push(l: &mut L) {
        unsafe {
            let n = alloc(Layout::new::<N>()).cast::<N>();
            (&raw mut (*n).next).write(l.0);
            l.0 = n;
        }
    }
    pub fn count(l: &mut L) {
        let (mut n, mut at) = (0, l.0);
        unsafe {
            while !at.is_null() {
                if (*at).flag {
                    n += 1;
                }
                at = (*at).next;
            }
        }
        assert!(n < 100);
    }
}

/// Wrong: `lock_both` panics if the second box has the lower address.
#[glassbox::explore(operations = 4)]
pub mod address_order {
    #[derive(Default)]
    pub struct T {
        a: Option<Box<u8>>,
        b: Option<Box<u8>>,
    }
    pub fn new() -> T {
        T::default()
    }
    pub fn set_a(t: &mut T) {
        t.a = Some(Box::new(1));
    }
    pub fn set_b(t: &mut T) {
        t.b = Some(Box::new(1));
    }
    pub fn lock_both(t: &mut T) {
        if let (Some(a), Some(b)) = (&t.a, &t.b) {
            assert!((&raw const **a) < (&raw const **b));
        }
    }
}
