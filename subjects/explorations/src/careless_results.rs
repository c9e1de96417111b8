//! Careless code that only shows in what functions return: in each module one thing goes wrong, and nowhere else.

/// A list that is taken and given back is not sorted any more.
#[glassbox::explore(operations = 4)]
mod gives_back_unsorted {
    use glassbox::Key;

    #[derive(Default)]
    pub struct Sorted {
        keys: Vec<Key>,
    }

    pub fn new() -> Sorted {
        Sorted::default()
    }

    pub fn insert(mut sorted: Sorted, key: Key) -> Sorted {
        sorted.keys.push(key);
        sorted
    }

    #[cfg(any())]
    pub fn configured_away(sorted: &mut Sorted) {
        sorted.not_compiled();
    }

    pub fn is_sorted(sorted: &Sorted) -> bool {
        sorted.keys.is_sorted()
    }
}

/// A full stack is not given back, and its last value is forgotten.
#[glassbox::explore(operations = 5)]
mod forgets_where_it_ends {
    use glassbox::Val;

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn push(mut stack: Vec<Val>, value: Val) -> Result<Vec<Val>, usize> {
        if stack.len() == 2 {
            std::mem::forget(stack.pop());
            return Err(2);
        }
        stack.push(value);
        Ok(stack)
    }
}

/// What is split off has the length of the whole.
#[glassbox::explore(operations = 4)]
mod splits_off_too_much {
    #[derive(Default)]
    pub struct Counted {
        items: Vec<bool>,
        len: usize,
    }

    pub fn new() -> Counted {
        Counted::default()
    }

    pub fn push(counted: &mut Counted) {
        counted.items.push(true);
        counted.len += 1;
    }

    pub fn split_off(
        counted: &mut Counted,
        #[glassbox(values = 0..=counted.items.len())] at: usize,
    ) -> Option<Counted> {
        let items = counted.items.split_off(at);
        let len = std::mem::replace(&mut counted.len, at);
        (!items.is_empty()).then_some(Counted { items, len })
    }

    pub fn length_is_right(counted: &Counted) -> bool {
        counted.items.len() == counted.len
    }
}

/// Of three parts, the last one keeps the mark of the whole.
#[glassbox::explore(operations = 4)]
mod marks_a_part {
    pub struct Marked {
        items: Vec<u8>,
        is_whole: bool,
    }

    pub fn new() -> Marked {
        Marked { items: vec![1, 2, 3], is_whole: true }
    }

    pub fn into_parts(marked: Marked) -> (usize, Vec<Marked>) {
        let of = |part: &[u8]| Marked { items: part.to_vec(), is_whole: part == [3] };
        (3, marked.items.chunks(1).map(of).collect())
    }

    pub fn parts_are_not_marked(marked: &Marked) -> bool {
        marked.is_whole == (marked.items.len() == 3) || marked.items.is_empty()
    }
}

/// The result was never written.
#[glassbox::explore(operations = 3)]
mod returns_unwritten_memory {
    pub fn new() -> Vec<u8> {
        Vec::with_capacity(4)
    }

    pub fn push(stack: &mut Vec<u8>) {
        stack.push(1);
    }

    pub fn behind_the_last(stack: &mut Vec<u8>) -> Option<u8> {
        glassbox::assume(stack.len() == 2);
        // SAFETY: there is none, that is the bug.
        Some(unsafe { *stack.as_ptr().add(stack.len()) })
    }
}

/// The result has a `Debug` of its own, and leads to memory that is freed.
#[glassbox::explore(operations = 3)]
mod returns_a_dangling_reference {
    #[derive(Debug)]
    pub struct Item(u8);

    pub fn new() -> Option<Box<Item>> {
        None
    }

    pub fn replace(item: &mut Option<Box<Item>>) -> Option<&'static Item> {
        let old: *const Item = &raw const *item.replace(Box::new(Item(1)))?;
        // SAFETY: there is none, that is the bug.
        Some(unsafe { &*old })
    }

    pub fn is_one(item: &Option<Box<Item>>) -> bool {
        item.as_ref().is_none_or(|item| item.0 == 1)
    }
}

/// The same for a type without `Debug`.
#[glassbox::explore(operations = 3)]
mod returns_a_dangling_reference_to_anything {
    pub struct Item(u8);

    pub fn new() -> Option<Box<Item>> {
        None
    }

    pub fn replace(item: &mut Option<Box<Item>>) -> Option<&'static Item> {
        let old: *const Item = &raw const *item.replace(Box::new(Item(1)))?;
        // SAFETY: there is none, that is the bug.
        Some(unsafe { &*old })
    }

    pub fn is_one(item: &Option<Box<Item>>) -> bool {
        item.as_ref().is_none_or(|item| item.0 == 1)
    }
}

/// The second item of an iterator is one too many.
#[glassbox::explore(operations = 3)]
mod panics_while_it_iterates {
    pub fn new() -> Vec<u8> {
        vec![1, 2]
    }

    pub fn first_only(stack: &mut Vec<u8>) -> impl Iterator<Item = u8> {
        stack.iter().map(|item| {
            assert!(*item < 2, "the second item");
            *item
        })
    }
}

/// An iterator that is dropped before its end loses an item.
#[glassbox::explore(operations = 3)]
mod forgets_what_is_left {
    use glassbox::Val;

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn push(stack: &mut Vec<Val>, value: Val) {
        stack.push(value);
    }

    pub struct Drain(std::vec::IntoIter<Val>);

    impl Iterator for Drain {
        type Item = Val;

        fn next(&mut self) -> Option<Val> {
            self.0.next()
        }
    }

    impl Drop for Drain {
        fn drop(&mut self) {
            if self.0.len() == 1 {
                std::mem::forget(self.0.next());
            }
        }
    }

    pub fn drain(stack: &mut Vec<Val>) -> Drain {
        glassbox::assume(stack.len() == 2);
        Drain(std::mem::take(stack).into_iter())
    }
}

/// A future that is dropped while it waits leaves the lock locked.
#[glassbox::explore(operations = 3)]
mod leaves_a_lock {
    use std::pin::Pin;
    use std::task::{Context, Poll};

    #[derive(Default)]
    pub struct Lock {
        is_locked: bool,
    }

    /// Is ready when it is polled for the second time.
    struct Later(bool);

    impl Future for Later {
        type Output = ();

        fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
            if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
        }
    }

    pub fn new() -> Lock {
        Lock::default()
    }

    pub async fn with_lock(lock: &mut Lock) -> u8 {
        lock.is_locked = true;
        Later(false).await;
        lock.is_locked = false;
        1
    }

    pub fn is_unlocked(lock: &Lock) -> bool {
        !lock.is_locked
    }
}

/// The subject that a future returns is wrong.
#[glassbox::explore(operations = 3)]
mod returns_a_wrong_one_later {
    pub fn new() -> u8 {
        0
    }

    pub async fn next(n: u8) -> (u8, bool) {
        (n + 1, true)
    }

    pub fn is_small(n: &u8) -> bool {
        *n < 2
    }
}

/// The result of the law was never written.
#[glassbox::explore(operations = 3)]
mod law_returns_unwritten_memory {
    use std::mem::MaybeUninit;

    pub struct Flag(Box<MaybeUninit<bool>>);

    pub fn new() -> Flag {
        Flag(Box::new_uninit())
    }

    pub fn write(flag: &mut Flag) {
        flag.0.write(true);
    }

    pub fn is_set(flag: &Flag) -> bool {
        // SAFETY: there is none before `write`, that is the bug.
        unsafe { flag.0.assume_init_read() }
    }
}
