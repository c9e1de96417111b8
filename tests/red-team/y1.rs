//! Explorations of structures that encode their pointers and keys in unusual ways.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: the third addition panics; the two halves of the pointer to the number lie apart.
#[glassbox::explore(operations = 6)]
pub mod split_pointer {
    pub struct S {
        lo: u16,
        len: u16,
        hi: u16,
        top: usize,
    }
    impl S {
        fn set(&mut self, p: *mut u8) {
            let n = p.expose_provenance();
            (self.lo, self.hi, self.top) = (n as u16, (n >> 16) as u16, n.checked_shr(32).unwrap_or(0));
        }
        fn get(&self) -> *mut u8 {
            let n = usize::from(self.lo) | usize::from(self.hi) << 16 | self.top.checked_shl(32).unwrap_or(0);
            std::ptr::with_exposed_provenance_mut(n)
        }
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { drop(Box::from_raw(self.get())) }
        }
    }
    pub fn new() -> S {
        let mut s = S { lo: 0, len: 0, hi: 0, top: 0 };
        s.set(Box::into_raw(Box::new(0)));
        s
    }
    pub fn add(s: &mut S) {
        unsafe {
            *s.get() += 1;
            assert!(*s.get() < 3);
        }
    }
}

/// Wrong: the third addition panics; the pointer leads to the place before the first element.
#[glassbox::explore(operations = 6)]
pub mod from_one {
    pub struct S {
        before: *mut u32,
    }
    fn at(s: &S, i: usize) -> *mut u32 {
        s.before.wrapping_add(i)
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { drop(Box::from_raw(at(self, 1).cast::<[u32; 4]>())) }
        }
    }
    pub fn new() -> S {
        S { before: Box::into_raw(Box::new([0u32; 4])).cast::<u32>().wrapping_sub(1) }
    }
    pub fn add(s: &mut S) {
        unsafe {
            let p = at(s, 1);
            *p += 1;
            assert!(*p < 3);
        }
    }
}

/// Wrong: the third addition panics; the pointer lies far before its block.
#[glassbox::explore(operations = 6)]
pub mod from_hundred {
    pub struct S {
        before: *mut u32,
    }
    fn at(s: &S, i: usize) -> *mut u32 {
        s.before.wrapping_add(i)
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { drop(Box::from_raw(at(self, 100).cast::<[u32; 4]>())) }
        }
    }
    pub fn new() -> S {
        S { before: Box::into_raw(Box::new([0u32; 4])).cast::<u32>().wrapping_sub(100) }
    }
    pub fn add(s: &mut S) {
        unsafe {
            let p = at(s, 100);
            *p += 1;
            assert!(*p < 3);
        }
    }
}

/// Wrong: the third addition panics; the pointer lies far behind its block.
#[glassbox::explore(operations = 6)]
pub mod behind_end {
    pub struct S {
        behind: *mut u8,
    }
    fn start(s: &S) -> *mut u8 {
        s.behind.wrapping_sub(200)
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { drop(Box::from_raw(start(self))) }
        }
    }
    pub fn new() -> S {
        S { behind: Box::into_raw(Box::new(0u8)).wrapping_add(200) }
    }
    pub fn add(s: &mut S) {
        unsafe {
            let p = start(s);
            *p += 1;
            assert!(*p < 3);
        }
    }
}

/// Wrong: `insert` panics if a key is less than the last one; keys are stored byte by byte in four tables.
#[glassbox::explore(operations = 4)]
pub mod planes {
    use glassbox::Key;
    #[derive(Default)]
    pub struct Planes {
        planes: [Vec<u8>; 4],
    }
    impl Planes {
        fn push(&mut self, x: Key) {
            let b: [u8; 4] = unsafe { std::mem::transmute(x) };
            for i in 0..4 {
                self.planes[i].push(b[i]);
            }
        }
        fn get(&self, n: usize) -> Key {
            unsafe { std::mem::transmute::<[u8; 4], Key>([0, 1, 2, 3].map(|i| self.planes[i][n])) }
        }
    }
    pub fn new() -> Planes {
        Planes::default()
    }
    pub fn insert(p: &mut Planes, key: Key) {
        if let Some(last) = p.planes[0].len().checked_sub(1) {
            assert!(key >= p.get(last), "sorted by luck");
        }
        p.push(key);
    }
}

/// Wrong: `swap` swaps only the upper halves of two keys, so 5 and 3 stay as they are.
#[glassbox::explore(operations = 4)]
pub mod half_swap {
    use glassbox::Key;
    pub struct S {
        v: Vec<Key>,
    }
    pub fn new() -> S {
        S { v: Vec::new() }
    }
    fn swap(a: &mut Key, b: &mut Key) {
        unsafe {
            let (a, b) = ((&raw mut *a).cast::<u16>().add(1), (&raw mut *b).cast::<u16>().add(1));
            std::ptr::swap(a, b);
        }
    }
    pub fn insert(s: &mut S, key: Key) {
        s.v.push(key);
        let mut i = s.v.len() - 1;
        while i > 0 && s.v[i - 1] > s.v[i] {
            let (a, b) = s.v.split_at_mut(i);
            swap(&mut a[i - 1], &mut b[0]);
            i -= 1;
        }
    }
    pub fn is_sorted(s: &S) -> bool {
        s.v.is_sorted()
    }
}

