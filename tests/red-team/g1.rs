//! Statics that operations on structures with values, keys and effects change. The judge of values and effects goes back to the start of
//! the run, so what a run leaves in statics has to be noted before. And drops that depend on statics.

#![allow(dead_code, unused)]

macro_rules! values {
    () => {
        use glassbox::{Structure, Val};
        use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

        #[derive(Structure, Default)]
        #[glassbox(no_invariant)]
        pub struct Stack {
            items: Vec<Val>,
        }
    };
}

/// Wrong: the fourth call panics.
pub mod counted_calls {
    values!();
    static CALLS: AtomicU32 = AtomicU32::new(0);
    #[glassbox::check(len = 2)]
    fn push(stack: &mut Stack, value: Val) {
        assert!(CALLS.fetch_add(1, Relaxed) < 3);
        stack.items.push(value);
    }
}

/// Wrong: a push after a pop loses its value.
pub mod popped {
    values!();
    static HAS_POPPED: AtomicBool = AtomicBool::new(false);
    #[glassbox::check(len = 2)]
    fn push(stack: &mut Stack, value: Val) {
        assert!(!HAS_POPPED.load(Relaxed));
        stack.items.push(value);
    }
    #[glassbox::check(len = 2)]
    fn pop(stack: &mut Stack) {
        if stack.items.pop().is_some() {
            HAS_POPPED.store(true, Relaxed);
        }
    }
}

/// Wrong: the declared effect is there, and the second insertion panics.
pub mod with_effect {
    use glassbox::{Key, Structure};
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static IS_USED: AtomicBool = AtomicBool::new(false);
    #[derive(Structure, Default)]
    #[glassbox(no_invariant, sorted(keys))]
    pub struct Set {
        keys: Vec<Key>,
    }
    #[glassbox::check(len = 2, adds(key))]
    fn insert(set: &mut Set, key: Key) {
        assert!(!IS_USED.swap(true, Relaxed));
        if let Err(at) = set.keys.binary_search(&key) {
            set.keys.insert(at, key);
        }
    }
}

/// Wrong: the structure is moved, and the second call panics.
pub mod moved {
    values!();
    static CALLS: AtomicU32 = AtomicU32::new(0);
    #[glassbox::check(len = 2)]
    fn consume(stack: Stack) {
        assert!(CALLS.fetch_add(1, Relaxed) < 1);
        drop(stack.items);
    }
}

/// Wrong: a value is remembered in a static by its place in the heap, and compared there.
pub mod last_block {
    values!();
    static LAST: AtomicU32 = AtomicU32::new(0);
    #[glassbox::check(len = 2)]
    fn push(stack: &mut Stack, value: Val) {
        stack.items.push(value);
        let address = stack.items.as_ptr().addr() as u32;
        assert!(LAST.swap(address, Relaxed) != address);
    }
}

/// Wrong: the invariant counts how often it is asked, and the operation reads the count.
pub mod counting_invariant {
    use glassbox::{Broken, Children, Invariant, Structure, Val};
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static ASKED: AtomicU32 = AtomicU32::new(0);
    #[derive(Structure, Default)]
    pub struct Stack {
        items: Vec<Val>,
    }
    impl Invariant for Stack {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ASKED.fetch_add(self.items.len() as u32, Relaxed);
            Ok(())
        }
    }
    #[glassbox::check(len = 2)]
    fn push(stack: &mut Stack, value: Val) {
        assert!(ASKED.load(Relaxed) < 2);
        stack.items.push(value);
    }
}

/// Wrong: the ninth push of a program is forgotten, and its value leaks.
pub mod forgotten {
    values!();
    static CALLS: AtomicU32 = AtomicU32::new(0);
    #[glassbox::check(len = 2)]
    fn push(stack: &mut Stack, value: Val) {
        if CALLS.fetch_add(1, Relaxed) == 8 {
            return std::mem::forget(value);
        }
        stack.items.push(value);
    }
}

/// Wrong: a thread-local remembers that a value was dropped, and `clear` then forgets them.
pub mod thread_local {
    values!();
    use std::cell::Cell;
    thread_local! {
        static HAS_DROPPED: Cell<bool> = const { Cell::new(false) };
    }
    #[glassbox::check(len = 2)]
    fn pop(stack: &mut Stack) {
        HAS_DROPPED.set(stack.items.pop().is_some());
    }
    #[glassbox::check(len = 2)]
    fn clear(stack: &mut Stack) {
        if HAS_DROPPED.get() {
            return std::mem::forget(std::mem::take(&mut stack.items));
        }
        stack.items.clear();
    }
}

/// Right: the operation counts its calls, and nothing reads the count.
pub mod metric {
    values!();
    static CALLS: AtomicU32 = AtomicU32::new(0);
    #[glassbox::check(len = 2)]
    fn push(stack: &mut Stack, value: Val) {
        CALLS.fetch_add(1, Relaxed);
        stack.items.push(value);
    }
}

/// Right: a table that is made at the first call.
pub mod once_table {
    values!();
    use std::sync::OnceLock;
    static MOST: OnceLock<usize> = OnceLock::new();
    #[glassbox::check(len = 2)]
    fn push(stack: &mut Stack, value: Val) {
        if stack.items.len() < *MOST.get_or_init(|| 2) {
            stack.items.push(value);
        }
    }
}

/// Wrong: every ninth structure that is dropped forgets its values.
pub mod counting_drop {
    use glassbox::{Structure, Val};
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static DROPS: AtomicU32 = AtomicU32::new(0);
    #[derive(Structure, Default)]
    #[glassbox(no_invariant)]
    pub struct Stack {
        items: Vec<Val>,
    }
    impl Drop for Stack {
        fn drop(&mut self) {
            if DROPS.fetch_add(1, Relaxed) == 8 {
                std::mem::forget(std::mem::take(&mut self.items));
            }
        }
    }
    #[glassbox::check(len = 2)]
    fn push(stack: &mut Stack, value: Val) {
        stack.items.push(value);
    }
}

/// Wrong: after `close`, structures leak when they are dropped.
pub mod closed {
    use glassbox::Structure;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static IS_CLOSED: AtomicBool = AtomicBool::new(false);
    #[derive(Structure, Default)]
    #[glassbox(no_invariant)]
    pub struct Cell {
        item: Option<Box<bool>>,
    }
    impl Drop for Cell {
        fn drop(&mut self) {
            if IS_CLOSED.load(Relaxed) {
                std::mem::forget(self.item.take());
            }
        }
    }
    #[glassbox::check]
    fn close(cell: &mut Cell) {
        IS_CLOSED.store(true, Relaxed);
    }
    #[glassbox::check]
    fn clear(cell: &mut Cell) {
        cell.item = None;
    }
}

/// Right: the drops are counted, and nothing reads the count.
pub mod drop_metric {
    use glassbox::{Structure, Val};
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static DROPS: AtomicU32 = AtomicU32::new(0);
    #[derive(Structure, Default)]
    #[glassbox(no_invariant)]
    pub struct Stack {
        items: Vec<Val>,
    }
    impl Drop for Stack {
        fn drop(&mut self) {
            DROPS.fetch_add(1, Relaxed);
        }
    }
    #[glassbox::check(len = 2)]
    fn push(stack: &mut Stack, value: Val) {
        stack.items.push(value);
    }
}
