//! Explorations that are wrong, each in a way of its own: what the language keeps to itself (unions, padding, vtables, thread locals),
//! pointers that were right before a buffer moved, counts of owners, and structures that disagree with a model.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong at the third call: a thread local counts.
#[glassbox::explore(operations = 4)]
pub mod in_a_thread_local {
    use std::cell::Cell;
    thread_local! {
        static CALLS: Cell<u8> = const { Cell::new(0) };
    }
    pub fn new() -> bool {
        false
    }
    pub fn call(_: &mut bool) {
        CALLS.with(|calls| {
            calls.set(calls.get() + 1);
            assert!(calls.get() < 3);
        });
    }
}

/// Wrong when a table that is made at the first use has two entries.
#[glassbox::explore(operations = 3)]
pub mod in_a_lazy_lock {
    use std::sync::{LazyLock, Mutex};
    static TABLE: LazyLock<Mutex<Vec<u8>>> = LazyLock::new(|| Mutex::new(Vec::new()));
    pub fn new() -> bool {
        false
    }
    pub fn add(_: &mut bool, #[glassbox(values = 0..2)] item: u8) {
        let mut table = TABLE.lock().unwrap();
        table.push(item);
        assert!(*table != [1, 0]);
    }
}

/// Wrong: a small number is written, and all bytes of a large one are asked. (The compiler fills the other bytes of a union that
/// it can see whole; here it cannot.)
#[glassbox::explore(operations = 2)]
pub mod part_of_a_union {
    #[repr(C)]
    pub union Cell {
        small: u8,
        large: u32,
    }
    pub fn new() -> Box<Cell> {
        unsafe { Box::new_uninit().assume_init() }
    }
    pub fn set(cell: &mut Box<Cell>, #[glassbox(values = 0..2)] item: u8) {
        cell.small = item;
    }
    pub fn look(cell: &mut Box<Cell>) -> bool {
        unsafe { std::hint::black_box(cell.large) == 1 }
    }
}

/// Wrong: `clear` forgets the tag, and a number is taken for a box.
#[glassbox::explore(operations = 3)]
pub mod wrong_tag {
    use std::mem::ManuallyDrop;
    pub union Either {
        number: usize,
        owned: ManuallyDrop<Box<u8>>,
    }
    pub struct S {
        is_owned: bool,
        value: Either,
    }
    pub fn new() -> S {
        S { is_owned: false, value: Either { number: 0 } }
    }
    pub fn own(s: &mut S) {
        clear(s);
        s.is_owned = true;
        s.value = Either { owned: ManuallyDrop::new(Box::new(1)) };
    }
    pub fn clear(s: &mut S) {
        if s.is_owned {
            unsafe { ManuallyDrop::drop(&mut s.value.owned) };
        }
        s.value = Either { number: 8 };
    }
    impl Drop for S {
        fn drop(&mut self) {
            if self.is_owned {
                unsafe { ManuallyDrop::drop(&mut self.value.owned) };
            }
        }
    }
}

/// Wrong: equality looks at bytes between the fields, which nobody wrote.
#[glassbox::explore(operations = 2)]
pub mod with_padding {
    #[repr(C)]
    pub struct Pair {
        small: u8,
        large: u32,
    }
    pub struct S(Box<Pair>, Box<Pair>);
    pub fn new() -> S {
        S(Box::new(Pair { small: 1, large: 2 }), Box::new(Pair { small: 1, large: 2 }))
    }
    pub fn equal(s: &mut S) -> bool {
        let bytes = |pair: &Pair| unsafe { std::slice::from_raw_parts((&raw const *pair).cast::<u8>(), 8) }.to_vec();
        bytes(&s.0) == bytes(&s.1)
    }
}

/// Wrong: a pointer to the first item, which moves when the buffer grows.
#[glassbox::explore(operations = 3)]
pub mod before_growth {
    pub struct S {
        items: Vec<u32>,
        first: *const u32,
    }
    pub fn new() -> S {
        S { items: Vec::with_capacity(1), first: std::ptr::null() }
    }
    pub fn push(s: &mut S) {
        s.items.push(7);
        if s.first.is_null() {
            s.first = s.items.as_ptr();
        }
    }
    pub fn first(s: &mut S) -> u32 {
        if s.first.is_null() { 0 } else { unsafe { std::hint::black_box(s.first).read() } }
    }
}

