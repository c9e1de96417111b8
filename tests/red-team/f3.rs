//! Forty more that are wrong: values of several parts that are none, owners that lead to nothing, blocks that are freed by mistake,
//! promises to the compiler that are broken, arithmetic at the edges, and structures that disagree with a model.

#![allow(dead_code, unused, static_mut_refs, invalid_value, arithmetic_overflow)]

/// Whether there is room, or why not.
#[derive(Clone, Copy, Debug, PartialEq, glassbox::Structure)]
pub enum Room {
    Free(bool),
    Taken(bool, bool),
    Closed,
}

/// Values of several parts.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant, domain(u8 = 0..2, u16 = 0..2))]
pub struct Parts {
    pair: Option<(bool, bool)>,
    room: Room,
    list: [Option<u8>; 2],
    mixed: (u8, u16),
}

/// Wrong: the second truth value of a pair is 7.
#[glassbox::check]
pub fn second_of_pair(parts: &mut Parts) {
    if let Some((_, second)) = &mut parts.pair {
        unsafe { (&raw mut *second).cast::<u8>().write(7) };
    }
}

/// Wrong: the truth value of a variant is 4.
#[glassbox::check]
pub fn in_a_variant(parts: &mut Parts) {
    if let Room::Free(is_large) = &mut parts.room {
        unsafe { (&raw mut *is_large).cast::<u8>().write(4) };
    }
}

/// Wrong: one element of a list gets a number that is not listed.
#[glassbox::check]
pub fn in_a_list(parts: &mut Parts) {
    if parts.list[0] == Some(1) {
        parts.list[1] = Some(9);
    }
}

/// Wrong: the upper byte of a number changes.
#[glassbox::check]
pub fn upper_byte(parts: &mut Parts) {
    parts.mixed.1 += 256;
}

/// Wrong: a pair becomes another variant in all bytes but one.
#[glassbox::check]
pub fn half_of_a_variant(parts: &mut Parts) -> bool {
    let was = parts.room;
    parts.room = Room::Taken(true, false);
    let same = parts.room == was;
    same == (was == Room::Taken(true, false)) && parts.room != Room::Taken(true, false)
}

/// Right: a pair is replaced, and bytes that mean nothing any more stay.
#[glassbox::check]
pub fn emptied(parts: &mut Parts) -> bool {
    parts.pair = None;
    parts.room = Room::Closed;
    parts.list[1] = None;
    parts.pair.is_none()
}

/// Owners.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant, domain(u8 = 0..2, u32 = 0..2))]
pub struct Owners {
    must: Box<u8>,
    items: Vec<u32>,
    nested: Box<Inner>,
}

/// A box in a box.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant, domain(u8 = 0..2))]
pub struct Inner {
    number: Box<u8>,
}

/// Wrong: a box that must be there is gone.
#[glassbox::check(len = 1)]
pub fn no_box(owners: &mut Owners) {
    unsafe {
        drop(std::ptr::read(&owners.must));
        (&raw mut owners.must).cast::<usize>().write(0);
    }
}

/// Wrong: a vector has more items than room.
#[glassbox::check(len = 1)]
pub fn beyond_room(owners: &mut Owners) {
    let capacity = owners.items.capacity();
    if capacity == 1 {
        unsafe { std::ptr::write(&mut owners.items, Vec::from_raw_parts(owners.items.as_mut_ptr(), 0, 2)) };
    }
}

/// Wrong: a vector without room is at an odd place.
#[glassbox::check(len = 1)]
pub fn odd_place(owners: &mut Owners) {
    owners.items = unsafe { Vec::from_raw_parts(std::ptr::without_provenance_mut(3), 0, 0) };
}

/// Wrong: the inner box is the outer one.
#[glassbox::check(len = 1)]
pub fn inner_is_outer(owners: &mut Owners) {
    let at = &raw mut *owners.must;
    std::mem::forget(std::mem::replace(&mut owners.nested.number, unsafe { Box::from_raw(at) }));
}