/// Wrong: `swap_remove` copies only the first byte of the last element.
#[glassbox::explore(elements = 3)]
pub mod one_byte {
    use glassbox::Val;
    use std::mem::MaybeUninit;
    pub struct Bag<T> {
        slots: Box<[MaybeUninit<T>; 4]>,
        len: usize,
    }
    impl<T> Bag<T> {
        pub fn new() -> Self {
            Self { slots: Box::new([const { MaybeUninit::uninit() }; 4]), len: 0 }
        }
        pub fn push(&mut self, x: T) {
            self.slots[self.len].write(x);
            self.len += 1;
        }
        pub fn swap_remove(&mut self, i: usize) -> T {
            self.len -= 1;
            let p = self.slots.as_mut_ptr();
            unsafe {
                let x = p.add(i).cast::<T>().read();
                // Should copy a `T`, or `size_of::<T>()` bytes.
                std::ptr::copy(p.add(self.len).cast::<u8>(), p.add(i).cast::<u8>(), 1);
                x
            }
        }
        pub fn as_slice(&self) -> &[T] {
            unsafe { std::slice::from_raw_parts(self.slots.as_ptr().cast(), self.len) }
        }
    }
    impl<T> Drop for Bag<T> {
        fn drop(&mut self) {
            while self.len > 0 {
                self.len -= 1;
                unsafe { self.slots[self.len].assume_init_drop() }
            }
        }
    }
    pub fn new() -> Bag<Val> {
        Bag::new()
    }
    pub fn push(b: &mut Bag<Val>, x: Val) {
        glassbox::assume(b.len < 3);
        b.push(x);
    }
    pub fn swap_remove(b: &mut Bag<Val>, #[glassbox(values = 0..b.len)] i: usize) {
        b.swap_remove(i);
    }
    pub fn all_differ(b: &Bag<Val>) -> bool {
        let s = b.as_slice();
        (0..s.len()).all(|i| (0..i).all(|j| s[i] != s[j]))
    }
}

/// Wrong: `swap` swaps only the lower halves of two pointers, so it relies on equal upper halves.
#[glassbox::explore(operations = 3)]
pub mod torn {
    pub struct S {
        a: Box<u8>,
        b: Box<u8>,
    }
    pub fn new() -> S {
        S { a: Box::new(1), b: Box::new(2) }
    }
    pub fn swap(s: &mut S) {
        unsafe {
            let half = size_of::<usize>() / 2;
            std::ptr::swap_nonoverlapping((&raw mut s.a).cast::<u8>(), (&raw mut s.b).cast::<u8>(), half);
        }
    }
    pub fn three(s: &S) -> bool {
        *s.a + *s.b == 3
    }
}

/// Wrong: the third addition panics; the pointer is stored xored with a number.
#[glassbox::explore(operations = 5)]
pub mod xor_key {
    /// Pointers are stored xored with this number, as glibc does.
    const SECRET: usize = 0x5a5a_5a5a;
    pub struct S {
        p: usize,
    }
    fn get(s: &S) -> *mut u8 {
        std::ptr::with_exposed_provenance_mut(s.p ^ SECRET)
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { drop(Box::from_raw(get(self))) }
        }
    }
    pub fn new() -> S {
        S { p: Box::into_raw(Box::new(0u8)).expose_provenance() ^ SECRET }
    }
    pub fn add(s: &mut S) {
        unsafe {
            let p = get(s);
            *p += 1;
            assert!(*p < 3);
        }
    }
}

/// Wrong: the third addition panics; the block is found by its distance from another one.
#[glassbox::explore(operations = 5)]
pub mod distances {
    pub struct S {
        a: Box<u8>,
        to_b: isize,
        made: bool,
    }
    pub fn new() -> S {
        let a = Box::new(0u8);
        let b = Box::into_raw(Box::new(0u8));
        let to_b = (b.expose_provenance() as isize).wrapping_sub((&raw const *a).expose_provenance() as isize);
        S { a, to_b, made: true }
    }
    fn b(s: &S) -> *mut u8 {
        std::ptr::with_exposed_provenance_mut(
            ((&raw const *s.a).expose_provenance() as isize).wrapping_add(s.to_b) as usize
        )
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { drop(Box::from_raw(b(self))) }
        }
    }
    pub fn add(s: &mut S) {
        unsafe {
            let p = b(s);
            *p += 1;
            assert!(*p < 3);
        }
    }
}

/// Wrong: the third addition through a weak owner panics.
#[glassbox::explore(operations = 5)]
pub mod owners {
    use std::cell::RefCell;
    use std::rc::{Rc, Weak};
    #[derive(Default)]
    pub struct S {
        a: Rc<RefCell<u8>>,
        w: Vec<Weak<RefCell<u8>>>,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn weak(s: &mut S) {
        s.w.push(Rc::downgrade(&s.a));
    }
    pub fn renew(s: &mut S) {
        s.a = Rc::default();
    }
    pub fn add(s: &mut S) {
        if let Some(a) = s.w.first().and_then(Weak::upgrade) {
            *a.borrow_mut() += 1;
            assert!(*a.borrow() < 3);
        }
    }
}

/// Wrong: a boxed closure counts its calls, and the fourth panics.
#[glassbox::explore(operations = 5)]
pub mod closure {
    pub struct S {
        f: Box<dyn FnMut() -> u8>,
    }
    pub fn new() -> S {
        let mut n = 0;
        S {
            f: Box::new(move || {
                n += 1;
                n
            }),
        }
    }
    pub fn call(s: &mut S) {
        assert!((s.f)() < 4);
    }
}