/// Wrong: the buffer gets smaller, and its end is still read.
#[glassbox::explore(operations = 3)]
pub mod after_shrinking {
    pub struct S {
        items: Vec<u32>,
        last: *const u32,
    }
    pub fn new() -> S {
        let items = vec![1, 2, 3, 4];
        let last = &raw const items[3];
        S { items, last }
    }
    pub fn shrink(s: &mut S) {
        s.items.truncate(2);
        s.items.shrink_to_fit();
    }
    pub fn last(s: &mut S) -> u32 {
        unsafe { std::hint::black_box(s.last).read() }
    }
}

/// Wrong: memory that `realloc` has added is taken for zeros.
#[glassbox::explore(operations = 3)]
pub mod grown_and_unwritten {
    use std::alloc::{Layout, alloc_zeroed, dealloc, realloc};
    pub struct S {
        block: *mut u8,
        size: usize,
    }
    pub fn new() -> S {
        S { block: unsafe { alloc_zeroed(Layout::from_size_align(4, 1).unwrap()) }, size: 4 }
    }
    pub fn grow(s: &mut S) {
        if s.size < 8 {
            s.block = unsafe { realloc(s.block, Layout::from_size_align(s.size, 1).unwrap(), 8) };
            s.size = 8;
        }
    }
    pub fn is_zero(s: &S) -> bool {
        (0..s.size).all(|at| unsafe { s.block.add(at).read() } == 0)
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { dealloc(self.block, Layout::from_size_align(self.size, 1).unwrap()) };
        }
    }
}

/// Wrong: freed with the right size and another alignment.
#[glassbox::explore(operations = 2)]
pub mod other_alignment {
    use std::alloc::{Layout, alloc, dealloc};
    pub struct S(*mut u8);
    pub fn new() -> S {
        S(unsafe { alloc(Layout::from_size_align(8, 8).unwrap()) })
    }
    pub fn touch(s: &mut S) {
        unsafe { s.0.write(1) };
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { dealloc(self.0, Layout::from_size_align(8, 4).unwrap()) };
        }
    }
}

/// Wrong: a vector is put together again with its length as its capacity.
#[glassbox::explore(operations = 3)]
pub mod other_capacity {
    pub fn new() -> Vec<u16> {
        Vec::with_capacity(2)
    }
    pub fn push(items: &mut Vec<u16>) {
        items.push(1);
    }
    pub fn rebuild(items: &mut Vec<u16>) {
        let mut old = std::mem::ManuallyDrop::new(std::mem::take(items));
        if old.capacity() > 0 {
            *items = unsafe { Vec::from_raw_parts(old.as_mut_ptr(), old.len(), old.len().max(1)) };
        }
    }
}

/// Wrong: a value behind a trait object is dropped as a value of another type.
#[glassbox::explore(operations = 3)]
pub mod other_type {
    pub trait Item {}
    impl Item for u64 {}
    impl Item for u8 {}
    pub fn new() -> Vec<Box<dyn Item>> {
        Vec::new()
    }
    pub fn push(items: &mut Vec<Box<dyn Item>>) {
        items.push(Box::new(1_u64));
    }
    pub fn narrow(items: &mut Vec<Box<dyn Item>>) {
        if let Some(item) = items.pop() {
            items.push(unsafe { Box::from_raw(Box::into_raw(item).cast::<u8>()) });
        }
    }
}

/// Wrong: a shared buffer that is copied before a write keeps its count.
#[glassbox::explore(operations = 3)]
pub mod copy_on_write {
    use std::ptr::NonNull;
    struct Shared {
        count: usize,
        item: u8,
    }
    pub struct S {
        first: NonNull<Shared>,
        second: NonNull<Shared>,
    }
    fn made(item: u8) -> NonNull<Shared> {
        NonNull::from(Box::leak(Box::new(Shared { count: 1, item })))
    }
    fn released(shared: NonNull<Shared>) {
        unsafe {
            (*shared.as_ptr()).count -= 1;
            if (*shared.as_ptr()).count == 0 {
                drop(Box::from_raw(shared.as_ptr()));
            }
        }
    }
    pub fn new() -> S {
        S { first: made(0), second: made(1) }
    }
    pub fn share(s: &mut S) {
        released(s.second);
        s.second = s.first;
        unsafe { (*s.first.as_ptr()).count += 1 };
    }
    pub fn write(s: &mut S) {
        if unsafe { s.second.as_ref() }.count > 1 {
            s.second = made(unsafe { s.second.as_ref() }.item);
        }
        unsafe { (*s.second.as_ptr()).item ^= 1 };
    }
    impl Drop for S {
        fn drop(&mut self) {
            released(self.first);
            released(self.second);
        }
    }
}

