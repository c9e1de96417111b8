//! Explorations: what must not be merged, and what is found only by a choice that nobody asked for.

#![allow(dead_code, unused, static_mut_refs)]

/// A node leads back to the subject: wrong as soon as the subject is moved.
#[glassbox::explore(operations = 5)]
pub mod parent_pointer {
    pub struct Node {
        owner: *mut S,
    }
    pub struct S {
        n: u8,
        node: Option<Box<Node>>,
    }
    pub fn new() -> S {
        S { n: 0, node: None }
    }
    pub fn make(s: &mut S) {
        let owner = &raw mut *s;
        s.node = Some(Box::new(Node { owner }));
    }
    pub fn count(s: &mut S) {
        if let Some(node) = &s.node {
            unsafe { (*node.owner).n ^= 1 };
        }
    }
}

/// A law keeps a pointer into a vector, which an operation lets grow.
#[glassbox::explore(operations = 6)]
pub mod law_keeps_pointer {
    use std::cell::Cell;
    pub struct S {
        items: Vec<u8>,
        last: Cell<*const u8>,
    }
    pub fn new() -> S {
        S { items: vec![7], last: Cell::new(std::ptr::null()) }
    }
    pub fn push(s: &mut S) {
        s.items.push(7);
    }
    pub fn last_is_seven(s: &S) -> bool {
        if s.last.get().is_null() {
            s.last.set(s.items.last().unwrap());
        }
        unsafe { *s.last.get() == 7 }
    }
}

/// A law that may be asked only three times.
#[glassbox::explore(operations = 5)]
pub mod law_counts {
    use std::cell::Cell;
    pub fn new() -> Cell<u8> {
        Cell::new(0)
    }
    pub fn nothing(_: &mut Cell<u8>) {}
    pub fn asked(s: &Cell<u8>) -> bool {
        s.set(s.get() + 1);
        s.get() < 4
    }
}

/// The end of the third state leaks, for one of its choices.
#[glassbox::explore(operations = 4)]
pub mod leaks_at_end {
    #[derive(Default)]
    pub struct S(Vec<u8>);
    impl Drop for S {
        fn drop(&mut self) {
            if self.0.len() == 3 && glassbox::choose(4) == 2 {
                std::mem::forget(std::mem::take(&mut self.0));
            }
        }
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S) {
        s.0.push(1);
    }
}

/// Boxes in the order of their addresses: a new one may come between two others.
#[glassbox::explore(operations = 5)]
pub mod between {
    #[derive(Default)]
    pub struct S(Vec<Box<u32>>);
    pub fn new() -> S {
        S::default()
    }
    pub fn add(s: &mut S) {
        let b = Box::new(0);
        let at = s.0.partition_point(|other| &raw const **other < &raw const *b);
        s.0.insert(at, b);
        *s.0[0] = 0;
        if at > 0 && at + 1 < s.0.len() {
            *s.0[at] = 1;
        }
    }
    pub fn is_zero(s: &S) -> bool {
        s.0.iter().all(|b| **b == 0)
    }
}

/// Looks at a slot that was left: the key there is still an element.
#[glassbox::explore(elements = 2)]
pub mod left_slot {
    use glassbox::Key;
    pub struct S {
        slots: [Option<Key>; 4],
        at: usize,
    }
    pub fn new() -> S {
        S { slots: Default::default(), at: 0 }
    }
    /// Every key is greater than the one before the last.
    pub fn push(s: &mut S, key: Key) {
        s.slots[s.at] = Some(key);
        s.at = (s.at + 1) % 4;
    }
    pub fn never_falls(s: &S) -> bool {
        match (&s.slots[(s.at + 2) % 4], &s.slots[(s.at + 3) % 4]) {
            (Some(before), Some(last)) => before <= last,
            _ => true,
        }
    }
}