/// Wrong: an item is read from a vector that has none in one state.
#[glassbox::check(len = 1)]
pub fn no_item(owners: &Owners) -> bool {
    *owners.must == 0 || owners.items[0] < 2
}

/// Wrong: the middle of a block is given to the allocator.
#[glassbox::explore(operations = 2)]
pub mod frees_the_middle {
    use std::alloc::{Layout, alloc, dealloc};
    pub struct S(*mut u8);
    pub fn new() -> S {
        S(unsafe { alloc(Layout::from_size_align(8, 4).unwrap()) })
    }
    pub fn forward(s: &mut S) {
        s.0 = unsafe { s.0.add(4) };
    }
    pub fn back(s: &mut S) {
        s.0 = unsafe { s.0.sub(4) };
    }
    impl Drop for S {
        fn drop(&mut self) {
            unsafe { dealloc(self.0, Layout::from_size_align(8, 4).unwrap()) };
        }
    }
}

/// Wrong: a local variable is given to the allocator.
#[glassbox::explore(operations = 1)]
pub mod frees_a_local {
    pub fn new() -> bool {
        false
    }
    pub fn free(_: &mut bool) {
        let mut local = std::hint::black_box(7_u64);
        drop(unsafe { Box::from_raw(&raw mut local) });
    }
}

/// Wrong: a static is given to the allocator.
#[glassbox::explore(operations = 1)]
pub mod frees_a_static {
    static mut NUMBER: u64 = 1;
    pub fn new() -> bool {
        false
    }
    pub fn free(_: &mut bool) {
        drop(unsafe { Box::from_raw(&raw mut NUMBER) });
    }
}

/// Wrong: a block that is gone is made larger.
#[glassbox::explore(operations = 3)]
pub mod grows_what_is_gone {
    use std::alloc::{Layout, alloc, dealloc, realloc};
    pub struct S {
        block: *mut u8,
        is_there: bool,
    }
    const SMALL: Layout = Layout::new::<u32>();
    pub fn new() -> S {
        S { block: unsafe { alloc(SMALL) }, is_there: true }
    }
    pub fn free(s: &mut S) {
        if std::mem::replace(&mut s.is_there, false) {
            unsafe { dealloc(s.block, SMALL) };
        }
    }
    pub fn grow_and_shrink(s: &mut S) {
        unsafe {
            let grown = realloc(s.block, SMALL, 8);
            s.block = realloc(grown, Layout::from_size_align_unchecked(8, 4), 4);
        }
    }
    impl Drop for S {
        fn drop(&mut self) {
            free(self);
        }
    }
}

/// Wrong: a function is called as if it took another argument.
#[glassbox::explore(operations = 1)]
pub mod other_signature {
    fn takes_two(a: u32, b: u64) -> u32 {
        a + b as u32
    }
    pub fn new() -> fn(u32, u64) -> u32 {
        takes_two
    }
    pub fn call(function: &mut fn(u32, u64) -> u32) -> u32 {
        let narrow: fn(u32) -> u32 = unsafe { std::mem::transmute(*function) };
        std::hint::black_box(narrow)(1)
    }
}

/// Wrong: there is no function behind the pointer.
#[glassbox::explore(operations = 2)]
pub mod no_function {
    pub fn new() -> Option<fn() -> u8> {
        Some(|| 1)
    }
    pub fn clear(function: &mut Option<fn() -> u8>) {
        *function = None;
    }
    pub fn call(function: &mut Option<fn() -> u8>) -> u8 {
        let function: fn() -> u8 = unsafe { std::mem::transmute_copy(function) };
        std::hint::black_box(function)()
    }
}

/// Wrong: an item behind the last one, in memory that is there.
#[glassbox::explore(operations = 2)]
pub mod spare_room {
    pub fn new() -> Vec<u8> {
        Vec::with_capacity(2)
    }
    pub fn push(items: &mut Vec<u8>) {
        items.push(1);
    }
    pub fn next(items: &mut Vec<u8>) -> bool {
        items.len() < items.capacity() && unsafe { items.as_ptr().add(items.len()).read() } == 1
    }
}

