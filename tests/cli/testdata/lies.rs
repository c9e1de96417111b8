//! Code that trusts traits which are safe to implement, each piece with one that does not.
#![allow(warnings)]
#![cfg(glassbox)]
use glassbox::{Key, Val};

/// Two explorations of vectors: one with the operation that trusts, one with the one that does not.
macro_rules! explorations {
    ($($name:ident: $item:ident, |$items:ident $(, $argument:ident: $kind:ident)*| $wrong:block else $right:block)*) => { $(
        pub mod $name {
            use super::*;
            #[glassbox::explore(operations = 3, elements = 3)]
            pub mod wrong {
                use super::super::*;
                pub fn new() -> Vec<$item> { Vec::new() }
                pub fn push(items: &mut Vec<$item>, item: $item) { items.push(item); }
                pub fn operation($items: &mut Vec<$item> $(, $argument: $kind)*) $wrong
            }
            #[glassbox::explore(operations = 3, elements = 3)]
            pub mod right {
                use super::super::*;
                pub fn new() -> Vec<$item> { Vec::new() }
                pub fn push(items: &mut Vec<$item>, item: $item) { items.push(item); }
                pub fn operation($items: &mut Vec<$item> $(, $argument: $kind)*) $right
            }
        }
    )* };
}

explorations! {
    // The lower bound of an iterator's length is no promise.
    size_hint: Val, |items, a: Val, b: Val| {
        let new = glassbox::items([a, b]);
        let least = new.size_hint().0;
        if least > 3 { return; }
        items.reserve(least);
        for (index, item) in new.enumerate() {
            unsafe {
                let end = items.as_mut_ptr().add(items.len());
                end.write(item);
                items.set_len(items.len() + 1);
            }
        }
    } else {
        items.extend(glassbox::items([a, b]));
    }

    // Nor is the exact one.
    exact_length: Val, |items, a: Val, b: Val| {
        let new = glassbox::items([a, b]);
        let (len, n) = (items.len(), new.len());
        items.reserve(n);
        for (index, item) in new.take(n).enumerate() {
            unsafe { items.as_mut_ptr().add(len + index).write(item) };
        }
        unsafe { items.set_len(len + n) };
    } else {
        let new = glassbox::items([a, b]);
        items.reserve(new.len());
        let n = new.len();
        for item in new.take(n) { items.push(item); }
    }

    // What an iterator gives from its back is not the rest.
    both_ends: Val, |items, a: Val, b: Val| {
        let mut new = glassbox::items([a, b]);
        while let Some(first) = new.next() {
            items.push(first);
            match new.next_back() {
                Some(last) => items.push(last),
                None => if new.len() > 0 { unsafe { std::hint::unreachable_unchecked() } },
            }
        }
    } else {
        let mut new = glassbox::items([a, b]);
        while let Some(first) = new.next() {
            items.push(first);
            if let Some(last) = new.next_back() { items.push(last) }
        }
    }

    // What is equal once need not be equal the next time.
    equality: Val, |items, value: Val| {
        if items.contains(&value) {
            let at = items.iter().position(|item| *item == value);
            drop(items.remove(unsafe { at.unwrap_unchecked() }));
        }
    } else {
        if let Some(at) = items.iter().position(|item| *item == value) { drop(items.remove(at)); }
    }

    // The largest one need not be greater than any.
    order: Key, |items, key: Key| {
        let Some(largest) = items.iter().max().cloned() else { return };
        if key > largest { return; }
        let mut at = 0;
        while unsafe { items.get_unchecked(at) } < &key { at += 1; }
        items.insert(at, key);
    } else {
        let at = items.iter().position(|item| *item >= key).unwrap_or(items.len());
        items.insert(at, key);
    }

    // Keys may have no order at all.
    partial_order: Key, |items, key: Key| {
        items.sort_by(|a, b| unsafe { a.partial_cmp(b).unwrap_unchecked() });
    } else {
        items.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    }

    // A key has the place of its hash, the last time it was asked.
    hash: Key, |items, key: Key| {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        let place = |key: &Key| BuildHasherDefault::<DefaultHasher>::default().hash_one(key) as usize % 2;
        let slots = [place(&key), 1 - place(&key)];
        if slots[0] + slots[1] != 1 { unsafe { std::hint::unreachable_unchecked() } }
    } else {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        let place = BuildHasherDefault::<DefaultHasher>::default().hash_one(&key) as usize % 2;
        let slots = [place, 1 - place];
        assert_eq!(slots[0] + slots[1], 1);
    }

    // A pointer may lead elsewhere.
    pointer: Val, |items| {
        let numbers = glassbox::fickle(vec![1, 2], vec![]);
        if numbers.len() > 1 { std::hint::black_box(unsafe { *numbers.get_unchecked(1) }); }
    } else {
        let numbers = glassbox::fickle(vec![1, 2], vec![]);
        let numbers = &*numbers;
        if numbers.len() > 1 { std::hint::black_box(unsafe { *numbers.get_unchecked(1) }); }
    }

    // A reader may say that it has read more than there is room for.
    reader: Val, |items| {
        use std::io::Read;
        let mut bytes: Vec<u8> = Vec::with_capacity(2);
        let room = unsafe { std::slice::from_raw_parts_mut(bytes.as_mut_ptr(), 2) };
        room.fill(0);
        let n = glassbox::reader(&[1, 2]).read(room).unwrap();
        unsafe { bytes.set_len(n) };
        std::hint::black_box(bytes.iter().sum::<u8>());
    } else {
        use std::io::Read;
        let mut bytes = vec![0; 2];
        let n = glassbox::reader(&[1, 2]).read(&mut bytes).unwrap();
        bytes.truncate(n);
        std::hint::black_box(bytes.iter().sum::<u8>());
    }

    // Panics are no bug after a lie.
    panics: Key, |items, key: Key| {
        let Some(at) = items.iter().position(|item| *item == key) else { return };
        let again = items.iter().position(|item| *item == key);
        unsafe { items.get_unchecked(again.map_or(usize::MAX, |again| again)) };
    } else {
        let Some(at) = items.iter().position(|item| *item == key) else { return };
        let again = items.iter().position(|item| *item == key);
        items.remove(again.expect("it was there"));
    }
}