/// Sorts keys by their bytes, which are in the opposite order.
#[glassbox::explore(operations = 4)]
pub mod by_bytes {
    use glassbox::Key;
    pub fn new() -> Vec<Key> {
        Vec::new()
    }
    pub fn insert(s: &mut Vec<Key>, key: Key) {
        s.push(key);
        s.sort_by_key(|key| unsafe { (&raw const *key).cast::<[u8; 4]>().read() });
    }
    pub fn is_sorted(s: &Vec<Key>) -> bool {
        s.is_sorted()
    }
}

/// The end of one block is the beginning of another.
#[glassbox::explore(operations = 4)]
pub mod neighbours {
    #[derive(Default)]
    pub struct S(Vec<Box<[u8; 8]>>);
    pub fn new() -> S {
        S::default()
    }
    pub fn add(s: &mut S) {
        s.0.push(Box::new([0; 8]));
    }
    pub fn are_apart(s: &S) -> bool {
        s.0.iter().all(|a| s.0.iter().all(|b| a.as_ptr_range().end != b.as_ptr()))
    }
}

/// A block is reached from another one by their distance.
#[glassbox::explore(operations = 2)]
pub mod by_distance {
    pub struct S {
        a: Box<[u8; 16]>,
        b: Box<[u8; 16]>,
    }
    pub fn new() -> S {
        S { a: Box::new([0; 16]), b: Box::new([0; 16]) }
    }
    pub fn write(s: &mut S) {
        let (a, b) = (s.a.as_mut_ptr(), s.b.as_mut_ptr());
        let distance = std::hint::black_box((b as isize).wrapping_sub(a as isize));
        unsafe { *a.wrapping_offset(distance) = 1 };
    }
}

/// Copies so far that another block begins there.
#[glassbox::explore(operations = 2)]
pub mod copies_far {
    pub struct S {
        a: Box<[u8; 16]>,
        b: Box<[u8; 512]>,
    }
    pub fn new() -> S {
        S { a: Box::new([0; 16]), b: Box::new([0; 512]) }
    }
    pub fn copy(s: &mut S) {
        let a = std::hint::black_box(s.a.as_mut_ptr());
        unsafe { a.wrapping_add(128).copy_from_nonoverlapping(s.b.as_ptr().add(256), 64) };
    }
}

/// Writes behind a static.
#[glassbox::explore(operations = 6)]
pub mod writes_behind_static {
    static mut TABLE: [u8; 4] = [0; 4];
    static mut NEXT: [u8; 64] = [0; 64];
    #[derive(Default)]
    pub struct S(usize);
    pub fn new() -> S {
        unsafe { std::hint::black_box(&raw mut NEXT) };
        S::default()
    }
    pub fn write(s: &mut S) {
        unsafe { *std::hint::black_box((&raw mut TABLE).cast::<u8>()).add(s.0) = 1 };
        s.0 += 1;
    }
}

/// Removes all values that are equal to one, and counts one.
#[glassbox::explore(operations = 4)]
pub mod removes_equal {
    use glassbox::Val;
    #[derive(Default)]
    pub struct Bag {
        items: Vec<Val>,
        len: usize,
    }
    pub fn new() -> Bag {
        Bag::default()
    }
    pub fn add(b: &mut Bag, value: Val) {
        b.items.push(value);
        b.len += 1;
    }
    pub fn remove_first(b: &mut Bag) {
        if b.items.is_empty() {
            return;
        }
        let first = b.items.remove(0);
        b.items.retain(|value| *value != first);
        b.len -= 1;
    }
    pub fn is_counted(b: &Bag) -> bool {
        b.items.len() == b.len
    }
}

/// Right: equality of values is an equivalence.
#[glassbox::explore(operations = 4)]
pub mod equivalence {
    use glassbox::Val;
    pub fn new() -> Vec<Val> {
        Vec::new()
    }
    pub fn add(s: &mut Vec<Val>, value: Val) {
        glassbox::assume(s.len() < 3);
        s.push(value);
    }
    pub fn holds(s: &Vec<Val>) -> bool {
        let all = |f: &dyn Fn(&Val, &Val, &Val) -> bool| s.iter().all(|a| s.iter().all(|b| s.iter().all(|c| f(a, b, c))));
        all(&|a, b, c| (a == b) == (b == a) && (!(a == b && b == c) || a == c))
    }
}