/// Wrong: one owner too few is counted.
#[glassbox::explore(operations = 3)]
pub mod counted_down {
    use std::rc::Rc;
    pub fn new() -> Vec<Rc<u8>> {
        vec![Rc::new(1)]
    }
    pub fn share(items: &mut Vec<Rc<u8>>) {
        if let Some(first) = items.first() {
            items.push(unsafe { Rc::from_raw(Rc::as_ptr(first)) });
        }
    }
    pub fn pop(items: &mut Vec<Rc<u8>>) {
        items.pop();
    }
}

/// Wrong: a child asks for its parent when that is gone.
#[glassbox::explore(operations = 3)]
pub mod upgraded_late {
    use std::rc::{Rc, Weak};
    pub struct S {
        parent: Option<Rc<u8>>,
        child: Option<Weak<u8>>,
    }
    pub fn new() -> S {
        S { parent: Some(Rc::new(3)), child: None }
    }
    pub fn adopt(s: &mut S) {
        s.child = s.parent.as_ref().map(Rc::downgrade);
    }
    pub fn leave(s: &mut S) {
        s.parent = None;
    }
    pub fn ask(s: &mut S) -> u8 {
        s.child.as_ref().map_or(0, |child| *child.upgrade().expect("parents live longer"))
    }
}

/// Wrong: the way from a field back to its node is one field too short.
#[glassbox::explore(operations = 2)]
pub mod container_of {
    #[repr(C)]
    pub struct Node {
        number: u32,
        mark: u32,
        link: u32,
    }
    pub fn new() -> Box<Node> {
        Box::new(Node { number: 7, mark: 9, link: 0 })
    }
    pub fn number(node: &mut Box<Node>) {
        let link = &raw const node.link;
        let back = unsafe { link.cast::<u8>().sub(4) }.cast::<Node>();
        assert_eq!(unsafe { (*back).number }, 7);
    }
}

/// Wrong: fields are dropped in their order, and the second one looks at the first one's block.
#[glassbox::explore(operations = 2)]
pub mod order_of_drops {
    pub struct Watch(*const u8);
    impl Drop for Watch {
        fn drop(&mut self) {
            if !self.0.is_null() {
                assert_eq!(unsafe { std::hint::black_box(self.0).read() }, 5);
            }
        }
    }
    pub struct S {
        item: Box<u8>,
        watch: Watch,
    }
    pub fn new() -> S {
        S { item: Box::new(5), watch: Watch(std::ptr::null()) }
    }
    pub fn watch(s: &mut S) {
        s.watch.0 = &raw const *s.item;
    }
}

/// Wrong: dropping is impossible with two items.
#[glassbox::explore(operations = 3)]
pub mod panics_at_the_end {
    pub struct S(Vec<u8>);
    pub fn new() -> S {
        S(Vec::new())
    }
    pub fn push(s: &mut S) {
        s.0.push(1);
    }
    impl Drop for S {
        fn drop(&mut self) {
            assert_ne!(self.0.len(), 2);
        }
    }
}

/// Wrong: an iterator that takes items out gives the length back when it is dropped, and it may be forgotten.
#[glassbox::explore(operations = 3)]
pub mod forgotten_drain {
    pub struct Drain<'a>(&'a mut Vec<Box<u8>>, usize);
    impl Iterator for Drain<'_> {
        type Item = Box<u8>;
        fn next(&mut self) -> Option<Box<u8>> {
            let item = (self.1 < self.0.len()).then(|| unsafe { self.0.as_ptr().add(self.1).read() });
            self.1 += 1;
            item
        }
    }
    impl Drop for Drain<'_> {
        fn drop(&mut self) {
            while self.next().is_some() {}
            unsafe { self.0.set_len(0) };
        }
    }
    pub fn new() -> Vec<Box<u8>> {
        Vec::new()
    }
    pub fn push(items: &mut Vec<Box<u8>>) {
        items.push(Box::new(1));
    }
    pub fn take_one(items: &mut Vec<Box<u8>>) {
        let mut drain = Drain(items, 0);
        drop(drain.next());
        std::mem::forget(drain);
    }
}