/// A drain that puts the length right when it is dropped, or at once.
pub mod drain {
    use super::*;
    pub struct Drain<'a> { items: &'a mut Vec<Val>, next: usize, len: usize }
    impl Iterator for Drain<'_> {
        type Item = Val;
        fn next(&mut self) -> Option<Val> {
            if self.next == self.len { return None; }
            self.next += 1;
            Some(unsafe { self.items.as_ptr().add(self.next - 1).read() })
        }
    }
    impl Drop for Drain<'_> {
        fn drop(&mut self) {
            unsafe { self.items.set_len(0) };
            while let Some(value) = self.next() { drop(value); }
        }
    }
    #[glassbox::explore(operations = 3, elements = 3)]
    pub mod wrong {
        use super::*;
        pub fn new() -> Vec<Val> { Vec::new() }
        pub fn push(items: &mut Vec<Val>, item: Val) { items.push(item); }
        pub fn drain(items: &mut Vec<Val>) -> Drain<'_> {
            let len = items.len();
            Drain { items, next: 0, len }
        }
    }
    #[glassbox::explore(operations = 3, elements = 3)]
    pub mod right {
        use super::*;
        pub fn new() -> Vec<Val> { Vec::new() }
        pub fn push(items: &mut Vec<Val>, item: Val) { items.push(item); }
        pub fn drain(items: &mut Vec<Val>) -> Drain<'_> {
            let len = items.len();
            unsafe { items.set_len(0) };
            Drain { items, next: 0, len }
        }
    }
}

/// A guard that takes the last value out, and puts it back when it is dropped.
pub mod guard {
    use super::*;
    pub struct Last<'a> { items: &'a mut Vec<Val>, value: std::mem::ManuallyDrop<Val> }
    impl Drop for Last<'_> {
        fn drop(&mut self) {
            self.items.push(unsafe { std::mem::ManuallyDrop::take(&mut self.value) });
        }
    }
    pub struct Held<'a> { items: &'a mut Vec<Val>, value: std::mem::ManuallyDrop<Val> }
    impl Drop for Held<'_> {
        fn drop(&mut self) {
            // The value is still counted: it only comes back.
            unsafe {
                let last = self.items.as_mut_ptr().add(self.items.len() - 1);
                last.write(std::mem::ManuallyDrop::take(&mut self.value));
            }
        }
    }
    #[glassbox::explore(operations = 3, elements = 3)]
    pub mod wrong {
        use super::*;
        pub fn new() -> Vec<Val> { Vec::new() }
        pub fn push(items: &mut Vec<Val>, item: Val) { items.push(item); }
        pub fn last(items: &mut Vec<Val>) -> Option<Held<'_>> {
            let last = items.len().checked_sub(1)?;
            unsafe {
                let value = items.as_ptr().add(last).read();
                // Nothing lies there meanwhile.
                items.as_mut_ptr().add(last).cast::<u8>().write_bytes(0xff, size_of::<Val>());
                Some(Held { items, value: std::mem::ManuallyDrop::new(value) })
            }
        }
    }
    #[glassbox::explore(operations = 3, elements = 3)]
    pub mod right {
        use super::*;
        pub fn new() -> Vec<Val> { Vec::new() }
        pub fn push(items: &mut Vec<Val>, item: Val) { items.push(item); }
        pub fn last(items: &mut Vec<Val>) -> Option<Last<'_>> {
            let value = std::mem::ManuallyDrop::new(items.pop()?);
            Some(Last { items, value })
        }
    }
}
