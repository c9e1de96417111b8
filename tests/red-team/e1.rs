//! Checks of fields that may have any value, of listed collections and cells, and of partly filled memory; explorations
//! that ask for the lowest bits of addresses. All are wrong but for `swapped`.

#![allow(dead_code, unused)]

use glassbox::{Broken, Children, Invariant, Structure, ensure};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BinaryHeap, HashMap, VecDeque};
use std::mem::MaybeUninit;

/// The result, or another field, depends on a value that may be anything.
pub mod any_fields {
    use super::*;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct S {
        #[glassbox(any)]
        a: u32,
        #[glassbox(any)]
        b: u32,
        on: bool,
    }
    #[glassbox::check]
    fn copies_a_bit(s: &mut S) {
        s.on = s.a & 1 == 1;
    }
    #[glassbox::check]
    fn two_differ(s: &mut S) -> bool {
        s.a != s.b
    }
    #[glassbox::check]
    fn swapped(s: &mut S) {
        std::mem::swap(&mut s.a, &mut s.b);
    }
    #[glassbox::check]
    fn as_index(s: &mut S) -> bool {
        let t = [true, true, true, false];
        t[(s.a % 4) as usize]
    }
    #[glassbox::check]
    fn shifts(s: &mut S) -> bool {
        (1u32 << (s.a % 32)) != 8
    }
    #[glassbox::check]
    fn divides(s: &mut S) {
        s.b = 100 / s.a;
    }
    #[glassbox::check]
    fn select(s: &mut S) -> bool {
        let x = if s.a > 1000 { 1u32 } else { 0 };
        x == 0
    }
    #[glassbox::check]
    fn undefined(s: &mut S) {
        s.a = unsafe { std::hint::black_box(MaybeUninit::<u32>::uninit()).assume_init() };
    }
    #[glassbox::check]
    fn overflow(s: &mut S) {
        s.a += 1;
    }
    #[glassbox::check]
    fn length(s: &mut S) {
        let v = vec![0u8; (s.a % 3) as usize];
        assert!(v.len() < 2);
    }
}

/// A cell is left borrowed, or with a value that is in no domain.
pub mod cells {
    use super::*;
    #[derive(Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    struct S {
        c: RefCell<u8>,
        d: Cell<u8>,
    }
    #[glassbox::check]
    fn keeps_borrow(s: &mut S) {
        std::mem::forget(s.c.borrow_mut());
    }
    #[glassbox::check]
    fn keeps_shared(s: &mut S) {
        std::mem::forget(s.c.borrow());
    }
    #[glassbox::check]
    fn too_large(s: &mut S) {
        s.d.set(9);
    }
}

/// Contents, order, room and memory of listed collections.
pub mod collections {
    use super::*;
    #[derive(Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..3))]
    struct Q {
        q: VecDeque<u8>,
    }
    #[glassbox::check(len = 2)]
    fn never_wraps(s: &mut Q) -> bool {
        s.q.as_slices().1.is_empty()
    }
    #[glassbox::check(len = 2)]
    fn forgotten(s: &mut Q) {
        std::mem::forget(std::mem::take(&mut s.q));
    }

    #[derive(Structure)]
    #[glassbox(no_invariant, domain(char = 'a'..='b'))]
    struct T {
        t: String,
    }
    #[glassbox::check(len = 2)]
    fn tight(s: &mut T) -> bool {
        s.t.capacity() == s.t.len()
    }
    #[glassbox::check(len = 2)]
    fn bad_utf8(s: &mut T) {
        if !s.t.is_empty() {
            unsafe {
                s.t.as_bytes_mut()[0] = 0xff;
            }
        }
    }

    #[derive(Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..3))]
    struct H {
        h: BinaryHeap<u8>,
    }
    #[glassbox::check(len = 3)]
    fn sorted(s: &mut H) -> bool {
        let v: Vec<_> = s.h.iter().collect();
        v.windows(2).all(|p| p[0] >= p[1])
    }
    #[glassbox::check(len = 3)]
    fn no_heap(s: &mut H) {
        let mut v = std::mem::take(&mut s.h).into_vec();
        v.reverse();
        s.h = unsafe { std::mem::transmute::<Vec<u8>, BinaryHeap<u8>>(v) };
    }

