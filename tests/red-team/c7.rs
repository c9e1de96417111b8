//! Checks of fields with listed values: numbers, texts, cells, and types that cannot be printed.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: `half` leaves the listed numbers, and `look` panics then.
pub mod float {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [0.0, 1.0])]
        x: f32,
    }
    #[glassbox::check]
    fn half(s: &mut S) {
        s.x += 0.5;
    }
    #[glassbox::check]
    fn look(s: &mut S) {
        assert!(s.x == 0.0 || s.x == 1.0 || s.x == 0.5 && false);
    }
}

/// Wrong: `half` leaves the listed numbers, and `look` panics then.
pub mod int {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [0, 2])]
        x: u32,
    }
    #[glassbox::check]
    fn half(s: &mut S) {
        s.x += 1;
    }
    #[glassbox::check]
    fn look(s: &mut S) {
        assert!(s.x == 0 || s.x == 2);
    }
}

/// Wrong: `turn` leaves the listed values of a type that cannot be printed.
pub mod opaque {
    use glassbox::Structure;
    #[derive(Default, Clone, Copy, PartialEq)]
    pub struct Angle(u16);
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [Angle(0), Angle(90)])]
        x: Angle,
    }
    #[glassbox::check]
    fn turn(s: &mut S) {
        s.x.0 = (s.x.0 + 45) % 360;
    }
    #[glassbox::check]
    fn look(s: &mut S) {
        assert!(s.x.0 % 90 == 0);
    }
}

/// Wrong: `push` leaves the listed texts, `leak` leaks one, `free` keeps a freed one; `clear` is right.
pub mod text {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [String::new(), "a".to_owned(), "ab".to_owned()])]
        name: String,
    }
    #[glassbox::check]
    fn push(s: &mut S) {
        s.name.push('x');
    }
    #[glassbox::check]
    fn upper(s: &mut S) {
        s.name.make_ascii_uppercase();
    }
    #[glassbox::check]
    fn clear(s: &mut S) {
        s.name = String::new();
    }
    #[glassbox::check]
    fn leak(s: &mut S) {
        std::mem::forget(std::mem::take(&mut s.name));
    }
    #[glassbox::check]
    fn free(s: &mut S) {
        unsafe { drop(std::ptr::read(&s.name)) }
    }
    #[glassbox::check]
    fn short(s: &mut S) {
        assert!(s.name.len() < 3);
    }
}

/// Wrong: `grow` leaves the listed values through a shared reference; `look` is right.
pub mod interior {
    use glassbox::Structure;
    use std::cell::Cell;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        #[glassbox(values = [Cell::new(0), Cell::new(1)])]
        x: Cell<u8>,
    }
    #[glassbox::check]
    fn look(s: &S) {
        s.x.set(s.x.get() ^ 1);
    }
    #[glassbox::check]
    fn grow(s: &S) {
        s.x.set(s.x.get() + 1);
    }
}

/// Wrong: `push` stores an alias that leads into the middle of a node; has no rows in the table.
pub mod alias_beyond {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        #[glassbox(tree)]
        head: *mut Node,
    }
    impl Default for List {
        fn default() -> Self {
            Self { head: std::ptr::null_mut() }
        }
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        next: *mut Node,
        #[glassbox(alias)]
        twin: *mut Node,
        #[glassbox(values = 0..2)]
        mark: u8,
    }
    /// `twin` leads into the middle of a node.
    #[glassbox::check(height = 3)]
    fn push(l: &mut List) {
        let next = l.head;
        l.head = Box::into_raw(Box::new(Node { next, twin: std::ptr::null_mut(), mark: 0 }));
        unsafe { (*l.head).twin = if next.is_null() { std::ptr::null_mut() } else { next.wrapping_byte_add(1) } }
        unsafe {
            if !next.is_null() && !(*next).twin.is_null() {
                panic!("two such in a row")
            }
        }
    }
}