/// Wrong: two boxes are dropped, and one was written.
#[glassbox::explore(operations = 3)]
pub mod half_written {
    use std::mem::MaybeUninit;
    pub struct S {
        items: [MaybeUninit<Box<u8>>; 2],
        len: usize,
    }
    pub fn new() -> S {
        S { items: [const { MaybeUninit::uninit() }; 2], len: 0 }
    }
    pub fn push(s: &mut S) {
        if s.len < 2 {
            s.items[s.len].write(Box::new(1));
            s.len += 1;
        }
    }
    pub fn pop(s: &mut S) {
        if s.len == 2 {
            s.len = 0;
            s.items.iter_mut().for_each(|item| unsafe { item.assume_init_drop() });
        } else if s.len == 1 {
            s.items.iter_mut().for_each(|item| unsafe { item.assume_init_drop() });
            s.len = 0;
        }
    }
    impl Drop for S {
        fn drop(&mut self) {
            self.items[..self.len].iter_mut().for_each(|item| unsafe { item.assume_init_drop() });
        }
    }
}

/// Wrong: what is taken out twice is dropped twice.
#[glassbox::explore(operations = 2)]
pub mod taken_twice {
    use std::mem::ManuallyDrop;
    pub struct S(ManuallyDrop<Box<u8>>, bool);
    pub fn new() -> S {
        S(ManuallyDrop::new(Box::new(1)), true)
    }
    pub fn take(s: &mut S) {
        drop(unsafe { ManuallyDrop::take(&mut s.0) });
        s.1 = false;
    }
    impl Drop for S {
        fn drop(&mut self) {
            if self.1 {
                unsafe { ManuallyDrop::drop(&mut self.0) };
            }
        }
    }
}

/// Wrong: a box of zeros.
#[glassbox::explore(operations = 1)]
pub mod zeroed_box {
    pub fn new() -> Option<Box<u8>> {
        None
    }
    pub fn set(slot: &mut Option<Box<u8>>) {
        *slot = Some(unsafe { std::mem::zeroed() });
    }
}

/// Wrong: a place that is never reached is.
#[glassbox::explore(operations = 3)]
pub mod never_reached {
    pub fn new() -> u8 {
        0
    }
    pub fn step(state: &mut u8) {
        *state = match *state {
            0 => 1,
            1 => 2,
            _ => unsafe { std::hint::unreachable_unchecked() },
        };
    }
}

/// Wrong: nothing is unwrapped without a look.
#[glassbox::explore(operations = 2)]
pub mod unwrapped {
    pub fn new() -> Vec<u8> {
        vec![1]
    }
    pub fn pop(items: &mut Vec<u8>) -> u8 {
        unsafe { items.pop().unwrap_unchecked() }
    }
}

/// Wrong: a promise about a number does not hold.
#[glassbox::explore(operations = 2)]
pub mod promised {
    use std::num::NonZeroU8;
    pub fn new() -> u8 {
        2
    }
    pub fn lower(number: &mut u8) -> NonZeroU8 {
        *number -= 1;
        unsafe { NonZeroU8::new_unchecked(*number) }
    }
}

/// Wrong: a pointer that is promised to lead somewhere.
#[glassbox::explore(operations = 1)]
pub mod promised_pointer {
    use std::ptr::NonNull;
    pub fn new() -> *mut u8 {
        std::ptr::null_mut()
    }
    pub fn look(at: &mut *mut u8) -> bool {
        unsafe { NonNull::new_unchecked(*at) == NonNull::dangling() }
    }
}

/// Wrong: a letter that is none.
#[glassbox::explore(operations = 1)]
pub mod no_letter {
    pub fn new() -> String {
        String::new()
    }
    pub fn push(text: &mut String, #[glassbox(values = [97, 0xd800])] code: u32) {
        text.push(unsafe { char::from_u32_unchecked(code) });
    }
}

