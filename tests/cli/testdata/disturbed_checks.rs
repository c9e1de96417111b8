//! Checks of described structures that are wrong only if something around the operation goes wrong, each with one that is right.
#![allow(warnings)]
#![cfg(glassbox)]
use glassbox::{Key, Structure, Val};

/// Two checks of a structure: one that is wrong, one that is right.
macro_rules! pairs {
    ($($name:ident($($setting:tt)*): |$subject:ident: $Type:ty $(, $argument:ident: $kind:ty)*| $wrong:block else $right:block)*) => { $(
        pub mod $name {
            use super::*;
            #[glassbox::check($($setting)*)]
            pub fn wrong($subject: &mut $Type $(, $argument: $kind)*) $wrong
            #[glassbox::check($($setting)*)]
            pub fn right($subject: &mut $Type $(, $argument: $kind)*) $right
        }
    )* };
}

/// Values one behind the other.
#[derive(Structure, Default)]
#[glassbox(no_invariant)]
pub struct Stack {
    pub items: Vec<Val>,
}

/// Keys in order.
#[derive(Structure, Default)]
#[glassbox(no_invariant, sorted(keys))]
pub struct Sorted {
    pub keys: Vec<Key>,
}

/// A list of nodes with values.
#[derive(Structure, Default)]
#[glassbox(no_invariant)]
pub struct List {
    pub first: Option<Box<Node>>,
}

#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Node {
    pub value: Val,
    pub next: Option<Box<Node>>,
}

/// A vector with a counter of what is in it.
#[derive(Structure, Default)]
pub struct Counted {
    #[glassbox(values = 0..4)]
    pub n: usize,
    pub items: Vec<Val>,
}

impl glassbox::Invariant for Counted {
    type Summary = ();
    fn check(&self, _: &glassbox::Children) -> Result<(), glassbox::Broken> {
        glassbox::ensure(self.n == self.items.len(), "the counter is wrong")
    }
}

/// Reads a value twice: one copy is in the vector, the other is given away.
unsafe fn copy(items: &[Val], at: usize) -> Val {
    unsafe { std::ptr::read(&items[at]) }
}

pub mod panics {
    //! Callbacks panic.
    use super::*;

