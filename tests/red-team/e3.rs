//! Panics that are meant, and functions of other hosts.

#![allow(dead_code, unused)]

/// Right: the only panic is the one that is meant.
#[glassbox::explore(operations = 3)]
pub mod meant {
    pub fn new() -> Vec<u8> {
        Vec::new()
    }
    pub fn push(v: &mut Vec<u8>, #[glassbox(values = 0..2)] x: u8) {
        v.push(x);
    }
    pub fn cut(v: &mut Vec<u8>, #[glassbox(values = 0..3)] to: usize) {
        glassbox::may_panic("cut too far: {}");
        assert!(to <= v.len(), "cut  too far: {to}");
        v.truncate(to);
    }
}

/// Wrong: another panic of the same operation.
#[glassbox::explore(operations = 3)]
pub mod another_text {
    pub fn new() -> Vec<u8> {
        Vec::new()
    }
    pub fn cut(v: &mut Vec<u8>, #[glassbox(values = 0..3)] to: usize) {
        glassbox::may_panic("cut too far");
        assert!(to <= v.len() + 1, "cut too far");
        assert!(to <= v.len(), "not so far");
    }
}

/// Wrong: the same panic in another operation.
#[glassbox::explore(operations = 3)]
pub mod another_operation {
    pub fn new() -> u8 {
        0
    }
    pub fn a(n: &mut u8) {
        glassbox::may_panic("no");
        if *n > 0 {
            panic!("no");
        }
        *n += 1;
    }
    pub fn b(n: &mut u8) {
        if *n > 0 {
            panic!("no");
        }
    }
}

/// Wrong: the panic comes before it is said to be meant.
#[glassbox::explore(operations = 3)]
pub mod said_too_late {
    pub fn new() -> u8 {
        0
    }
    pub fn a(n: &mut u8) {
        if *n > 0 {
            panic!("no");
        }
        *n += 1;
        glassbox::may_panic("no");
    }
}

/// Wrong: an empty text means nothing.
#[glassbox::explore(operations = 3)]
pub mod empty_text {
    pub fn new() -> u8 {
        0
    }
    pub fn a(n: &mut u8) {
        glassbox::may_panic(" ");
        *n += 1;
        assert!(*n < 2);
    }
}

/// Wrong: a memory error is no panic.
#[glassbox::explore(operations = 3)]
pub mod memory_error {
    pub fn new() -> Vec<u8> {
        vec![1]
    }
    pub fn a(v: &mut Vec<u8>) -> u8 {
        glassbox::may_panic("a{}");
        unsafe { std::hint::black_box(v.as_ptr().add(7)).read() }
    }
}

/// Wrong: a slice's own panic begins as the one that is meant.
#[glassbox::explore(operations = 3)]
pub mod text_of_core {
    pub fn new() -> Vec<u8> {
        vec![1]
    }
    pub fn get(v: &mut Vec<u8>, #[glassbox(values = 0..3)] at: usize) -> u8 {
        glassbox::may_panic("index out of bounds");
        assert!(at < 2, "index out of bounds");
        v[at]
    }
}

/// Wrong: with a gap at the beginning, the message that is meant would be a slice's own.
#[glassbox::explore(operations = 3)]
pub mod gap_first {
    pub fn new() -> Vec<u8> {
        vec![1]
    }
    pub fn get(v: &mut Vec<u8>, #[glassbox(values = 0..3)] at: usize) -> u8 {
        glassbox::may_panic("{} out of bounds: {}");
        assert!(at < 2, "{at} out of bounds: there is one");
        v[at]
    }
}

/// Wrong: a value that cannot be left unwritten, whatever is said about it.
#[glassbox::explore(operations = 3)]
pub mod unwritten {
    pub fn new() -> u8 {
        0
    }
    pub fn make(n: &mut u8) {
        glassbox::may_panic("attempted to {} type {}");
        let made: &u8 = unsafe { std::mem::zeroed() };
        *n = *made;
    }
}

