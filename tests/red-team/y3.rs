//! Explorations with operations that do not run, or that the macro may miss.

#![allow(dead_code, unused, static_mut_refs)]

/// Wrong: `insert` takes the list by value, puts every key in front and returns it.
#[glassbox::explore(operations = 4)]
pub mod by_value {
    use glassbox::Key;
    #[derive(Default)]
    pub struct Sorted {
        keys: Vec<Key>,
    }
    pub fn new() -> Sorted {
        Sorted::default()
    }
    pub fn insert(mut s: Sorted, key: Key) -> Sorted {
        s.keys.insert(0, key);
        s
    }
    pub fn is_sorted(s: &Sorted) -> bool {
        s.keys.is_sorted()
    }
}

/// Wrong: the operation is a future that panics the second time, if it is run at all.
#[glassbox::explore(operations = 3)]
pub mod future {
    #[derive(Default)]
    pub struct S {
        n: u8,
    }
    pub fn new() -> S {
        S::default()
    }
    pub async fn add(s: &mut S) {
        s.n += 1;
        assert!(s.n < 2);
    }
}

/// Wrong: the operation returns an iterator that panics the second time, if it is run at all.
#[glassbox::explore(operations = 3)]
pub mod lazy {
    pub fn new() -> Vec<u8> {
        vec![1]
    }
    pub fn double(v: &mut Vec<u8>) -> impl Iterator<Item = ()> {
        v.iter_mut().map(|x| {
            *x *= 2;
            assert!(*x < 4);
        })
    }
}

macro_rules! operation {
    ($name:ident) => {
        pub fn $name(s: &mut S) {
            s.n += 1;
            assert!(s.n < 2);
        }
    };
}

/// Wrong: an operation that comes from a macro panics the second time.
#[glassbox::explore(operations = 3)]
pub mod from_macro {
    #[derive(Default)]
    pub struct S {
        n: u8,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn look(s: &mut S) {}
    operation!(add);
}

mod ops {
    pub fn add(s: &mut super::reexport::S) {
        s.n += 1;
        assert!(s.n < 2);
    }
}

/// Wrong: an operation that is imported from another module panics the second time.
#[glassbox::explore(operations = 3)]
pub mod reexport {
    #[derive(Default)]
    pub struct S {
        pub n: u8,
    }
    pub fn new() -> S {
        S::default()
    }
    pub fn look(s: &mut S) {}
    pub use super::ops::add;
}