/// The only pointer to a block is overwritten: it was kept with a number added.
#[glassbox::explore(operations = 3)]
pub mod lost_code {
    static mut KEPT: usize = 0;
    pub struct S;
    pub fn new() -> S {
        S
    }
    pub fn keep(_: &mut S) {
        let b = std::hint::black_box(Box::into_raw(Box::new(1u64)));
        unsafe { KEPT = (b as usize) ^ 0x55 };
    }
    pub fn forget(_: &mut S) {
        unsafe {
            std::hint::black_box(&raw mut KEPT);
            KEPT = 0;
        }
    }
}

/// An iterator leaves the subject broken after its first item.
#[glassbox::explore(operations = 3)]
pub mod half_an_iterator {
    #[derive(Default)]
    pub struct S {
        items: Vec<u8>,
        n: usize,
    }
    pub struct Taken<'a>(&'a mut S);
    impl Iterator for Taken<'_> {
        type Item = u8;
        fn next(&mut self) -> Option<u8> {
            let item = self.0.items.pop();
            if self.0.items.is_empty() {
                self.0.n = 0;
            }
            item
        }
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S) {
        s.items.push(1);
        s.n += 1;
    }
    pub fn take(s: &mut S) -> Taken<'_> {
        Taken(s)
    }
    pub fn is_counted(s: &S) -> bool {
        s.items.len() == s.n
    }
}

/// A part of the subject that is handed out has another count.
#[glassbox::explore(operations = 3)]
pub mod handed_out {
    #[derive(Default)]
    pub struct S {
        items: Vec<u8>,
        n: usize,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S) {
        s.items.push(1);
        s.n += 1;
    }
    pub fn halves(s: S) -> Result<(S, S), S> {
        if s.items.len() < 2 {
            return Err(s);
        }
        let mut items = s.items;
        let rest = items.split_off(1);
        Ok((S { items, n: 1 }, S { items: rest, n: s.n }))
    }
    pub fn is_counted(s: &S) -> bool {
        s.items.len() == s.n
    }
}

/// What is returned is memory that nobody has written.
#[glassbox::explore(operations = 2)]
pub mod unwritten_result {
    pub fn new() -> Vec<u32> {
        Vec::with_capacity(4)
    }
    pub fn peek(s: &mut Vec<u32>) -> Option<u32> {
        Some(unsafe { *s.as_ptr() })
    }
}

/// Linear probing by the upper bits of a hash, without an end.
#[glassbox::explore(elements = 2)]
pub mod wraps_at_end {
    use glassbox::Key;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    pub struct T([Option<Key>; 4]);
    fn home(key: &Key) -> usize {
        (BuildHasherDefault::<DefaultHasher>::default().hash_one(key) as usize) & 3
    }
    pub fn new() -> T {
        T(Default::default())
    }
    pub fn insert(t: &mut T, key: Key) {
        glassbox::assume(t.0.iter().flatten().count() < 2);
        let mut at = home(&key);
        while t.0[at].as_ref().is_some_and(|k| *k != key) {
            at += 1;
        }
        t.0[at] = Some(key);
    }
}

/// Right: std's collections of keys and values, with equal values and colliding hashes.
#[glassbox::explore(elements = 2)]
pub mod std_map {
    use glassbox::{Key, Val};
    use std::collections::HashMap;
    pub fn new() -> HashMap<Key, Val> {
        HashMap::new()
    }
    pub fn insert(s: &mut HashMap<Key, Val>, key: Key, value: Val) {
        s.insert(key, value);
    }
    pub fn remove(s: &mut HashMap<Key, Val>, key: Key) {
        s.remove(&key);
        assert!(!s.contains_key(&key));
    }
}

/// Right: a text is searched for, which looks at alignments.
#[glassbox::explore(operations = 3)]
pub mod texts {
    pub fn new() -> String {
        String::new()
    }
    pub fn push(s: &mut String, #[glassbox(values = ["ab", "x"])] text: &'static str) {
        s.push_str(text);
    }
    pub fn finds(s: &String) -> bool {
        s.contains("ab") == s.as_bytes().windows(2).any(|pair| pair == b"ab") && s.is_ascii()
    }
}