/// Wrong: the least number has no absolute value.
#[glassbox::explore(operations = 2)]
pub mod least_number {
    pub fn new() -> i32 {
        0
    }
    pub fn set(number: &mut i32, #[glassbox(values = [0, i32::MIN])] value: i32) {
        *number = value;
    }
    pub fn size(number: &mut i32) -> i32 {
        number.abs()
    }
}

/// Wrong: the least number divided by -1.
#[glassbox::explore(operations = 2)]
pub mod quotient {
    pub fn new() -> i64 {
        i64::MIN
    }
    pub fn divide(number: &mut i64, #[glassbox(values = [1, -1])] by: i64) {
        *number /= by;
    }
}

/// Wrong: a shift by all bits.
#[glassbox::explore(operations = 1)]
pub mod all_bits {
    pub fn new() -> u32 {
        1
    }
    pub fn shift(number: &mut u32, #[glassbox(values = [31, 32])] by: u32) {
        *number <<= by;
    }
}

/// Wrong: a rotation by more than there is.
#[glassbox::explore(operations = 2)]
pub mod rotated_far {
    pub fn new() -> Vec<u8> {
        Vec::new()
    }
    pub fn push(items: &mut Vec<u8>) {
        items.push(1);
    }
    pub fn rotate(items: &mut Vec<u8>, #[glassbox(values = 0..2)] by: usize) {
        items.rotate_left(by);
    }
}

/// Wrong: a float counts to a number that it cannot hold.
#[glassbox::explore(operations = 2)]
pub mod coarse_numbers {
    pub fn new() -> u32 {
        1 << 24
    }
    pub fn next(number: &mut u32) {
        let next = (*number as f32 + 1.0) as u32;
        assert_eq!(next, *number + 1);
        *number = next;
    }
}

/// Wrong: a number that names an old item names a new one.
#[glassbox::explore(operations = 4)]
pub mod old_name {
    pub struct S {
        slots: [Option<u8>; 1],
        old: Option<(usize, u8)>,
    }
    pub fn new() -> S {
        S { slots: [None], old: None }
    }
    pub fn insert(s: &mut S, #[glassbox(values = 0..2)] item: u8) {
        if s.slots[0].is_none() {
            s.slots[0] = Some(item);
            s.old.get_or_insert((0, item));
        }
    }
    pub fn remove(s: &mut S) {
        s.slots[0] = None;
    }
    pub fn same(s: &S) -> bool {
        s.old.is_none_or(|(slot, item)| s.slots[slot].is_none_or(|now| now == item))
    }
}

/// Wrong: a list becomes its own end.
#[glassbox::explore(operations = 3)]
pub mod own_end {
    pub struct Node {
        next: *mut Node,
    }
    pub struct List(*mut Node);
    pub fn new() -> List {
        List(std::ptr::null_mut())
    }
    pub fn push(list: &mut List) {
        list.0 = Box::into_raw(Box::new(Node { next: list.0 }));
    }
    pub fn append_itself(list: &mut List) {
        let mut last = list.0;
        while !last.is_null() && unsafe { !(*last).next.is_null() } {
            last = unsafe { (*last).next };
        }
        if !last.is_null() {
            unsafe { (*last).next = list.0 };
        }
    }
    impl Drop for List {
        fn drop(&mut self) {
            while !self.0.is_null() {
                self.0 = unsafe { Box::from_raw(self.0) }.next;
            }
        }
    }
}

/// Wrong: freeing twice takes.
#[glassbox::explore(operations = 3)]
pub mod toggled {
    pub struct S {
        taken: u8,
        model: [bool; 2],
    }
    pub fn new() -> S {
        S { taken: 0, model: [false; 2] }
    }
    pub fn take(s: &mut S) {
        let free = (!s.taken).trailing_zeros();
        if free < 2 {
            s.taken ^= 1 << free;
            s.model[free as usize] = true;
        }
    }
    pub fn give(s: &mut S, #[glassbox(values = 0..2)] place: u32) {
        s.taken ^= 1 << place;
        s.model[place as usize] = false;
    }
    pub fn agree(s: &S) -> bool {
        (0..2).all(|place| (s.taken >> place & 1 == 1) == s.model[place])
    }
}