    pairs! {
        // The length still counts what is dropped.
        retain(len = 3): |stack: Stack, odd: bool| {
            let (mut kept, first) = (0, stack.items.as_mut_ptr());
            for index in 0..stack.items.len() {
                unsafe {
                    if (index % 2 == 1) == odd {
                        first.add(kept).copy_from(first.add(index), 1);
                        kept += 1;
                    } else {
                        first.add(index).drop_in_place();
                    }
                }
            }
            unsafe { stack.items.set_len(kept) };
        } else {
            let mut index = 0;
            stack.items.retain(|_| { index += 1; (index % 2 == 0) == odd });
        }

        // The old value is in two places while the new one is made.
        replace(len = 3): |stack: Stack, value: Val| {
            if stack.items.is_empty() { return; }
            let old = unsafe { copy(&stack.items, 0) };
            glassbox::panic_point();
            unsafe { std::ptr::write(&mut stack.items[0], value) };
            drop(old);
        } else {
            if stack.items.is_empty() { return; }
            let old = stack.items.swap_remove(0);
            glassbox::panic_point();
            stack.items.push(value);
            drop(old);
        }

        // All are dropped before the length says so.
        clear(len = 3): |stack: Stack| {
            for index in 0..stack.items.len() { drop(unsafe { copy(&stack.items, index) }); }
            unsafe { stack.items.set_len(0) };
        } else {
            stack.items.clear();
        }

        // A place that is counted before it is filled.
        unfilled(len = 3): |stack: Stack, value: Val| {
            stack.items.reserve(1);
            let len = stack.items.len();
            unsafe {
                stack.items.set_len(len + 1);
                glassbox::panic_point();
                stack.items.as_mut_ptr().add(len).write(value);
            }
        } else {
            stack.items.reserve(1);
            let len = stack.items.len();
            unsafe {
                glassbox::panic_point();
                stack.items.as_mut_ptr().add(len).write(value);
                stack.items.set_len(len + 1);
            }
        }

        // The node is freed before the list lets go of it.
        pop(len = 3): |list: List| {
            if list.first.is_none() { return; }
            let mut node = unsafe { std::ptr::read(&list.first) }.unwrap();
            let next = node.next.take();
            drop(node);
            unsafe { std::ptr::write(&mut list.first, next) };
        } else {
            let Some(mut node) = list.first.take() else { return };
            list.first = node.next.take();
            drop(node);
        }

        // A guard that puts back the old length.
        guard(len = 3): |stack: Stack| {
            struct Guard<'a>(&'a mut Vec<Val>, usize);
            impl Drop for Guard<'_> {
                fn drop(&mut self) { unsafe { self.0.set_len(self.1) } }
            }
            let len = stack.items.len();
            let guard = Guard(&mut stack.items, len);
            while let Some(last) = guard.0.last() {
                let last = unsafe { std::ptr::read(last) };
                unsafe { guard.0.set_len(guard.0.len() - 1) };
                drop(last);
            }
            std::mem::forget(guard);
        } else {
            struct Guard<'a>(&'a mut Vec<Val>, usize);
            impl Drop for Guard<'_> {
                fn drop(&mut self) { unsafe { self.0.set_len(self.1) } }
            }
            let len = stack.items.len();
            let mut guard = Guard(&mut stack.items, len);
            while guard.1 > 0 {
                guard.1 -= 1;
                let last = unsafe { std::ptr::read(guard.0.as_ptr().add(guard.1)) };
                drop(last);
            }
        }

        // A panic that is caught is no excuse.
        caught(len = 3): |counted: Counted, value: Val| {
            if counted.n == 3 { return; }
            counted.n += 1;
            if std::panic::catch_unwind(|| glassbox::panic_point()).is_ok() {
                counted.items.push(value);
            }
        } else {
            if counted.n == 3 { return; }
            if std::panic::catch_unwind(|| glassbox::panic_point()).is_ok() {
                counted.n += 1;
                counted.items.push(value);
            }
        }

        // An iterator that panics instead of giving an item.
        extend(len = 2): |stack: Stack, a: Val, b: Val| {
            stack.items.reserve(2);
            let len = stack.items.len();
            unsafe { stack.items.set_len(len + 2) };
            for (index, item) in glassbox::items([a, b]).enumerate() {
                unsafe { stack.items.as_mut_ptr().add(len + index).write(item) };
            }
        } else {
            stack.items.extend(glassbox::items([a, b]));
        }

        // Keys that are not in order are safe, but the type promises more.
        order(len = 3, panic_safe): |sorted: Sorted, key: Key| {
            if sorted.keys.contains(&key) { return; }
            sorted.keys.push(key);
            let mut at = sorted.keys.len() - 1;
            while at > 0 && sorted.keys[at] < sorted.keys[at - 1] {
                sorted.keys.swap(at, at - 1);
                at -= 1;
            }
        } else {
            if sorted.keys.contains(&key) { return; }
            let at = sorted.keys.partition_point(|other| *other < key);
            sorted.keys.insert(at, key);
        }

        // A value is lost, but the type promises more.
        lost(len = 3, panic_safe): |stack: Stack, value: Val| {
            let items = std::mem::ManuallyDrop::new(std::mem::take(&mut stack.items));
            glassbox::panic_point();
            stack.items = std::mem::ManuallyDrop::into_inner(items);
            stack.items.push(value);
        } else {
            let items = std::mem::take(&mut stack.items);
            glassbox::panic_point();
            stack.items = items;
            stack.items.push(value);
        }
    }

    /// A value panics when the structure is dropped, and is dropped again with its vector.
    pub mod dropped_again {
        use super::super::*;
        #[derive(Structure, Default)]
        #[glassbox(no_invariant)]
        pub struct Bag { pub items: Vec<Val> }
        impl Drop for Bag {
            fn drop(&mut self) {
                for item in &self.items { drop(unsafe { std::ptr::read(item) }); }
                unsafe { self.items.set_len(0) };
            }
        }
        #[glassbox::check(len = 2)]
        pub fn wrong(bag: &mut Bag, value: Val) { bag.items.push(value); }
    }

    pub mod dropped_once {
        use super::super::*;
        #[derive(Structure, Default)]
        #[glassbox(no_invariant)]
        pub struct Bag { pub items: Vec<Val> }
        impl Drop for Bag {
            fn drop(&mut self) {
                while let Some(item) = self.items.pop() { drop(item); }
            }
        }
        #[glassbox::check(len = 2)]
        pub fn right(bag: &mut Bag, value: Val) { bag.items.push(value); }
    }

    /// What a panic leaves is safe to drop; only another operation shows that it is wrong.
    pub mod later {
        use super::super::*;
        #[derive(Structure, Default)]
        pub struct Trusting { #[glassbox(values = 0..4)] pub n: usize, pub items: Vec<Val> }
        impl glassbox::Invariant for Trusting {
            type Summary = ();
            fn check(&self, _: &glassbox::Children) -> Result<(), glassbox::Broken> {
                glassbox::ensure(self.n == self.items.len(), "the counter is wrong")
            }
        }
        #[glassbox::check(len = 2)]
        pub fn wrong(trusting: &mut Trusting, value: Val) {
            if trusting.n == 2 { return; }
            trusting.n += 1;
            glassbox::panic_point();
            trusting.items.push(value);
        }
        #[glassbox::check(len = 2)]
        pub fn right(trusting: &mut Trusting, value: Val) {
            if trusting.n == 2 { return; }
            glassbox::panic_point();
            trusting.items.push(value);
            trusting.n += 1;
        }
        #[glassbox::check(len = 2)]
        pub fn right_too(trusting: &mut Trusting) -> bool {
            trusting.n == 0 || unsafe { std::hint::black_box(trusting.items.get_unchecked(trusting.n - 1)); true }
        }
    }
}