/// Right: pointers are compared for equality, in a list without an order.
#[glassbox::explore(operations = 4)]
pub mod pointer_set {
    use std::rc::Rc;
    #[derive(Default)]
    pub struct S(Vec<Rc<u8>>);
    pub fn new() -> S {
        S::default()
    }
    pub fn add(s: &mut S) {
        s.0.push(Rc::new(1));
    }
    pub fn again(s: &mut S, #[glassbox(values = 0..s.0.len())] i: usize) {
        let again = s.0[i].clone();
        s.0.push(again);
    }
    pub fn are_found(s: &S) -> bool {
        s.0.iter().all(|a| s.0.iter().filter(|b| Rc::ptr_eq(a, b)).count() == Rc::strong_count(a))
    }
}

/// `read` looks at a slot that was never written. With one key too many, an older key in that slot seems dead.
#[glassbox::explore(elements = 1)]
pub mod unwritten_beside_dead {
    use glassbox::Key;
    use std::mem::MaybeUninit;
    pub struct S {
        slots: Box<[MaybeUninit<Key>]>,
        n: usize,
        is_armed: bool,
        is_ready: bool,
    }
    pub fn new() -> S {
        S { slots: Box::new_uninit_slice(2), n: 0, is_armed: false, is_ready: false }
    }
    pub fn push(s: &mut S, key: Key) {
        glassbox::assume(s.n < 2 && !s.is_armed);
        s.slots[s.n].write(key);
        s.n += 1;
    }
    pub fn arm(s: &mut S) {
        glassbox::assume(s.n == 0);
        s.is_armed = true;
    }
    pub fn skip(s: &mut S) {
        glassbox::assume(s.is_armed);
        (s.is_armed, s.n) = (false, 1);
    }
    pub fn get_ready(s: &mut S) {
        glassbox::assume(s.n == 2);
        s.is_ready = true;
    }
    pub fn read(s: &mut S) {
        glassbox::assume(s.is_ready);
        let (first, second) = unsafe { (s.slots[0].assume_init_ref(), s.slots[1].assume_init_ref()) };
        if first < second {
            std::hint::black_box(());
        }
    }
}

/// Looks at the low bits of 5000 addresses that are aligned, and of one that need not be.
#[glassbox::explore(operations = 2)]
pub mod asks_late {
    pub struct S {
        numbers: Box<[u64; 5000]>,
        bytes: Box<[u8; 12]>,
    }
    pub fn new() -> S {
        S { numbers: Box::new([0; 5000]), bytes: Box::new([0; 12]) }
    }
    pub fn look(s: &mut S) {
        for number in s.numbers.iter() {
            assert!((std::hint::black_box(&raw const *number) as usize) & 7 == 0);
        }
        assert!((std::hint::black_box(s.bytes.as_ptr()) as usize) & 3 == 0, "not aligned");
    }
}

/// An iterator that leaves the subject broken after its second item only.
#[glassbox::explore(operations = 4)]
pub mod two_of_three_items {
    #[derive(Default)]
    pub struct S {
        n: usize,
        has_hole: bool,
    }
    pub struct Items<'a>(&'a mut S, usize);
    impl Iterator for Items<'_> {
        type Item = usize;
        fn next(&mut self) -> Option<usize> {
            self.1 += 1;
            self.0.has_hole = self.1 == 2;
            (self.1 <= self.0.n).then_some(self.1)
        }
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S) {
        s.n += 1;
    }
    pub fn items(s: &mut S) -> Items<'_> {
        glassbox::assume(s.n == 3);
        Items(s, 0)
    }
    pub fn is_whole(s: &S) -> bool {
        !s.has_hole
    }
}

