//! Operations that must panic, with and without mistakes.
#![allow(warnings)]

/// A list that counts its items.
pub struct List<T> { items: Vec<T>, count: usize }

impl<T> List<T> {
    pub fn new() -> Self { Self { items: Vec::new(), count: 0 } }
    pub fn push(&mut self, item: T) { self.items.push(item); self.count += 1; }
    pub fn len(&self) -> usize { self.items.len() }
    pub fn is_right(&self) -> bool { self.count == self.items.len() }

    pub fn right(&mut self, at: usize) -> T {
        assert!(at < self.items.len(), "no item at {at}");
        self.count -= 1;
        self.items.remove(at)
    }

    /// It is counted before the panic.
    pub fn counted(&mut self, at: usize) -> T {
        self.count = self.count.wrapping_sub(1);
        assert!(at < self.items.len(), "no item at {at}");
        self.items.remove(at)
    }

    /// It panics one too late.
    pub fn late(&mut self, at: usize) -> Option<T> {
        assert!(at <= self.items.len(), "no item at {at}");
        if at == self.items.len() { return None; }
        self.count -= 1;
        Some(self.items.remove(at))
    }

    /// It panics one too early.
    pub fn early(&mut self, at: usize) -> T {
        assert!(at + 1 < self.items.len(), "no item at {at}");
        self.count -= 1;
        self.items.remove(at)
    }

    /// It panics elsewhere.
    pub fn elsewhere(&mut self, at: usize) -> T {
        let item = self.items.remove(at);
        self.count -= 1;
        item
    }

    /// It drops something first.
    pub fn dropped(&mut self, at: usize) -> T {
        if at >= self.items.len() { self.items.clear(); self.count = 0; }
        assert!(at < self.items.len(), "no item at {at}");
        self.count -= 1;
        self.items.remove(at)
    }

    /// It takes an item out, and puts it back if nothing panics.
    pub fn taken(&mut self, at: usize) -> T {
        let last = self.items.pop();
        assert!(at <= self.items.len() && last.is_some(), "no item at {at}");
        self.items.extend(last);
        self.count -= 1;
        self.items.remove(at)
    }

    /// It takes an item out, and puts it back, also if something panics.
    pub fn put_back(&mut self, at: usize) -> T {
        struct Back<'a, T>(&'a mut Vec<T>, Option<T>);
        impl<T> Drop for Back<'_, T> {
            fn drop(&mut self) { self.0.extend(self.1.take()); }
        }
        let len = self.items.len();
        let last = self.items.pop();
        let back = Back(&mut self.items, last);
        assert!(at < len, "no item at {at}");
        drop(back);
        self.count -= 1;
        self.items.remove(at)
    }
}

macro_rules! explorations {
    ($($name:ident)*) => { $(
        #[cfg(glassbox)]
        #[glassbox::explore(operations = 3, elements = 2)]
        mod $name {
            use glassbox::Val;
            use crate::List;
            pub fn new() -> List<Val> { List::new() }
            pub fn push(list: &mut List<Val>, item: Val) { list.push(item); }
            #[glassbox(must_panic_if = at >= list.len(), must_panic = "no item at {}", unchanged)]
            pub fn remove(list: &mut List<Val>, #[glassbox(values = 0..4)] at: usize) { list.$name(at); }
            pub fn is_right(list: &List<Val>) -> bool { list.is_right() }
        }
    )* };
}

explorations! { right counted late early elsewhere dropped taken put_back }

/// It must always panic, with any message; the arguments are dropped.
#[cfg(glassbox)]
#[glassbox::explore(operations = 2)]
mod always {
    use glassbox::Val;
    pub fn new() -> Vec<Val> { Vec::new() }
    pub fn push(list: &mut Vec<Val>, item: Val) { list.push(item); }
    #[glassbox(must_panic)]
    pub fn panics(list: &mut Vec<Val>, item: Val) { panic!("{}", list.len()); }
    #[glassbox(must_panic)]
    pub fn consumes(list: Vec<Val>) { panic!("gone"); }
}

#[cfg(glassbox)]
#[glassbox::explore(operations = 2)]
mod never {
    pub fn new() -> u8 { 0 }
    #[glassbox(must_panic)]
    pub fn panics(number: &mut u8) { }
}

/// What core says about undefined behaviour is not what must be said.
#[cfg(glassbox)]
#[glassbox::explore(operations = 2)]
mod undefined {
    pub fn new() -> u8 { 0 }
    #[glassbox(must_panic)]
    pub fn panics(number: &mut u8) { unsafe { std::hint::unreachable_unchecked() } }
}

/// What it counts is in a static.
#[cfg(glassbox)]
#[glassbox::explore(operations = 2)]
mod in_a_static {
    use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
    static COUNT: AtomicU8 = AtomicU8::new(0);
    pub fn new() -> u8 { 0 }
    #[glassbox(must_panic, unchanged)]
    pub fn panics(number: &mut u8) {
        COUNT.store((COUNT.load(Relaxed) + 1) % 2, Relaxed);
        panic!("not now");
    }
}