    #[derive(Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    struct B {
        m: BTreeMap<u8, u8>,
    }
    #[glassbox::check(len = 2)]
    fn leaks_map(s: &mut B) {
        std::mem::forget(std::mem::take(&mut s.m));
    }
    #[glassbox::check(len = 2)]
    fn outside(s: &mut B) {
        s.m.insert(0, 200);
    }

    #[derive(Structure)]
    #[glassbox(domain(u8 = 0..2))]
    struct I {
        m: BTreeMap<u8, u8>,
        n: u8,
    }
    impl Invariant for I {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(self.m.len() == usize::from(self.n), "len")
        }
    }
    #[glassbox::check(len = 1)]
    fn breaks(s: &mut I) {
        s.m.clear();
    }
    #[glassbox::check(len = 1)]
    fn breaks_in_place(s: &mut J) {
        if let Some(v) = s.m.get_mut(&0) {
            *v = 1 - *v;
        }
    }
    #[derive(Structure)]
    #[glassbox(domain(u8 = 0..2))]
    struct J {
        m: BTreeMap<u8, u8>,
        n: u8,
    }
    impl Invariant for J {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(self.m.get(&0).copied().unwrap_or(0) == self.n, "first")
        }
    }
}

/// A ring of which some slots are filled.
pub mod slots {
    use super::*;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct Ring<T> {
        #[glassbox(filled = |head, len, i| (i + 2 - head) % 2 < len)]
        slots: [MaybeUninit<T>; 2],
        #[glassbox(values = 0..2)]
        head: usize,
        len: usize,
    }
    #[glassbox::check]
    fn reads_hole(r: &mut Ring<bool>) -> bool {
        if r.len < 2 {
            let at = (r.head + r.len) % 2;
            unsafe { r.slots[at].assume_init() != std::hint::black_box(false) || std::hint::black_box(true) }
        } else {
            true
        }
    }
    #[glassbox::check]
    fn grows_only(r: &mut Ring<bool>) {
        if r.len < 2 {
            r.len += 1;
        }
    }
    #[glassbox::check]
    fn moves_head(r: &mut Ring<bool>) {
        r.head = 1 - r.head;
    }
    #[glassbox::check]
    fn loses_value(r: &mut Ring<glassbox::Val>) {
        if r.len > 0 {
            r.len -= 1;
        }
    }
    #[glassbox::check]
    fn copies_value(r: &mut Ring<glassbox::Val>) {
        if r.len == 1 {
            let b = unsafe { r.slots[r.head].assume_init_read() };
            let at = (r.head + 1) % 2;
            r.slots[at] = MaybeUninit::new(b);
            r.len = 2;
        }
    }
}

/// An address may be a multiple of 16, or of 4096.
#[glassbox::explore(operations = 4)]
pub mod low_bits {
    pub struct S {
        pub b: Option<Box<[u8; 24]>>,
        pub old: Vec<Box<[u8; 8]>>,
    }
    pub fn new() -> S {
        S { b: None, old: Vec::new() }
    }
    pub fn set(s: &mut S, #[glassbox(values = [16usize, 32, 64, 128, 4096])] align: usize) {
        let b = Box::new([0u8; 24]);
        assert!((&*b as *const _ as usize) % std::hint::black_box(align) != 0);
        s.b = Some(b);
    }
    pub fn more(s: &mut S) {
        s.old.push(Box::new([1; 8]));
    }
}

/// A byte may lie anywhere; only the third shows it.
#[glassbox::explore(operations = 4)]
pub mod odd_place {
    pub fn new() -> Vec<Box<u8>> {
        Vec::new()
    }
    pub fn push(s: &mut Vec<Box<u8>>, #[glassbox(values = [8usize, 16])] align: usize) {
        let b = Box::new(0u8);
        let low = (&*b as *const u8 as usize) % std::hint::black_box(align);
        if low != 0 && s.len() == 2 {
            panic!("an odd place")
        }
        s.push(b);
    }
}
