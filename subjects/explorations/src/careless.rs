//! Careless code: in each module one thing goes wrong, and nowhere else.

/// Taking the third value forgets it.
#[glassbox::explore(operations = 5)]
mod forgets_a_value {
    use glassbox::Val;

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn push(stack: &mut Vec<Val>, value: Val) {
        stack.push(value);
    }

    pub fn pop(stack: &mut Vec<Val>) {
        let popped = stack.pop();
        if stack.len() == 2 {
            std::mem::forget(popped);
        }
    }
}

/// What is popped stays, too.
#[glassbox::explore(operations = 5)]
mod drops_twice {
    use glassbox::Val;

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn push(stack: &mut Vec<Val>, value: Val) {
        stack.push(value);
    }

    pub fn peek(stack: &mut Vec<Val>) -> Option<Val> {
        // SAFETY: there is none, that is the bug.
        stack.last().map(|last| unsafe { std::ptr::read(last) })
    }
}

/// The node behind the first is freed, and the first still leads to it.
#[glassbox::explore(operations = 5)]
mod frees_too_early {
    pub struct List {
        head: *mut Node,
    }

    pub struct Node {
        item: u8,
        next: *mut Node,
    }

    pub fn new() -> List {
        List { head: std::ptr::null_mut() }
    }

    pub fn push(list: &mut List, #[glassbox(values = [7])] item: u8) {
        list.head = Box::into_raw(Box::new(Node { item, next: list.head }));
    }

    pub fn remove_second(list: &mut List) {
        // SAFETY: nodes come from boxes; the bug is that a link to a freed one stays.
        unsafe {
            if let Some(head) = list.head.as_mut()
                && let Some(second) = head.next.as_mut()
            {
                let third = second.next;
                drop(Box::from_raw(second));
                if !third.is_null() {
                    head.next = third;
                }
            }
        }
    }

    pub fn sum(list: &List) {
        let (mut sum, mut node) = (0u32, list.head);
        // SAFETY: as above.
        while let Some(here) = unsafe { node.as_ref() } {
            sum += u32::from(here.item);
            node = here.next;
        }
        assert!(sum % 7 == 0);
    }

    impl Drop for List {
        fn drop(&mut self) {
            while !self.head.is_null() {
                // SAFETY: as above.
                self.head = unsafe { Box::from_raw(self.head) }.next;
            }
        }
    }
}

/// Growing to four items leaks the old buffer's box.
#[glassbox::explore(operations = 5)]
mod leaks {
    #[derive(Default)]
    pub struct Boxes {
        items: Vec<Box<u8>>,
    }

    pub fn new() -> Boxes {
        Boxes::default()
    }

    pub fn push(boxes: &mut Boxes, #[glassbox(values = 0..2)] item: u8) {
        boxes.items.push(Box::new(item));
    }

    pub fn clear(boxes: &mut Boxes) {
        if boxes.items.len() == 3 {
            boxes.items.drain(..).next().map(Box::leak);
        }
        boxes.items.clear();
    }
}

/// The length is wrong after the second item that is even.
#[glassbox::explore(operations = 5)]
mod breaks_a_law {
    #[derive(Default)]
    pub struct Counted {
        items: Vec<u8>,
        evens: usize,
    }

    pub fn new() -> Counted {
        Counted::default()
    }

    pub fn push(counted: &mut Counted, #[glassbox(values = 1..=2)] item: u8) {
        counted.items.push(item);
        if item == 2 {
            counted.evens = 1;
        }
    }

    pub fn evens_are_counted(counted: &Counted) -> bool {
        counted.evens == counted.items.iter().filter(|item| **item % 2 == 0).count()
    }
}

/// Three in a row are one too many.
#[glassbox::explore(operations = 5)]
mod panics {
    pub fn new() -> Vec<bool> {
        Vec::new()
    }

    pub fn push(bits: &mut Vec<bool>, bit: bool) {
        bits.push(bit);
        assert!(!bits.ends_with(&[true, true, true]), "three in a row");
    }
}

/// What is wrong is seen only by a law that chooses where to look.
#[glassbox::explore(operations = 3)]
mod breaks_a_law_somewhere {
    pub fn new() -> [u8; 3] {
        [0; 3]
    }

    pub fn count(counts: &mut [u8; 3], #[glassbox(values = 0..3)] at: usize) {
        counts[at] += 1;
    }

    pub fn nothing_is_counted_twice_at_the_end(counts: &[u8; 3]) -> bool {
        let at = glassbox::choose(3) as usize;
        at < 2 || counts[at] < 2
    }
}

/// The third call is different, and the subject does not know.
#[glassbox::explore(operations = 5)]
mod has_a_hidden_static {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    static CALLS: AtomicU32 = AtomicU32::new(0);

    pub fn new() -> u8 {
        0
    }

    pub fn call(_subject: &mut u8) {
        assert!(CALLS.fetch_add(1, Relaxed) < 2, "the third call");
    }
}

/// What is taken at the end is not all given back.
#[glassbox::explore(operations = 3)]
mod forgets_at_the_end {
    use glassbox::Val;

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn push(stack: &mut Vec<Val>, value: Val) {
        stack.push(value);
    }

    pub fn into_iter(stack: Vec<Val>) {
        let n = glassbox::choose(3);
        let mut items = stack.into_iter();
        for _ in 0..n {
            items.next();
        }
        if items.len() == 1 {
            std::mem::forget(items);
        }
    }
}

/// A set that takes keys with the same hash for the same.
#[glassbox::explore(operations = 3)]
mod trusts_hashes {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    use glassbox::Key;

    #[derive(Default)]
    pub struct Set {
        hashes: Vec<u64>,
        keys: Vec<Key>,
    }

    pub fn new() -> Set {
        Set::default()
    }

    pub fn insert(set: &mut Set, key: Key) {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(&key);
        if !set.keys.contains(&key) {
            set.keys.push(key);
        }
        if !set.hashes.contains(&hash) {
            set.hashes.push(hash);
        }
    }

    pub fn none_is_forgotten(set: &Set) -> bool {
        set.keys.len() == set.hashes.len()
    }
}

/// To append a longer list forgets the last item.
#[glassbox::explore(operations = 2)]
mod appends_too_little {
    #[derive(Default)]
    pub struct List {
        items: Vec<bool>,
    }

    pub fn new() -> List {
        List::default()
    }

    pub fn push(list: &mut List, item: bool) {
        list.items.push(item);
    }

    pub fn append(list: &mut List, mut other: List) {
        let both = list.items.len() + other.items.len();
        if other.items.len() > 1 {
            other.items.pop();
        }
        list.items.append(&mut other.items);
        assert_eq!(list.items.len(), both);
    }
}