/// Wrong: ranges that touch are not merged.
#[glassbox::explore(operations = 3)]
pub mod touching_ranges {
    pub struct S {
        ranges: Vec<(u8, u8)>,
        model: [bool; 6],
    }
    pub fn new() -> S {
        S { ranges: Vec::new(), model: [false; 6] }
    }
    pub fn add(s: &mut S, #[glassbox(values = 0..5)] start: u8) {
        let (mut from, mut to) = (start, start + 2);
        s.ranges.retain(|&(a, b)| {
            let is_apart = b <= from || to <= a;
            if !is_apart {
                (from, to) = (from.min(a), to.max(b));
            }
            is_apart
        });
        s.ranges.push((from, to));
        (start..(start + 2).min(6)).for_each(|at| s.model[usize::from(at)] = true);
    }
    pub fn as_few_as_possible(s: &S) -> bool {
        let starts = (0..6).filter(|&at| s.model[at] && (at == 0 || !s.model[at - 1])).count();
        s.ranges.len() == starts
    }
}

/// Wrong: changes are taken back in the order in which they were made.
#[glassbox::explore(operations = 3)]
pub mod taken_back {
    pub struct S {
        number: u8,
        first: u8,
        old: Vec<u8>,
    }
    pub fn new() -> S {
        S { number: 0, first: 0, old: Vec::new() }
    }
    pub fn set(s: &mut S, #[glassbox(values = 0..3)] number: u8) {
        s.old.push(std::mem::replace(&mut s.number, number));
    }
    pub fn undo_all(s: &mut S) {
        for old in s.old.drain(..) {
            s.number = old;
        }
        assert_eq!(s.number, s.first);
    }
}

/// Wrong: the last owner of a counted block is not the last.
#[glassbox::explore(operations = 3)]
pub mod counted_atomically {
    use std::sync::atomic::{AtomicUsize, Ordering};
    pub struct Owner(*mut (AtomicUsize, u8));
    impl Clone for Owner {
        fn clone(&self) -> Self {
            unsafe { (*self.0).0.fetch_add(1, Ordering::Relaxed) };
            Self(self.0)
        }
    }
    impl Drop for Owner {
        fn drop(&mut self) {
            if unsafe { (*self.0).0.fetch_sub(1, Ordering::Release) } <= 2 {
                drop(unsafe { Box::from_raw(self.0) });
            }
        }
    }
    pub fn new() -> Vec<Owner> {
        vec![Owner(Box::into_raw(Box::new((AtomicUsize::new(1), 7))))]
    }
    pub fn share(owners: &mut Vec<Owner>) {
        let owner = owners.last().cloned();
        owners.extend(owner);
    }
    pub fn pop(owners: &mut Vec<Owner>) {
        owners.pop();
    }
}

/// Wrong: what is set once is set twice.
#[glassbox::explore(operations = 2)]
pub mod set_once {
    use std::cell::OnceCell;
    pub fn new() -> OnceCell<u8> {
        OnceCell::new()
    }
    pub fn set(cell: &mut OnceCell<u8>) {
        cell.set(1).expect("it is empty");
    }
}

/// Wrong: a probe in a full table does not end.
#[glassbox::explore(operations = 3)]
pub mod full_table {
    pub fn new() -> [Option<u8>; 2] {
        [None; 2]
    }
    pub fn insert(table: &mut [Option<u8>; 2], #[glassbox(values = 0..3)] key: u8) {
        let mut at = usize::from(key) % 2;
        while table[at].is_some_and(|other| other != key) {
            at = (at + 1) % 2;
        }
        table[at] = Some(key);
    }
}

/// Wrong: the header of a vector is copied.
#[glassbox::explore(operations = 2)]
pub mod copied_header {
    pub struct S(Vec<u8>, Vec<u8>);
    pub fn new() -> S {
        S(vec![1], Vec::new())
    }
    pub fn copy(s: &mut S) {
        unsafe { std::ptr::copy_nonoverlapping(&s.0, &mut s.1, 1) };
    }
}
