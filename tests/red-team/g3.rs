//! Explorations whose states are kept as what they have that the first memory has not, and checks with links beside statics: writes that
//! go back to the first value, statics that only some calls write, states too large to be kept so, and lists that descriptions leave.

#![allow(dead_code, unused)]

/// Wrong: the law sets a field back to the value that it had in the very first state, but a call may come before the law.
#[glassbox::explore(operations = 3)]
pub mod law_goes_back {
    use std::cell::Cell;
    pub struct S {
        mark: Cell<u8>,
        items: Box<Cell<u8>>,
    }
    pub fn new() -> S {
        S { mark: Cell::new(0), items: Box::new(Cell::new(0)) }
    }
    pub fn set(s: &mut S) {
        s.mark.set(1);
    }
    pub fn boom(s: &mut S) {
        assert!(s.mark.get() == 0);
    }
    pub fn is_asked(s: &S) -> bool {
        s.mark.set(0);
        true
    }
}
/// Wrong: as above, in a static.
#[glassbox::explore(operations = 3)]
pub mod law_goes_back_in_a_static {
    use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
    static MARK: AtomicU8 = AtomicU8::new(0);
    pub fn new() -> u8 {
        0
    }
    pub fn set(_: &mut u8) {
        MARK.store(1, Relaxed);
    }
    pub fn is_asked(_: &u8) -> bool {
        MARK.store(0, Relaxed);
        true
    }
    pub fn boom(_: &mut u8) {
        assert!(MARK.load(Relaxed) == 0);
    }
}
/// Wrong after six calls, three of which write a static and three do not.
#[glassbox::explore(operations = 7)]
pub mod static_between {
    use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
    static TICKS: AtomicU8 = AtomicU8::new(0);
    pub fn new() -> u8 {
        0
    }
    pub fn tick(s: &mut u8) {
        if *s % 2 == 0 {
            TICKS.fetch_add(1, Relaxed);
            *s += 1;
        }
    }
    pub fn flip(s: &mut u8) {
        if *s % 2 == 1 {
            *s -= 1;
        }
    }
    pub fn boom(s: &mut u8) {
        assert!(*s == 1 || TICKS.load(Relaxed) < 3);
    }
}
/// Wrong: the static goes back to its first value, and another one says so.
#[glassbox::explore(operations = 4)]
pub mod static_goes_back {
    use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
    static A: AtomicU8 = AtomicU8::new(0);
    #[repr(align(4096))]
    struct Far([AtomicU8; 4096]);
    static B: Far = Far([const { AtomicU8::new(0) }; 4096]);
    pub fn new() -> u8 {
        0
    }
    pub fn on(_: &mut u8) {
        A.store(1, Relaxed);
    }
    pub fn off(_: &mut u8) {
        if A.swap(0, Relaxed) == 1 {
            B.0[4095].store(1, Relaxed);
        }
    }
    pub fn boom(_: &mut u8) {
        assert!(A.load(Relaxed) == 0 || B.0[4095].load(Relaxed) == 0);
    }
}
/// Wrong: only states with a large buffer, and after it states without one, lead to the panic.
#[glassbox::explore(operations = 4)]
pub mod large_and_small {
    #[derive(Default)]
    pub struct S {
        large: Option<Box<[u8; 6000]>>,
        freed: u8,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn grow(s: &mut S) {
        let mut bytes = Box::new([0; 6000]);
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = (i % 251) as u8 ^ s.freed;
        }
        s.large = Some(bytes);
    }
    pub fn shrink(s: &mut S) {
        if let Some(bytes) = s.large.take() {
            s.freed = bytes[5999].wrapping_add(1);
        }
    }
    pub fn boom(s: &mut S) {
        assert!(s.large.as_ref().is_none_or(|bytes| s.freed == 0 || bytes[0] == 0));
    }
}
/// Wrong: a value that one operation leaves undefined is looked at two calls later, with the same bytes as at first.
#[glassbox::explore(operations = 4)]
pub mod undefined_again {
    use std::mem::MaybeUninit;
    pub struct S {
        byte: Box<MaybeUninit<u8>>,
        n: u8,
    }
    pub fn new() -> S {
        S { byte: Box::new(MaybeUninit::new(0)), n: 0 }
    }
    pub fn forget(s: &mut S) {
        s.byte = Box::new_uninit();
    }
    pub fn count(s: &mut S) {
        s.n = (s.n + 1) % 2;
    }
    pub fn read(s: &mut S) -> bool {
        if s.n == 1 { unsafe { *s.byte.assume_init_ref() == 0 } } else { true }
    }
}
/// Right: as above, written before it is read.
#[glassbox::explore(operations = 4)]
pub mod defined_again {
    use std::mem::MaybeUninit;
    pub struct S {
        byte: MaybeUninit<u8>,
        is_there: bool,
    }
    pub fn new() -> S {
        S { byte: MaybeUninit::new(0), is_there: true }
    }
    pub fn forget(s: &mut S) {
        (s.byte, s.is_there) = (MaybeUninit::uninit(), false);
    }
    pub fn write(s: &mut S) {
        (s.byte, s.is_there) = (MaybeUninit::new(0), true);
    }
    pub fn read(s: &mut S) -> bool {
        !s.is_there || unsafe { s.byte.assume_init() == 0 }
    }
}
/// Wrong: a check of a list reads what another check has left, and looks at nothing else that others change.
pub mod linked {
    use glassbox::Structure;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static IS_OFF: AtomicBool = AtomicBool::new(false);
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        next: Option<Box<Node>>,
        bit: bool,
    }
    #[derive(Structure, Default)]
    #[glassbox(no_invariant)]
    pub struct List {
        first: Option<Box<Node>>,
    }
    #[glassbox::check]
    fn switches(list: &mut List) {
        if list.first.as_ref().is_some_and(|node| node.bit) {
            IS_OFF.store(true, Relaxed);
        }
    }
    #[glassbox::check]
    fn flips(list: &mut List) -> bool {
        if let Some(node) = &mut list.first {
            if node.bit {
                return !IS_OFF.load(Relaxed);
            }
        }
        true
    }
    /// Right: it reads nothing outside the list.
    #[glassbox::check]
    fn alone(list: &mut List) {
        if let Some(node) = &mut list.first {
            node.bit = !node.bit;
        }
    }
}
/// Wrong: the invariant itself asks a static, which a check changes, whether a node may be there.
pub mod invariant_asks {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static IS_STRICT: AtomicBool = AtomicBool::new(false);
    #[derive(Structure)]
    pub struct Node {
        next: Option<Box<Node>>,
        bit: bool,
    }
    impl Invariant for Node {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(!IS_STRICT.load(Relaxed) || !self.bit, "a strict node has no bit")
        }
    }
    #[glassbox::check]
    fn tightens(node: &mut Node) {
        IS_STRICT.store(true, Relaxed);
        node.bit = false;
    }
    #[glassbox::check]
    fn sets(node: &mut Node) {
        node.bit = true;
    }
}