/// Right: a law that remembers, and an operation that copies, which asks where blocks lie.
#[glassbox::explore(operations = 3)]
pub mod remembers_and_copies {
    use std::cell::Cell;
    pub struct S {
        items: Vec<u8>,
        sum: Cell<Option<usize>>,
    }
    pub fn new() -> S {
        S { items: vec![1], sum: Cell::new(None) }
    }
    pub fn double(s: &mut S) {
        let items = s.items.clone();
        unsafe {
            s.items.reserve(items.len());
            let end = s.items.as_mut_ptr().add(s.items.len());
            assert!((end as usize).abs_diff(items.as_ptr() as usize) >= items.len());
            end.copy_from_nonoverlapping(items.as_ptr(), items.len());
            s.items.set_len(s.items.len() * 2);
        }
        s.sum.set(None);
    }
    pub fn sum_is_right(s: &S) -> bool {
        let sum = s.items.iter().map(|item| usize::from(*item)).sum();
        s.sum.replace(Some(sum)).is_none_or(|before| before == sum)
    }
}

/// The bytes of the static stay what they are, but nobody has written them any more.
#[glassbox::explore(operations = 3)]
pub mod poisons_a_static {
    use std::mem::MaybeUninit;
    static mut LAST: MaybeUninit<u32> = MaybeUninit::new(0);
    pub struct S(#[expect(dead_code)] u8);
    pub fn new() -> S {
        S(0)
    }
    pub fn poison(_: &mut S) {
        let fresh: Box<MaybeUninit<u32>> = Box::new_uninit();
        let fresh: *const MaybeUninit<u32> = std::hint::black_box(&raw const *fresh);
        unsafe { (&raw mut LAST).copy_from(fresh, 1) };
    }
    pub fn read(_: &mut S) {
        assert!(unsafe { LAST.assume_init() } != 7);
    }
}

/// The static begins with the number that the first key has.
#[glassbox::explore(operations = 3)]
pub mod key_like_a_static {
    use glassbox::Key;
    use std::mem::ManuallyDrop;
    static mut LAST: u32 = 0x8000_0000;
    static mut IS_KEY: bool = true;
    pub struct S(#[expect(dead_code)] u8);
    pub fn new() -> S {
        S(0)
    }
    pub fn keep(_: &mut S, key: Key) {
        unsafe { LAST = std::mem::transmute_copy(&*ManuallyDrop::new(key)) };
    }
    pub fn compare(_: &mut S, key: Key) {
        unsafe {
            glassbox::assume(IS_KEY);
            let last: ManuallyDrop<Key> = std::mem::transmute_copy(&*std::ptr::addr_of!(LAST));
            assert!(key >= *last, "a key before the last");
        }
    }
}

/// A block that only the exclusive or of 17 addresses leads to.
#[glassbox::explore(operations = 3)]
pub mod one_of_seventeen {
    pub struct S {
        others: Vec<Box<u32>>,
        all: usize,
    }
    impl S {
        fn last(&self) -> *mut u32 {
            let others = self.others.iter().fold(0, |all, other| all ^ (&raw const **other) as usize);
            (self.all ^ others) as *mut u32
        }
    }
    impl Drop for S {
        fn drop(&mut self) {
            drop(unsafe { Box::from_raw(self.last()) });
        }
    }
    pub fn new() -> S {
        let others: Vec<Box<u32>> = (0..16).map(Box::new).collect();
        let last = Box::into_raw(Box::new(0));
        let all = others.iter().fold(last as usize, |all, other| all ^ (&raw const **other) as usize);
        S { others, all }
    }
    pub fn add(s: &mut S) {
        unsafe { *s.last() += 1 };
    }
    pub fn is_small(s: &S) -> bool {
        unsafe { *s.last() < 2 }
    }
}

/// Right: it points into itself, and is never moved.
#[glassbox::explore(operations = 3, pinned)]
pub mod pinned {
    pub struct S {
        number: u8,
        own: *const u8,
    }
    pub fn new() -> S {
        S { number: 1, own: std::ptr::null() }
    }
    pub fn begin(s: &mut S) {
        s.own = &raw const s.number;
    }
    pub fn own_number_is_right(s: &S) -> bool {
        s.own.is_null() || unsafe { *s.own } == s.number
    }
}
