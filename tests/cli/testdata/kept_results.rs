//! Results that are kept while other operations run, which their types allow. Each piece is there twice: wrong and right.
#![allow(warnings)]
#![cfg(glassbox)]
use glassbox::Val;

/// Takes all items out, one by one.
pub mod drain {
    pub mod wrong {
        use super::super::*;
        /// The room of the items; nothing says that the vector must not be used.
        pub struct Drain { rest: *mut Val, n: usize }
        impl Drain {
            fn of(items: &mut Vec<Val>) -> Self {
                let n = items.len();
                unsafe { items.set_len(0) };
                Drain { rest: items.as_mut_ptr(), n }
            }
        }
        impl Iterator for Drain {
            type Item = Val;
            fn next(&mut self) -> Option<Val> {
                self.n = self.n.checked_sub(1)?;
                let item = unsafe { self.rest.read() };
                self.rest = self.rest.wrapping_add(1);
                Some(item)
            }
        }
        impl Drop for Drain {
            fn drop(&mut self) { self.for_each(drop); }
        }
        #[derive(Default)]
        pub struct Subject { drain: Option<Drain>, items: Vec<Val> }
        #[glassbox::explore(operations = 4, elements = 3)]
        pub mod kept {
            use super::{Drain, Subject, Val};
            pub fn new() -> Subject { Subject::default() }
            pub fn push(subject: &mut Subject, item: Val) { subject.items.push(item); }
            pub fn drain(subject: &mut Subject) { subject.drain = Some(Drain::of(&mut subject.items)); }
            pub fn next(subject: &mut Subject) -> Option<Val> { subject.drain.as_mut()?.next() }
        }
    }
    pub mod right {
        use super::super::*;
        #[derive(Default)]
        pub struct Subject { drain: Option<std::vec::IntoIter<Val>>, items: Vec<Val> }
        #[glassbox::explore(operations = 4, elements = 3)]
        pub mod kept {
            use super::{Subject, Val};
            pub fn new() -> Subject { Subject::default() }
            pub fn push(subject: &mut Subject, item: Val) { subject.items.push(item); }
            pub fn drain(subject: &mut Subject) { subject.drain = Some(std::mem::take(&mut subject.items).into_iter()); }
            pub fn next(subject: &mut Subject) -> Option<Val> { subject.drain.as_mut()?.next() }
        }
    }
}

/// Items are added with a shared reference, while others read.
pub mod shelf {
    pub mod wrong {
        use super::super::*;
        use std::cell::UnsafeCell;
        #[derive(Default)]
        pub struct Shelf { items: UnsafeCell<Vec<Val>> }
        impl Shelf {
            pub fn add(&self, item: Val) { unsafe { (*self.items.get()).push(item) } }
            pub fn iter(&self) -> impl Iterator<Item = &Val> { unsafe { (*self.items.get()).iter() } }
        }
        #[glassbox::explore(operations = 3, elements = 4)]
        pub mod kept {
            use super::{Shelf, Val};
            pub fn new() -> Shelf { Shelf::default() }
            pub fn add_while_reading(shelf: &mut Shelf, a: Val, b: Val) {
                let mut iter = shelf.iter();
                for item in [a, b] {
                    if glassbox::choose(2) == 1 { iter.next().map(|item| item == item); }
                    shelf.add(item);
                }
                iter.next().map(|item| item == item);
            }
        }
    }
    pub mod right {
        use super::super::*;
        use std::cell::UnsafeCell;
        #[derive(Default)]
        pub struct Shelf { items: UnsafeCell<Vec<Box<Val>>> }
        impl Shelf {
            pub fn add(&self, item: Val) { unsafe { (*self.items.get()).push(Box::new(item)) } }
            pub fn iter(&self) -> impl Iterator<Item = &Val> {
                (0..).map_while(|at| unsafe { (&*self.items.get()).get(at).map(|item| &**item) })
            }
        }
        #[glassbox::explore(operations = 3, elements = 4)]
        pub mod kept {
            use super::{Shelf, Val};
            pub fn new() -> Shelf { Shelf::default() }
            pub fn add_while_reading(shelf: &mut Shelf, a: Val, b: Val) {
                let mut iter = shelf.iter();
                for item in [a, b] {
                    if glassbox::choose(2) == 1 { iter.next().map(|item| item == item); }
                    shelf.add(item);
                }
                iter.next().map(|item| item == item);
            }
        }
    }
}

/// A place that somebody remembers, and whose item another removes.
pub mod place {
    pub mod wrong {
        use super::super::*;
        #[derive(Default)]
        pub struct Subject { place: Option<std::ptr::NonNull<Val>>, items: Vec<Box<Val>> }
        #[glassbox::explore(operations = 4, elements = 2)]
        pub mod kept {
            use super::{Subject, Val};
            pub fn new() -> Subject { Subject::default() }
            pub fn push(subject: &mut Subject, item: Val) { subject.items.push(Box::new(item)); }
            pub fn pop(subject: &mut Subject) { subject.items.pop(); }
            pub fn find(subject: &mut Subject) { subject.place = subject.items.last().map(|item| (&**item).into()); }
            pub fn get(subject: &mut Subject) { subject.place.map(|place| unsafe { place.as_ref() == place.as_ref() }); }
        }
    }
    pub mod right {
        use super::super::*;
        #[derive(Default)]
        pub struct Subject { place: Option<usize>, items: Vec<Box<Val>> }
        #[glassbox::explore(operations = 4, elements = 2)]
        pub mod kept {
            use super::{Subject, Val};
            pub fn new() -> Subject { Subject::default() }
            pub fn push(subject: &mut Subject, item: Val) { subject.items.push(Box::new(item)); }
            pub fn pop(subject: &mut Subject) { subject.items.pop(); }
            pub fn find(subject: &mut Subject) { subject.place = subject.items.len().checked_sub(1); }
            pub fn get(subject: &mut Subject) { subject.place.and_then(|at| subject.items.get(at)).map(|item| *item == *item); }
        }
    }
}