/// Wrong: a copy has the same block, and both free it.
#[glassbox::explore(operations = 3)]
pub mod shallow_copy {
    pub struct Owner(*mut u8);
    impl Clone for Owner {
        fn clone(&self) -> Self {
            Self(self.0)
        }
    }
    impl Drop for Owner {
        fn drop(&mut self) {
            drop(unsafe { Box::from_raw(self.0) });
        }
    }
    pub fn new() -> Vec<Owner> {
        Vec::new()
    }
    pub fn push(owners: &mut Vec<Owner>) {
        owners.push(Owner(Box::into_raw(Box::new(1))));
    }
    pub fn copy_and_forget(owners: &mut Vec<Owner>) {
        std::mem::forget(owners.last().cloned());
    }
    pub fn copy(owners: &mut Vec<Owner>) {
        let copy = owners.last().cloned();
        owners.extend(copy);
    }
}

/// Wrong: ranges that overlap are copied as if they did not.
#[glassbox::explore(operations = 3)]
pub mod overlapping {
    pub fn new() -> Vec<u8> {
        Vec::with_capacity(4)
    }
    pub fn push_front(items: &mut Vec<u8>, #[glassbox(values = 0..2)] item: u8) {
        if items.len() < 4 {
            unsafe {
                let at = items.as_mut_ptr();
                std::ptr::copy_nonoverlapping(at, at.add(1), items.len());
                at.write(item);
                items.set_len(items.len() + 1);
            }
        }
    }
}

/// Wrong: a number that is none is not comparable.
#[glassbox::explore(operations = 3)]
pub mod not_a_number {
    pub fn new() -> Vec<f32> {
        Vec::new()
    }
    pub fn insert(items: &mut Vec<f32>, #[glassbox(values = 0..3)] item: u8) {
        let item = (f32::from(item) - 1.0).sqrt();
        let place = items.binary_search_by(|other| other.partial_cmp(&item).expect("numbers are comparable"));
        items.insert(place.unwrap_or_else(|place| place), item);
    }
}

/// Wrong: zero is there, and minus zero is not.
#[glassbox::explore(operations = 2)]
pub mod two_zeros {
    pub fn new() -> Vec<f32> {
        Vec::new()
    }
    pub fn insert(items: &mut Vec<f32>, is_negative: bool) {
        items.push(if is_negative { -0.0 } else { 0.0 });
    }
    pub fn contains(items: &mut Vec<f32>, is_negative: bool) {
        let item = if is_negative { -0.0_f32 } else { 0.0 };
        let by_bits = items.iter().any(|other| other.to_bits() == item.to_bits());
        assert_eq!(by_bits, items.contains(&item));
    }
}

/// Wrong: a text is cut inside a letter.
#[glassbox::explore(operations = 3)]
pub mod inside_a_letter {
    pub fn new() -> String {
        String::new()
    }
    pub fn push(text: &mut String, #[glassbox(values = ['a', 'ß'])] letter: char) {
        text.push(letter);
    }
    pub fn shorten(text: &mut String) {
        let len = text.len().saturating_sub(1);
        text.truncate(len);
    }
}

/// Wrong with two items: the visitor borrows what is borrowed.
#[glassbox::explore(operations = 3)]
pub mod borrowed_twice {
    use std::cell::RefCell;
    pub fn new() -> RefCell<Vec<u8>> {
        RefCell::new(Vec::new())
    }
    pub fn push(items: &mut RefCell<Vec<u8>>) {
        items.borrow_mut().push(1);
    }
    pub fn visit(items: &RefCell<Vec<u8>>) -> bool {
        for (at, _) in items.borrow().iter().enumerate() {
            if at == 1 {
                items.borrow_mut().pop();
            }
        }
        true
    }
}

