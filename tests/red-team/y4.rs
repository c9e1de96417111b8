//! Explorations of unwritten memory, accesses outside blocks, statics, and limits of the machine.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: the law returns unwritten memory.
#[glassbox::explore(operations = 4)]
pub mod uninit_law {
    use std::mem::MaybeUninit;
    pub struct S {
        marked: Box<MaybeUninit<bool>>,
    }
    pub fn new() -> S {
        S { marked: Box::new_uninit().into() }
    }
    pub fn renew(s: &mut S) {
        *s = new();
    }
    pub fn is_not_marked(s: &S) -> bool {
        !unsafe { s.marked.assume_init_read() }
    }
}

/// Wrong: `pop` returns unwritten memory.
#[glassbox::explore(operations = 3)]
pub mod uninit_result {
    pub struct S {
        slots: Box<[std::mem::MaybeUninit<u8>]>,
        n: usize,
    }
    pub fn new() -> S {
        // Of `Box::new` with an array of unwritten bytes, rustc makes zeros that are written.
        S { slots: Box::new_uninit_slice(4), n: 0 }
    }
    pub fn push(s: &mut S, #[glassbox(values = 0..2)] x: u8) {
        glassbox::assume(s.n < 4);
        s.slots[s.n].write(x);
        s.n += 1;
    }
    pub fn pop(s: &mut S) -> Option<u8> {
        glassbox::assume(s.n > 0);
        let x = unsafe { s.slots.get(s.n)?.assume_init_read() };
        s.n -= 1;
        Some(x)
    }
}

/// Wrong: `replace` returns a reference to memory that it has freed.
#[glassbox::explore(operations = 3)]
pub mod dangling_result {
    #[derive(Default)]
    pub struct S {
        b: Option<Box<u8>>,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn replace(s: &mut S) -> &'static u8 {
        let old = s.b.replace(Box::new(1)).map_or(std::ptr::null(), |old| &raw const *old);
        if old.is_null() { &0 } else { unsafe { &*old } }
    }
}

/// Wrong: the index is so far outside the block that another block lies there.
#[glassbox::explore(operations = 3)]
pub mod far_outside {
    pub struct S {
        a: Box<[u8; 16]>,
        b: Box<[u8; 256]>,
        i: usize,
    }
    pub fn new() -> S {
        S { a: Box::new([0; 16]), b: Box::new([0; 256]), i: 0 }
    }
    pub fn put(s: &mut S) {
        let p = std::hint::black_box(s.a.as_mut_ptr());
        unsafe {
            *p.add(s.i) = 1;
        }
        s.i += 100;
    }
}

/// Wrong: writes through a null pointer with a large index.
#[glassbox::explore(operations = 3)]
pub mod null_far {
    pub struct S {
        table: *mut u32,
    }
    pub fn new() -> S {
        S { table: std::ptr::null_mut() }
    }
    pub fn put(s: &mut S) {
        let at = s.table.wrapping_add(3000);
        unsafe {
            std::hint::black_box(at).write(1);
        }
    }
}

/// Wrong: reads behind the end of a static table.
#[glassbox::explore(operations = 4)]
pub mod behind_static {
    static TABLE: [u8; 3] = [1, 2, 3];
    #[derive(Default)]
    pub struct S {
        n: usize,
        sum: u8,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn look(s: &mut S) {
        // Without the outer black box, rustc removes the read.
        s.sum = std::hint::black_box(unsafe { *std::hint::black_box(TABLE.as_ptr()).add(s.n) }) & 0;
        s.n += 1;
    }
}

/// Wrong: `clear` writes to the constant header that all empty lists share.
#[glassbox::explore(operations = 4)]
pub mod empty_header {
    pub struct Header {
        len: usize,
        cap: usize,
    }
    static EMPTY: Header = Header { len: 0, cap: 0 };
    pub struct S {
        p: *mut Header,
    }
    unsafe impl Sync for S {}
    pub fn new() -> S {
        S { p: (&raw const EMPTY).cast_mut() }
    }
    pub fn clear(s: &mut S) {
        unsafe {
            (*std::hint::black_box(s.p)).len = 0;
        }
    }
    pub fn is_empty(s: &S) -> bool {
        unsafe { (*s.p).len == 0 }
    }
}

/// Wrong: `lower` writes to a string literal.
#[glassbox::explore(operations = 3)]
pub mod literal {
    pub struct S {
        text: *mut u8,
        len: usize,
    }
    pub fn new() -> S {
        S { text: "abc".as_ptr().cast_mut(), len: 3 }
    }
    pub fn lower(s: &mut S) {
        for i in 0..s.len {
            unsafe {
                let p = std::hint::black_box(s.text).add(i);
                p.write((*p).to_ascii_lowercase());
            }
        }
    }
}

/// Wrong: asks the allocator for a block without a size.
#[glassbox::explore(operations = 3)]
pub mod no_size {
    use std::alloc::{Layout, alloc, dealloc};
    pub struct S {
        p: *mut u8,
        n: usize,
    }
    pub fn new() -> S {
        let n = std::hint::black_box(0);
        S { p: unsafe { alloc(Layout::array::<u8>(n).unwrap()) }, n }
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { dealloc(self.p, Layout::array::<u8>(self.n).unwrap()) }
        }
    }
    pub fn look(s: &mut S) {}
}

