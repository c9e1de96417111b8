#![cfg(glassbox)]

/// A number that is even, unless a callback has panicked.
pub struct Even(u32);

#[glassbox::explore(operations = 3)]
mod broken_law {
    use super::Even;
    pub fn new() -> Even { Even(0) }
    pub fn add_two(even: &mut Even) {
        even.0 = (even.0 + 1) % 8;
        glassbox::panic_point();
        even.0 += 1;
    }
    pub fn is_even(even: &Even) -> bool { even.0 % 2 == 0 }
}

#[glassbox::explore(operations = 3)]
mod later_panic {
    use super::Even;
    pub fn new() -> Even { Even(0) }
    pub fn add_two(even: &mut Even) {
        assert!(even.0 % 2 == 0, "it is odd");
        even.0 = (even.0 + 1) % 8;
        glassbox::panic_point();
        even.0 += 1;
    }
}

#[glassbox::explore(operations = 3)]
mod endless {
    use super::Even;
    pub fn new() -> Even { Even(0) }
    pub fn add_two(even: &mut Even) {
        while even.0 % 2 == 1 {
            std::hint::black_box(&even);
        }
        even.0 = (even.0 + 1) % 8;
        glassbox::panic_point();
        even.0 += 1;
    }
}

#[glassbox::explore(operations = 3, elements = 3)]
mod leak {
    use glassbox::Val;
    pub fn new() -> Vec<Val> { Vec::new() }
    pub fn push(items: &mut Vec<Val>, item: Val) {
        let item = std::mem::ManuallyDrop::new(item);
        glassbox::panic_point();
        items.push(std::mem::ManuallyDrop::into_inner(item));
    }
}

#[glassbox::explore(operations = 3)]
mod without_a_panic {
    use super::Even;
    pub fn new() -> Even { Even(0) }
    pub fn add(even: &mut Even) {
        glassbox::panic_point();
        even.0 = (even.0 + 1) % 8;
    }
    pub fn is_even(even: &Even) -> bool { even.0 % 2 == 0 }
}

#[glassbox::explore(operations = 3, elements = 3)]
mod leak_without_a_panic {
    use glassbox::Val;
    pub fn new() -> Vec<Val> { Vec::new() }
    pub fn push(items: &mut Vec<Val>, item: Val) {
        glassbox::panic_point();
        std::mem::forget(item);
    }
}

/// A box that is freed and not forgotten, if a callback panics.
pub struct Owner(Option<*mut u32>);

#[glassbox::explore(operations = 3)]
mod later_use {
    use super::Owner;
    pub fn new() -> Owner { Owner(None) }
    pub fn fill(owner: &mut Owner) {
        owner.clear();
        owner.0 = Some(Box::into_raw(Box::new(1)));
    }
    pub fn clear(owner: &mut Owner) { owner.clear(); }
    pub fn read(owner: &mut Owner) {
        if let Some(at) = owner.0 {
            std::hint::black_box(unsafe { *at });
        }
    }
    impl Owner {
        fn clear(&mut self) {
            if let Some(at) = self.0 {
                drop(unsafe { Box::from_raw(at) });
                glassbox::panic_point();
                self.0 = None;
            }
        }
    }
    pub fn end(mut owner: Owner) { owner.clear(); }
    pub fn forget(mut owner: Owner) { owner.clear(); }
    impl Drop for Owner {
        fn drop(&mut self) {
            if let Some(at) = self.0.take() {
                drop(unsafe { Box::from_raw(at) });
            }
        }
    }
}

#[glassbox::explore(operations = 3)]
mod panic_of_its_own {
    use super::Even;
    pub fn new() -> Even { Even(0) }
    pub fn add(even: &mut Even) {
        glassbox::panic_point();
        even.0 += 1;
        assert!(even.0 < 3, "of its own");
    }
}

#[glassbox::explore(operations = 3)]
mod caught {
    use super::Even;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    pub fn new() -> Even { Even(0) }
    pub fn add_two(even: &mut Even) {
        let caught = catch_unwind(AssertUnwindSafe(|| {
            even.0 = (even.0 + 1) % 8;
            assert!(even.0 % 2 == 0, "thrown and caught");
        }));
        assert!(caught.is_err());
        even.0 += 1;
    }
    pub fn is_even(even: &Even) -> bool { even.0 % 2 == 0 && !std::thread::panicking() }
}

#[glassbox::explore(operations = 3)]
mod not_caught {
    use super::Even;
    use std::panic::{catch_unwind, resume_unwind};
    pub fn new() -> Even { Even(0) }
    pub fn add_two(even: &mut Even) {
        if let Err(panic) = catch_unwind(|| panic!("thrown again")) {
            resume_unwind(panic);
        }
    }
}

#[glassbox::explore(operations = 3, elements = 3)]
mod drop_that_panics {
    use glassbox::Val;
    pub struct Pair(Option<Val>, Option<Val>);
    pub fn new() -> Pair { Pair(None, None) }
    pub fn fill(pair: &mut Pair, a: Val, b: Val) { *pair = Pair(Some(a), Some(b)); }
    pub fn clear(pair: &mut Pair) { *pair = Pair(None, None); }
}

#[glassbox::explore(operations = 3)]
mod same_bytes {
    use super::Even;
    pub fn new() -> Even { Even(0) }
    pub fn add_two(even: &mut Even) {
        even.0 = (even.0 + 1) % 8;
        glassbox::panic_point();
        even.0 += 1;
    }
    pub fn add_one(even: &mut Even) { even.0 = (even.0 + 1) % 8; }
    pub fn is_even(even: &Even) -> bool { even.0 % 2 == 0 }
}

#[glassbox::explore(operations = 3, elements = 3)]
mod same_bytes_leak {
    use glassbox::Val;
    use std::mem::ManuallyDrop;
    pub fn new() -> Option<ManuallyDrop<Val>> { None }
    pub fn fill(place: &mut Option<ManuallyDrop<Val>>, value: Val) {
        *place = Some(ManuallyDrop::new(value));
        glassbox::panic_point();
        drop(ManuallyDrop::into_inner(place.take().unwrap()));
    }
    pub fn fill_and_forget(place: &mut Option<ManuallyDrop<Val>>, value: Val) {
        *place = Some(ManuallyDrop::new(value));
    }
}

#[glassbox::explore(operations = 3)]
mod caught_callback {
    use super::Even;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    pub fn new() -> Even { Even(0) }
    pub fn add_two(even: &mut Even) {
        let _ = catch_unwind(AssertUnwindSafe(|| {
            even.0 = (even.0 + 1) % 8;
            glassbox::panic_point();
            even.0 += 1;
        }));
    }
    pub fn is_even(even: &Even) -> bool { even.0 % 2 == 0 }
}

#[glassbox::explore(operations = 3)]
mod other_subject {
    use glassbox::Val;
    pub fn new(value: Val) -> Vec<Val> { vec![value] }
    /// The old one is dropped, and that panics; the new one is there all the same.
    pub fn other(_: &mut Vec<Val>) -> Vec<Val> { Vec::new() }
}

#[glassbox::check]
fn check_that_panics(#[glassbox(values = 0..4)] number: u8) {
    assert!(number < 3, "found by a check");
}