pub mod lies {
    //! Traits lie.
    use super::*;

    pairs! {
        // The length of an iterator is no promise.
        length(len = 2): |stack: Stack, a: Val, b: Val| {
            let new = glassbox::items([a, b]);
            let (len, n) = (stack.items.len(), new.len());
            stack.items.reserve(n);
            for (index, item) in new.take(n).enumerate() {
                unsafe { stack.items.as_mut_ptr().add(len + index).write(item) };
            }
            unsafe { stack.items.set_len(len + n) };
        } else {
            let new = glassbox::items([a, b]);
            stack.items.reserve(new.len());
            stack.items.extend(new);
        }

        // A key need not be where it was a moment ago.
        twice(len = 3): |sorted: Sorted, key: Key| {
            if sorted.keys.contains(&key) {
                let at = sorted.keys.iter().position(|other| *other == key);
                sorted.keys.remove(unsafe { at.unwrap_unchecked() });
            }
        } else {
            if let Some(at) = sorted.keys.iter().position(|other| *other == key) { sorted.keys.remove(at); }
        }

        // The largest one need not be greater than any.
        largest(len = 3): |sorted: Sorted, key: Key| {
            let Some(largest) = sorted.keys.last() else { return };
            if key > *largest || sorted.keys.contains(&key) { return; }
            let mut at = 0;
            while unsafe { sorted.keys.get_unchecked(at) } < &key { at += 1; }
            sorted.keys.insert(at, key);
        } else {
            if let Some(larger) = sorted.keys.iter().find(|other| **other > key) { std::hint::black_box(larger); }
        }

        // A condition is asked twice.
        asked(len = 3): |stack: Stack| {
            let keeps = |at: usize| glassbox::answer(2) == 0 && at % 2 == 0;
            let n = (0..stack.items.len()).filter(|at| keeps(*at)).count();
            let mut kept: Vec<Val> = Vec::with_capacity(n);
            for (at, item) in std::mem::take(&mut stack.items).into_iter().enumerate() {
                if keeps(at) {
                    let len = kept.len();
                    unsafe { kept.as_mut_ptr().add(len).write(item); kept.set_len(len + 1); }
                }
            }
            stack.items = kept;
        } else {
            let keeps = |at: usize| glassbox::answer(2) == 0 && at % 2 == 0;
            let mut at = 0;
            stack.items.retain(|_| { at += 1; keeps(at - 1) });
        }
    }
}