/// Wrong: memory for `u32` is allocated with alignment 1.
#[glassbox::explore(operations = 5)]
pub mod under_aligned {
    use std::alloc::{Layout, alloc, dealloc};
    pub struct S {
        p: *mut u32,
        cap: usize,
        len: usize,
    }
    fn layout(cap: usize) -> Layout {
        Layout::array::<u8>(cap * 4).unwrap()
    }
    pub fn new() -> S {
        S { p: unsafe { alloc(layout(1)).cast() }, cap: 1, len: 0 }
    }
    pub fn push(s: &mut S) {
        unsafe {
            if s.len == s.cap {
                let p = alloc(layout(s.cap * 2)).cast::<u32>();
                p.copy_from(s.p, s.len);
                dealloc(s.p.cast(), layout(s.cap));
                (s.p, s.cap) = (p, s.cap * 2);
            }
            s.p.add(s.len).write(7);
            s.len += 1;
        }
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { dealloc(self.p.cast(), layout(self.cap)) }
        }
    }
}

/// Wrong with 64 bits: stores the lower half of a pointer; has no rows in the table.
#[glassbox::explore(operations = 3)]
pub mod half_a_pointer {
    pub struct S {
        low: u32,
    }
    fn get(s: &S) -> *mut u8 {
        std::ptr::with_exposed_provenance_mut(s.low as usize)
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { drop(Box::from_raw(get(self))) }
        }
    }
    pub fn new() -> S {
        S { low: Box::into_raw(Box::new(0u8)).expose_provenance() as u32 }
    }
    pub fn look(s: &mut S) {
        assert!(unsafe { *get(s) } == 0);
    }
}

