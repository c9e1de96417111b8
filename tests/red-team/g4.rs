//! Invariants that ask statics, and whoever changes these.

#![allow(dead_code)]

/// Wrong: a check of another structure makes the lists invalid, which it does not see.
pub mod another_structure {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
    static MOST: AtomicU8 = AtomicU8::new(1);
    #[derive(Structure)]
    pub struct Number {
        #[glassbox(values = [0, 1])]
        n: u8,
    }
    impl Invariant for Number {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(self.n <= MOST.load(Relaxed), "too large")
        }
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Switch {
        is_on: bool,
    }
    #[glassbox::check]
    fn looks(number: &mut Number) -> bool {
        number.n < 2
    }
    /// Right: its own structure has no invariant.
    #[glassbox::check]
    fn lowers(switch: &mut Switch) {
        switch.is_on = true;
        MOST.store(0, Relaxed);
    }
}
/// Wrong: dropping a structure makes others of its kind invalid.
pub mod dropped {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static IS_OVER: AtomicBool = AtomicBool::new(false);
    #[derive(Structure)]
    pub struct Handle {
        is_open: bool,
    }
    impl Invariant for Handle {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(!self.is_open || !IS_OVER.load(Relaxed), "open when all is over")
        }
    }
    impl Drop for Handle {
        fn drop(&mut self) {
            IS_OVER.store(true, Relaxed);
        }
    }
    #[glassbox::check]
    fn keeps(handle: &mut Handle) -> bool {
        handle.is_open | true
    }
}
/// Wrong: what the invariant asks lies in the heap, and belongs to a static.
pub mod in_the_heap {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    use std::sync::Mutex;
    static ALLOWED: Mutex<Vec<u8>> = Mutex::new(Vec::new());
    #[derive(Structure)]
    pub struct Node {
        next: Option<Box<Node>>,
        #[glassbox(values = [0, 1])]
        n: u8,
    }
    impl Invariant for Node {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            let allowed = ALLOWED.lock().unwrap();
            ensure(allowed.is_empty() || allowed.contains(&self.n), "not allowed")
        }
    }
    #[glassbox::check(height = 2)]
    fn allows_one(node: &mut Node) {
        node.n = 1;
        *ALLOWED.lock().unwrap() = vec![1];
    }
}