pub mod failures {
    //! Allocations fail.
    use super::*;
    use std::alloc::{Layout, alloc};

    pairs! {
        // The value is lost.
        push(len = 3): |stack: Stack, value: Val| {
            if stack.items.try_reserve(1).is_err() { return std::mem::forget(value); }
            stack.items.push(value);
        } else {
            if stack.items.try_reserve(1).is_err() { return; }
            stack.items.push(value);
        }

        // The counter is ahead.
        counter(len = 3): |counted: Counted, value: Val| {
            if counted.n == 3 { return; }
            counted.n += 1;
            if counted.items.try_reserve(1).is_err() { return; }
            counted.items.push(value);
        } else {
            if counted.n == 3 { return; }
            if counted.items.try_reserve(1).is_err() { return; }
            counted.n += 1;
            counted.items.push(value);
        }

        // The first of two blocks is lost. (The optimiser removes an allocation that nobody uses, and the question whether it is null.)
        two(len = 2): |stack: Stack| {
            unsafe {
                let one = std::hint::black_box(alloc(Layout::new::<u8>()));
                if one.is_null() { return; }
                let two = std::hint::black_box(alloc(Layout::new::<u64>()));
                if two.is_null() { return; }
                std::alloc::dealloc(two, Layout::new::<u64>());
                std::alloc::dealloc(one, Layout::new::<u8>());
            }
        } else {
            unsafe {
                let one = std::hint::black_box(alloc(Layout::new::<u8>()));
                if one.is_null() { return; }
                let two = std::hint::black_box(alloc(Layout::new::<u64>()));
                if !two.is_null() { std::alloc::dealloc(two, Layout::new::<u64>()); }
                std::alloc::dealloc(one, Layout::new::<u8>());
            }
        }

        // There is no node.
        node(len = 3): |list: List, value: Val| {
            let node = unsafe { alloc(Layout::new::<Node>()) }.cast::<Node>();
            unsafe { node.write(Node { value, next: list.first.take() }) };
            list.first = Some(unsafe { Box::from_raw(node) });
        } else {
            let node = unsafe { alloc(Layout::new::<Node>()) }.cast::<Node>();
            if node.is_null() { return; }
            unsafe { node.write(Node { value, next: list.first.take() }) };
            list.first = Some(unsafe { Box::from_raw(node) });
        }

        // The rest of the list is lost.
        rest(len = 3): |list: List, value: Val| {
            let next = list.first.take().map(std::mem::ManuallyDrop::new);
            let node = unsafe { alloc(Layout::new::<Node>()) }.cast::<Node>();
            if node.is_null() { return; }
            unsafe { node.write(Node { value, next: next.map(std::mem::ManuallyDrop::into_inner) }) };
            list.first = Some(unsafe { Box::from_raw(node) });
        } else {
            // Who cannot help it gives up.
            let next = list.first.take().map(std::mem::ManuallyDrop::new);
            list.first = Some(Box::new(Node { value, next: next.map(std::mem::ManuallyDrop::into_inner) }));
        }
    }
}