/// Wrong at the third call: a closure on the heap counts.
#[glassbox::explore(operations = 4)]
pub mod in_a_closure {
    pub fn new() -> Box<dyn FnMut() -> u8> {
        let mut calls = 0;
        Box::new(move || {
            calls += 1;
            calls
        })
    }
    pub fn call(counter: &mut Box<dyn FnMut() -> u8>) {
        assert!(counter() < 3);
    }
}

/// Wrong: a place that is freed twice is given out twice.
#[glassbox::explore(operations = 5)]
pub mod freed_places {
    pub struct S {
        free: Vec<u8>,
        used: [bool; 2],
    }
    pub fn new() -> S {
        S { free: vec![0, 1], used: [false; 2] }
    }
    pub fn take(s: &mut S) {
        if let Some(place) = s.free.pop() {
            assert!(!std::mem::replace(&mut s.used[usize::from(place)], true));
        }
    }
    pub fn give(s: &mut S, #[glassbox(values = 0..2)] place: u8) {
        s.used[usize::from(place)] = false;
        if s.free.first() != Some(&place) {
            s.free.push(place);
        }
    }
}

/// Wrong: bits from 64 on are taken for others.
#[glassbox::explore(operations = 2)]
pub mod wide_bits {
    pub struct S {
        bits: u128,
        model: Vec<u32>,
    }
    pub fn new() -> S {
        S { bits: 0, model: Vec::new() }
    }
    pub fn insert(s: &mut S, #[glassbox(values = [0, 63, 64, 127])] bit: u32) {
        s.bits |= u128::from(1_u64.rotate_left(bit)) << (bit & 64);
        s.model.push(bit);
    }
    pub fn remove(s: &mut S, #[glassbox(values = [0, 63, 64, 127])] bit: u32) {
        s.bits &= !(1_u128 << (bit & 63));
        s.model.retain(|other| *other != bit);
    }
    pub fn has(s: &S) -> bool {
        [0, 63, 64, 127].iter().all(|bit| (s.bits >> bit & 1 == 1) == s.model.contains(bit))
    }
}

/// Wrong: the item that takes the place of a removed one keeps its old number.
#[glassbox::explore(operations = 4)]
pub mod moved_item {
    use std::collections::BTreeMap;
    pub struct S {
        items: Vec<u8>,
        places: BTreeMap<u8, usize>,
    }
    pub fn new() -> S {
        S { items: Vec::new(), places: BTreeMap::new() }
    }
    pub fn insert(s: &mut S, #[glassbox(values = 0..3)] item: u8) {
        let end = s.items.len();
        if *s.places.entry(item).or_insert(end) == end {
            s.items.push(item);
        }
    }
    pub fn remove(s: &mut S, #[glassbox(values = 0..3)] item: u8) {
        if let Some(place) = s.places.remove(&item) {
            s.items.swap_remove(place);
        }
    }
    pub fn agree(s: &S) -> bool {
        s.places.iter().all(|(item, place)| s.items.get(*place) == Some(item))
    }
}

/// Wrong: the list is cleared, and its end is not.
#[glassbox::explore(operations = 3)]
pub mod old_end {
    pub struct Node {
        next: Option<Box<Node>>,
    }
    pub struct List {
        first: Option<Box<Node>>,
        last: *mut Node,
    }
    pub fn new() -> List {
        List { first: None, last: std::ptr::null_mut() }
    }
    pub fn push(list: &mut List) {
        let mut node = Box::new(Node { next: None });
        let at = &raw mut *node;
        if list.last.is_null() {
            list.first = Some(node);
        } else {
            unsafe { (*list.last).next = Some(node) };
        }
        list.last = at;
    }
    pub fn clear(list: &mut List) {
        list.first = None;
    }
}

/// Wrong: a mark in the lowest bit of a pointer stays when the block is freed.
#[glassbox::explore(operations = 3)]
pub mod marked_owner {
    pub struct S(*mut u32);
    pub fn new() -> S {
        S(Box::into_raw(Box::new(1)))
    }
    pub fn mark(s: &mut S) {
        s.0 = s.0.map_addr(|address| address | 1);
    }
    pub fn unmark(s: &mut S) {
        s.0 = s.0.map_addr(|address| address & !1);
    }
    impl Drop for S {
        fn drop(&mut self) {
            drop(unsafe { Box::from_raw(self.0) });
        }
    }
}