/// Wrong with 64 bits: the law does not hold there; has no rows in the table.
#[glassbox::explore(operations = 3)]
pub mod other_width {
    #[derive(Default)]
    pub struct S {
        n: u8,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn step(s: &mut S) {
        s.n += if cfg!(target_pointer_width = "64") { 2 } else { 1 };
        s.n %= 8;
    }
    pub fn small(s: &S) -> bool {
        s.n < 4 || cfg!(target_pointer_width = "32")
    }
}

/// Right with 64 bits: the numbers need more than 32; has no rows in the table.
#[glassbox::explore(operations = 3)]
pub mod large_number {
    pub struct S {
        n: usize,
    }
    pub fn new() -> S {
        S { n: 1 }
    }
    pub fn grow(s: &mut S) {
        s.n = s.n.checked_mul(70000).expect("it fits");
    }
}

/// Right with 64 bits: one bit for each of 64 slots; has no rows in the table.
#[glassbox::explore(operations = 3)]
pub mod slab_bits {
    /// 64 slots and one bit for each.
    pub struct S {
        used: usize,
        n: u32,
    }
    pub fn new() -> S {
        S { used: 0, n: 0 }
    }
    pub fn take(s: &mut S) {
        glassbox::assume(s.n < 64);
        let free = (!s.used).trailing_zeros();
        s.used |= 1usize.checked_shl(free).expect("there are 64");
        s.n += 1;
    }
    pub fn fill(s: &mut S) {
        glassbox::assume(s.n == 0);
        for _ in 0..40 {
            take(s);
        }
    }
}

/// Right: reserves 1 GB and does not write to it.
#[glassbox::explore(operations = 3)]
pub mod much_room {
    pub fn new() -> Vec<u8> {
        Vec::new()
    }
    pub fn reserve(s: &mut Vec<u8>) {
        if s.capacity() == 0 {
            *s = Vec::with_capacity(1 << 30);
        }
    }
    pub fn push(s: &mut Vec<u8>) {
        s.push(1);
    }
}

/// Right: reserves 64 MB.
#[glassbox::explore(operations = 3)]
pub mod some_room {
    pub fn new() -> Vec<u8> {
        Vec::new()
    }
    pub fn reserve(s: &mut Vec<u8>) {
        if s.capacity() == 0 {
            *s = Vec::with_capacity(64 << 20);
        }
    }
    pub fn push(s: &mut Vec<u8>) {
        s.push(1);
    }
}

/// Right: a request for too much memory is refused, and the vector stays as it was.
#[glassbox::explore(operations = 3)]
pub mod huge_reserve {
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
    pub fn reserve(s: &mut S) {
        assert!(s.v.try_reserve(isize::MAX as usize - 100).is_err());
    }
}

/// Right: a static keeps a block for later, as a shifted address.
#[glassbox::explore(operations = 5)]
pub mod pool {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    static POOL: AtomicUsize = AtomicUsize::new(0);
    #[derive(Default)]
    pub struct S {
        b: Option<Box<u32>>,
    }
    impl Drop for S {
        fn drop(&mut self) {
            if let Some(b) = self.b.take()
                && POOL.load(Relaxed) == 0
            {
                POOL.store(Box::into_raw(b).expose_provenance() >> 2, Relaxed);
            }
        }
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn make(s: &mut S) {
        if s.b.is_some() {
            return;
        }
        let p = POOL.swap(0, Relaxed) << 2;
        s.b =
            Some(if p == 0 { Box::new(1) } else { unsafe { Box::from_raw(std::ptr::with_exposed_provenance_mut(p)) } });
    }
}

/// Right: a static keeps a block for later, as two halves of its address.
#[glassbox::explore(operations = 5)]
pub mod pool_halves {
    use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering::Relaxed};
    static LOW: AtomicU16 = AtomicU16::new(0);
    static HAS: AtomicUsize = AtomicUsize::new(0);
    static HIGH: AtomicUsize = AtomicUsize::new(0);
    #[derive(Default)]
    pub struct S {
        b: Option<Box<u32>>,
    }
    impl Drop for S {
        fn drop(&mut self) {
            if let Some(b) = self.b.take()
                && HAS.swap(1, Relaxed) == 0
            {
                let n = Box::into_raw(b).expose_provenance();
                LOW.store(n as u16, Relaxed);
                HIGH.store(n >> 16, Relaxed);
            }
        }
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn make(s: &mut S) {
        if s.b.is_some() {
            return;
        }
        s.b = Some(if HAS.swap(0, Relaxed) == 0 {
            Box::new(1)
        } else {
            let n = HIGH.load(Relaxed) << 16 | usize::from(LOW.load(Relaxed));
            unsafe { Box::from_raw(std::ptr::with_exposed_provenance_mut(n)) }
        });
    }
}

/// Right: a static leads to the place before the first element of an array.
#[glassbox::explore(operations = 5)]
pub mod static_from_one {
    static mut BEFORE: *mut u32 = std::ptr::null_mut();
    pub struct S;
    pub fn new() -> S {
        S
    }
    pub fn add(s: &mut S) {
        unsafe {
            if BEFORE.is_null() {
                BEFORE = Box::into_raw(Box::new([0u32; 4])).cast::<u32>().wrapping_sub(1);
            }
            *BEFORE.wrapping_add(1) = 1;
        }
    }
}

/// Wrong in a release build only: `pop` removes the element inside `debug_assert!`; has no rows in the table.
#[glassbox::explore(operations = 4)]
pub mod release_only {
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

/// Wrong: reads a `u32` at an odd address.
#[glassbox::explore(operations = 3)]
pub mod misaligned {
    pub struct S {
        b: Box<[u8; 16]>,
    }
    pub fn new() -> S {
        S { b: Box::new([0; 16]) }
    }
    pub fn read(s: &mut S) {
        let p = s.b.as_ptr();
        let x = unsafe { *std::hint::black_box(p.add(1).cast::<u32>()) };
        assert!(x == 0);
    }
}

/// Right: the elements are aligned to 64 bytes.
#[glassbox::explore(operations = 4)]
pub mod cache_lines {
    #[repr(align(64))]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Line([u8; 64]);
    pub fn new() -> Vec<Line> {
        Vec::new()
    }
    pub fn push(s: &mut Vec<Line>) {
        s.push(Line([1; 64]));
    }
    pub fn pop(s: &mut Vec<Line>) {
        s.pop();
    }
    pub fn insert(s: &mut Vec<Line>) {
        s.insert(0, Line([2; 64]));
    }
}

/// Right: a recursion of 16,000 calls.
#[glassbox::explore(operations = 2)]
pub mod deep {
    pub struct N(Option<Box<N>>);
    pub fn new() -> N {
        N(None)
    }
    pub fn grow(s: &mut N) {
        for _ in 0..8000 {
            let old = s.0.take();
            s.0 = Some(Box::new(N(old)));
        }
    }
    fn depth(n: &N) -> usize {
        match &n.0 {
            None => 0,
            Some(n) => 1 + std::hint::black_box(depth(n)),
        }
    }
    pub fn counts(s: &mut N) {
        assert!(depth(s) % 8000 == 0);
    }
}

/// Right: the subject holds half a megabyte in place.
#[glassbox::explore(operations = 3)]
pub mod large_in_place {
    pub struct S {
        table: [u64; 1 << 16],
        n: usize,
    }
    pub fn new() -> S {
        S { table: [0; 1 << 16], n: 0 }
    }
    pub fn add(s: &mut S) {
        s.table[s.n] = 1;
        s.n += 1;
    }
}
