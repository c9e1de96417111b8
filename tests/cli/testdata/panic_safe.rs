//! Explorations that promise to be as good after a panic as before it. Those whose names begin with `wrong` are not.
#![allow(warnings)]
#![cfg(glassbox)]
use glassbox::{Key, Val};

/// A list that counts its items.
#[derive(Default)]
pub struct Counted {
    n: usize,
    items: Vec<Val>,
}

/// The count is right only if no callback panics.
#[glassbox::explore(operations = 3, elements = 2, panic_safe, panics)]
mod wrong_count {
    use super::*;
    pub fn new() -> Counted { Counted::default() }
    pub fn push(list: &mut Counted, item: Val) {
        list.n += 1;
        glassbox::panic_point();
        list.items.push(item);
    }
    pub fn is_counted(list: &Counted) -> bool { list.n == list.items.len() }
}

#[glassbox::explore(operations = 3, elements = 2, panic_safe, panics)]
mod right_count {
    use super::*;
    pub fn new() -> Counted { Counted::default() }
    pub fn push(list: &mut Counted, item: Val) {
        glassbox::panic_point();
        list.n += 1;
        list.items.push(item);
    }
    pub fn is_counted(list: &Counted) -> bool { list.n == list.items.len() }
}

/// Only an operation after the panic breaks the law.
#[glassbox::explore(operations = 3, elements = 2, panic_safe, panics)]
mod wrong_later {
    use super::*;
    pub fn new() -> Counted { Counted::default() }
    pub fn reserve(list: &mut Counted) {
        list.n += 4;
        glassbox::panic_point();
        list.n -= 4;
    }
    pub fn push(list: &mut Counted, item: Val) {
        list.n = (list.n + 1) % 4 + list.n / 4;
        list.items.push(item);
    }
    pub fn is_counted(list: &Counted) -> bool { list.n % 4 == list.items.len() }
}

/// A value is lost while the subject is dropped.
#[glassbox::explore(operations = 2, elements = 2, panic_safe, panics)]
mod wrong_drop {
    use super::*;
    pub struct Pair(Option<Val>, std::mem::ManuallyDrop<Option<Val>>);
    pub fn new() -> Pair { Pair(None, Default::default()) }
    pub fn fill(pair: &mut Pair, a: Val, b: Val) {
        glassbox::assume(pair.0.is_none() && pair.1.is_none());
        *pair = Pair(Some(a), std::mem::ManuallyDrop::new(Some(b)));
    }
    impl Drop for Pair {
        fn drop(&mut self) {
            drop(self.0.take());
            unsafe { std::mem::ManuallyDrop::drop(&mut self.1) };
        }
    }
}

/// A consumer loses what it has not given out yet.
#[glassbox::explore(operations = 3, elements = 2, panic_safe, panics)]
mod wrong_consumer {
    use super::*;
    pub fn new() -> Vec<Val> { Vec::new() }
    pub fn push(items: &mut Vec<Val>, item: Val) { items.push(item); }
    pub fn end(items: Vec<Val>) {
        let mut items = std::mem::ManuallyDrop::new(items);
        glassbox::panic_point();
        unsafe { std::mem::ManuallyDrop::drop(&mut items) };
    }
}

/// A constructor loses its argument.
#[glassbox::explore(operations = 1, panic_safe, panics)]
mod wrong_constructor {
    use super::*;
    pub fn new(item: Val) -> Vec<Val> {
        let item = std::mem::ManuallyDrop::new(item);
        glassbox::panic_point();
        vec![std::mem::ManuallyDrop::into_inner(item)]
    }
    pub fn push(items: &mut Vec<Val>, item: Val) { items.push(item); }
}

/// After the panic, the model has an item more.
#[glassbox::explore(operations = 3, elements = 2, panic_safe, panics)]
mod wrong_model {
    use super::*;
    #[derive(Default)]
    pub struct Both { model: usize, items: Vec<Val> }
    pub fn new() -> Both { Both::default() }
    pub fn push(both: &mut Both, item: Val) {
        both.model += 1;
        glassbox::panic_point();
        both.items.push(item);
    }
    pub fn pop(both: &mut Both) {
        both.model = both.model.saturating_sub(1);
        both.items.pop();
        assert_eq!(both.model, both.items.len());
    }
}

/// An operation that must panic does not, after a callback has panicked.
#[glassbox::explore(operations = 3, panic_safe, panics)]
mod wrong_return {
    pub fn new() -> (bool, u8) { (false, 0) }
    pub fn change(subject: &mut (bool, u8)) {
        subject.0 = true;
        glassbox::panic_point();
        subject.0 = false;
    }
    #[glassbox(must_panic = "always")]
    pub fn fail(subject: &mut (bool, u8)) {
        if !subject.0 { panic!("always") }
    }
}

/// The comparison of keys panics while an item is out of its place.
#[glassbox::explore(operations = 4, elements = 3, panic_safe, panics)]
mod wrong_sort {
    use super::*;
    pub fn new() -> Vec<Key> { Vec::new() }
    pub fn insert(keys: &mut Vec<Key>, key: Key) {
        keys.push(key);
        let mut at = keys.len() - 1;
        while at > 0 && keys[at] < keys[at - 1] {
            keys.swap(at, at - 1);
            at -= 1;
        }
    }
    pub fn is_sorted(keys: &Vec<Key>) -> bool { keys.is_sorted() }
}

#[glassbox::explore(operations = 4, elements = 3, panic_safe, panics)]
mod right_sort {
    use super::*;
    pub fn new() -> Vec<Key> { Vec::new() }
    pub fn insert(keys: &mut Vec<Key>, key: Key) {
        let at = keys.partition_point(|other| *other < key);
        keys.insert(at, key);
    }
    pub fn is_sorted(keys: &Vec<Key>) -> bool { keys.is_sorted() }
}

/// A block is lost, and no value with it.
#[glassbox::explore(operations = 2, panic_safe, panics)]
mod wrong_block {
    pub fn new() -> u8 { 0 }
    pub fn change(_: &mut u8) {
        let block = Box::into_raw(Box::new(0u32));
        glassbox::panic_point();
        drop(unsafe { Box::from_raw(block) });
    }
}

/// Collections of std keep their promise where values are only moved.
#[glassbox::explore(operations = 3, elements = 3, panic_safe, panics)]
mod right_vec {
    use super::*;
    pub fn new() -> Vec<Val> { Vec::new() }
    pub fn push(items: &mut Vec<Val>, item: Val) { items.push(item); }
    pub fn retain(items: &mut Vec<Val>) {
        items.retain(|_| {
            glassbox::panic_point();
            glassbox::choose(2) == 1
        });
    }
    pub fn truncate(items: &mut Vec<Val>) { items.truncate(1); }
    pub fn extend(items: &mut Vec<Val>) {
        let more = items.clone();
        items.extend(more);
    }
    pub fn is_itself(items: &Vec<Val>) -> bool { items.iter().count() == items.len() }
}