/// Wrong: an overflow has a word of the message that is meant.
#[glassbox::explore(operations = 3)]
pub mod overflow {
    pub fn new() -> u8 {
        1
    }
    pub fn less(n: &mut u8, #[glassbox(values = 0..3)] by: u8) {
        glassbox::may_panic("overflow");
        assert!(by < 2, "overflow");
        *n -= by;
    }
}

/// Wrong: undefined behaviour that a debug assertion of std sees is no panic, whatever is said about it.
#[glassbox::explore(operations = 3)]
pub mod undefined {
    pub fn new() -> Vec<u8> {
        vec![1]
    }
    pub fn get(v: &mut Vec<u8>, #[glassbox(values = 0..3)] at: usize) -> u8 {
        glassbox::may_panic("unsafe precondition(s) violated: {}");
        glassbox::may_panic("index {}");
        unsafe { *v.get_unchecked(at) }
    }
}

/// Wrong: gaps alone would mean every panic.
#[glassbox::explore(operations = 3)]
pub mod only_gaps {
    pub fn new() -> u8 {
        0
    }
    pub fn a(n: &mut u8) {
        glassbox::may_panic("{}{}");
        *n += 1;
        assert!(*n < 2, "more than one");
    }
}

/// Right: it says that the slice's own panic is meant.
#[glassbox::explore(operations = 3)]
pub mod said_of_core {
    pub fn new() -> Vec<u8> {
        vec![1]
    }
    pub fn get(v: &mut Vec<u8>, #[glassbox(values = 0..3)] at: usize) -> u8 {
        glassbox::may_panic("index out of bounds: the len is {} but the index is {}");
        v[at]
    }
}

/// Wrong: a meant panic of the drop of an earlier value is meant in that operation only.
#[glassbox::explore(operations = 3)]
pub mod in_drop {
    pub struct S(u8);
    impl Drop for S {
        fn drop(&mut self) {
            assert!(self.0 < 2, "dropped full");
        }
    }
    pub fn new() -> S {
        S(0)
    }
    pub fn fill(s: &mut S) {
        glassbox::may_panic("dropped full");
        s.0 += 1;
    }
}

/// Wrong: a law that does not hold, beside panics that are meant.
#[glassbox::explore(operations = 3)]
pub mod law {
    pub fn new() -> u8 {
        0
    }
    pub fn a(n: &mut u8) {
        glassbox::may_panic("no");
        if *n > 1 {
            panic!("no");
        }
        *n += 1;
    }
    pub fn is_small(n: &u8) -> bool {
        *n < 2
    }
}

/// Wrong: every constructor panics, so nothing is tried.
#[glassbox::explore(operations = 3)]
pub mod nothing_tried {
    pub fn new() -> u8 {
        glassbox::may_panic("no");
        panic!("no");
    }
    pub fn a(n: &mut u8) {
        *n /= 0_u8.wrapping_add(std::hint::black_box(0));
    }
}

/// Wrong: a check cannot say which panics are meant.
#[glassbox::check]
pub fn in_check(#[glassbox(values = 0..3)] n: u8) {
    glassbox::may_panic("no");
    assert!(n < 2, "no");
}

unsafe extern "C" {
    fn of_another_host(n: u32) -> u32;
}

/// Right: it never calls the function.
#[glassbox::explore(operations = 3)]
pub mod imported_only {
    pub fn new() -> u8 {
        0
    }
    pub fn a(n: &mut u8) {
        *n = (*n + 1) % 3;
        if *n > 3 {
            unsafe { super::of_another_host(1) };
        }
    }
}

/// Wrong: nobody knows what the function returns.
#[glassbox::explore(operations = 3)]
pub mod imported_and_called {
    pub fn new() -> u32 {
        0
    }
    pub fn a(n: &mut u32) {
        *n = unsafe { super::of_another_host(*n) };
        assert!(*n != 7);
    }
}
