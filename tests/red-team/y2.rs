//! Explorations of subjects that are moved, returned, merged and dropped.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: the tail may lead to a field of the queue itself, so it dangles once the queue is moved.
#[glassbox::explore(operations = 6, elements = 3)]
pub mod moved {
    use glassbox::Val;
    use std::ptr::null_mut;
    pub struct Node {
        value: Val,
        next: *mut Node,
    }
    pub struct Queue {
        head: *mut Node,
        tail: *mut *mut Node,
        len: usize,
    }
    impl Queue {
        pub fn new() -> Self {
            Self { head: null_mut(), tail: null_mut(), len: 0 }
        }
        pub fn push(&mut self, value: Val) {
            if self.tail.is_null() {
                self.tail = &raw mut self.head;
            }
            let node = Box::into_raw(Box::new(Node { value, next: null_mut() }));
            unsafe {
                *self.tail = node;
                self.tail = &raw mut (*node).next;
            }
            self.len += 1;
        }
        pub fn pop(&mut self) -> Option<Val> {
            if self.head.is_null() {
                return None;
            }
            let node = unsafe { Box::from_raw(self.head) };
            self.head = node.next;
            if self.head.is_null() {
                self.tail = &raw mut self.head;
            }
            self.len -= 1;
            Some(node.value)
        }
    }
    impl Drop for Queue {
        fn drop(&mut self) {
            while self.pop().is_some() {}
        }
    }
    pub fn new() -> Queue {
        Queue::new()
    }
    pub fn push(q: &mut Queue, value: Val) {
        q.push(value);
    }
    pub fn pop(q: &mut Queue) {
        q.pop();
    }
    pub fn len_is_right(q: &Queue) -> bool {
        let (mut n, mut at) = (0, q.head);
        while !at.is_null() {
            n += 1;
            at = unsafe { (*at).next };
        }
        n == q.len
    }
}

/// Wrong: the text leads to the buffer inside itself, so it dangles once the text is moved.
#[glassbox::explore(operations = 5)]
pub mod inline_buffer {
    /// Text of up to 7 bytes, stored in `place`.
    pub struct Text {
        data: *mut u8,
        len: usize,
        place: [u8; 7],
    }
    pub fn new() -> Text {
        Text { data: std::ptr::null_mut(), len: 0, place: [0; 7] }
    }
    pub fn push(t: &mut Text, #[glassbox(values = 0..2)] x: u8) {
        glassbox::assume(t.len < 7);
        if t.len == 0 {
            t.data = t.place.as_mut_ptr();
        }
        unsafe {
            t.data.add(t.len).write(x);
        }
        t.len += 1;
    }
    pub fn get(t: &mut Text, #[glassbox(values = 0..t.len)] i: usize) {
        assert!(unsafe { t.data.add(i).read() } < 2);
    }
}

/// Wrong: the subject that is split off has the length of the whole.
#[glassbox::explore(operations = 4)]
pub mod split_off {
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
    pub fn split_off(s: &mut S, #[glassbox(values = 0..=s.v.len())] at: usize) -> S {
        let v = s.v.split_off(at);
        let n = s.n;
        s.n = at;
        S { v, n }
    }
    pub fn count_is_right(s: &S) -> bool {
        s.v.len() == s.n
    }
}

/// Wrong: `merge` takes two sorted lists by value, and its result is not sorted.
#[glassbox::explore(operations = 4)]
pub mod merged {
    use glassbox::Key;
    #[derive(Default, Debug)]
    pub struct Sorted {
        keys: Vec<Key>,
    }
    pub fn new() -> Sorted {
        Sorted::default()
    }
    pub fn insert(s: &mut Sorted, key: Key) {
        let at = s.keys.partition_point(|k| *k < key);
        s.keys.insert(at, key);
    }
    pub fn merge(mut a: Sorted, mut b: Sorted) -> Sorted {
        a.keys.append(&mut b.keys);
        a
    }
    pub fn is_sorted(s: &Sorted) -> bool {
        s.keys.is_sorted()
    }
}

/// Wrong: `Drop` makes a choice, and leaks for all choices but the first.
#[glassbox::explore(operations = 3)]
pub mod choice_at_end {
    #[derive(Default)]
    pub struct S {
        v: Vec<Box<u8>>,
    }
    impl Drop for S {
        fn drop(&mut self) {
            let n = glassbox::choose(3) as usize;
            let mut it = std::mem::take(&mut self.v).into_iter();
            for _ in 0..n {
                it.next().map(std::mem::forget);
            }
        }
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S) {
        s.v.push(Box::new(1));
    }
}

/// Right: `Drop` calls an operation whose condition does not hold there.
#[glassbox::explore(operations = 3)]
pub mod condition_at_end {
    #[derive(Default)]
    pub struct S {
        v: Vec<u8>,
    }
    impl Drop for S {
        fn drop(&mut self) {
            clear(self)
        }
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S) {
        s.v.push(1);
    }
    pub fn clear(s: &mut S) {
        glassbox::assume(!s.v.is_empty());
        s.v.clear();
    }
}

/// Wrong: `pop` returns that it differs from its model, and no law looks at it; has no rows in the table.
#[glassbox::explore(operations = 4)]
pub mod error_is_lost {
    #[derive(Default)]
    pub struct S {
        v: Vec<u8>,
        model: Vec<u8>,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S, #[glassbox(values = 0..2)] x: u8) {
        s.v.push(x);
        s.model.insert(0, x);
    }
    pub fn pop(s: &mut S) -> Result<(), String> {
        let (a, b) = (s.v.pop(), s.model.pop());
        if a == b { Ok(()) } else { Err(format!("{a:?} is not {b:?}")) }
    }
}

/// Right: the text leads to the buffer inside itself and cannot be moved.
#[glassbox::explore(operations = 5)]
pub mod pinned {
    use std::pin::Pin;
    pub struct Text {
        data: *mut u8,
        len: usize,
        place: [u8; 7],
    }
    pub fn new() -> Pin<Box<Text>> {
        Box::pin(Text { data: std::ptr::null_mut(), len: 0, place: [0; 7] })
    }
    pub fn push(t: &mut Pin<Box<Text>>, #[glassbox(values = 0..2)] x: u8) {
        glassbox::assume(t.len < 7);
        if t.len == 0 {
            t.data = t.place.as_mut_ptr();
        }
        let (data, len) = (t.data, t.len);
        unsafe {
            data.add(len).write(x);
        }
        t.len += 1;
    }
    pub fn get(t: &mut Pin<Box<Text>>, #[glassbox(values = 0..t.len)] i: usize) {
        assert!(unsafe { t.data.add(i).read() } < 2);
    }
}

/// Right: boxes are dropped by hand, each once.
#[glassbox::explore(operations = 4)]
pub mod two_copies {
    use glassbox::Key;
    use std::mem::ManuallyDrop;
    #[derive(Default)]
    pub struct S {
        v: Vec<ManuallyDrop<Box<Key>>>,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn push(s: &mut S, key: Key) {
        s.v.push(ManuallyDrop::new(Box::new(key)));
    }
    pub fn pop(s: &mut S) {
        if let Some(b) = s.v.pop() {
            ManuallyDrop::into_inner(b);
        }
    }
    impl Drop for S {
        fn drop(&mut self) {
            for b in &mut self.v {
                unsafe { ManuallyDrop::drop(b) }
            }
        }
    }
}
