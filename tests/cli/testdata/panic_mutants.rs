/// Keeps the items for which `keep` is true.
pub fn retain<T>(items: &mut Vec<T>, mut keep: impl FnMut(&T) -> bool) {
    let (mut kept, first, len) = (0, items.as_mut_ptr(), items.len());
    unsafe { items.set_len(0) }; // retain
    for index in 0..len {
        if keep(unsafe { &*first.add(index) }) {
            unsafe { first.add(kept).copy_from(first.add(index), 1) };
            kept += 1; // retain
        } else {
            unsafe { drop(first.add(index).read()) }; // retain
        }
    }
    unsafe { items.set_len(kept) };
}

/// Closes the gap between the items that are kept and those that were not looked at.
struct Gap<'a, T> {
    items: &'a mut Vec<T>,
    read: usize,
    write: usize,
}

impl<T> Drop for Gap<'_, T> {
    fn drop(&mut self) {
        let (first, rest) = (self.items.as_mut_ptr(), self.items.len() - self.read);
        unsafe {
            first.add(self.write).copy_from(first.add(self.read), rest); // Gap
            self.items.set_len(self.write + rest); // Gap
        }
    }
}

/// Removes items that are the same as the one before.
pub fn dedup_by<T>(items: &mut Vec<T>, mut same: impl FnMut(&T, &T) -> bool) {
    let len = items.len();
    if len < 2 {
        return;
    }
    let first = items.as_mut_ptr();
    let mut gap = Gap { items, read: 1, write: 1 }; // dedup_by
    while gap.read < len {
        let index = gap.read;
        let (item, before) = unsafe { (first.add(index), first.add(gap.write - 1)) };
        if same(unsafe { &*item }, unsafe { &*before }) {
            gap.read += 1; // before the drop
            unsafe { item.drop_in_place() };
            gap.read = index + 1;
        } else {
            unsafe { first.add(gap.write).copy_from(item, 1) };
            gap.read += 1;
            gap.write += 1;
        }
    }
    let (write, items) = (gap.write, &raw mut *gap.items);
    std::mem::forget(gap);
    unsafe { (*items).set_len(write) };
}

/// Items that are taken out.
struct Drain<'a, T> {
    items: &'a mut Vec<T>,
    from: usize,
    next: usize,
    to: usize,
    tail: usize,
}

/// Takes out the items from `from` to `to`.
fn drain<T>(items: &mut Vec<T>, from: usize, to: usize) -> Drain<'_, T> {
    let tail = items.len() - to;
    unsafe { items.set_len(from) }; // drain
    Drain { items, from, next: from, to, tail }
}

impl<T> Drain<'_, T> {
    /// Gives the next item to a function.
    fn each(&mut self, mut take: impl FnMut(&T)) {
        while self.next < self.to {
            let index = self.next;
            self.next += 1; // before it is given out
            let item = unsafe { self.items.as_mut_ptr().add(index).read() };
            take(&item);
            drop(item);
            self.next = index + 1;
        }
    }
}

impl<T> Drop for Drain<'_, T> {
    fn drop(&mut self) {
        let first = self.items.as_mut_ptr();
        // The items that were not given out are leaked if one of them panics.
        let (at, rest) = (self.from, self.next..self.to); // drain
        for index in rest {
            self.next = index + 1;
            unsafe { first.add(index).drop_in_place() };
        }
        unsafe {
            first.add(at).copy_from(first.add(self.to), self.tail);
            self.items.set_len(at + self.tail); // drain
        }
    }
}

/// Adds items at the end.
pub fn extend<T>(items: &mut Vec<T>, new: impl IntoIterator<Item = T>) {
    let mut new = new.into_iter();
    loop {
        let len = items.len();
        let item = new.next(); // extend
        let Some(item) = item else { return };
        items.reserve(1); // extend
        unsafe {
            items.as_mut_ptr().add(len).write(item);
            items.set_len(len + 1);
        }
    }
}

/// Replaces all items by clones of others.
pub fn clone_from<T: Clone>(items: &mut Vec<T>, from: &[T]) {
    let (first, len) = (items.as_mut_ptr(), items.len());
    unsafe { items.set_len(0) }; // clone_from
    unsafe { std::ptr::slice_from_raw_parts_mut(first, len).drop_in_place() };
    items.reserve(from.len()); // clone_from
    for (index, item) in from.iter().enumerate() {
        let item = item.clone();
        unsafe { items.as_mut_ptr().add(index).write(item) };
        unsafe { items.set_len(index + 1) }; // clone_from
    }
}

/// Inserts items in the middle, as many as the iterator says.
pub fn insert_many<T>(items: &mut Vec<T>, at: usize, new: impl ExactSizeIterator<Item = T>) {
    let (len, n) = (items.len(), new.len());
    items.reserve(n);
    let first = items.as_mut_ptr();
    unsafe { items.set_len(at) }; // insert_many
    unsafe { first.add(at + n).copy_from(first.add(at), len - at) };
    let mut done = 0;
    for item in new.take(n) {
        unsafe { first.add(at + done).write(item) };
        done += 1;
    }
    if done < n {
        unsafe { first.add(at + done).copy_from(first.add(at + n), len - at) };
    }
    unsafe { items.set_len(len + done) };
}

#[cfg(glassbox)]
#[glassbox::explore(operations = 3, elements = 3)]
mod list {
    use glassbox::Val;

    fn answer() -> bool {
        glassbox::panic_point();
        glassbox::choose(2) == 1
    }

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn extend(items: &mut Vec<Val>, a: Val, b: Val) {
        super::extend(items, [a, b].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn retain(items: &mut Vec<Val>) {
        super::retain(items, |_| answer());
    }

    pub fn dedup_by(items: &mut Vec<Val>) {
        super::dedup_by(items, |_, _| answer());
    }

    pub fn drain(items: &mut Vec<Val>, #[glassbox(values = 0..2)] from: usize, #[glassbox(values = 0..2)] n: u32) {
        glassbox::assume(from < items.len());
        let len = items.len();
        let mut drain = super::drain(items, from, len.min(from + 2));
        if n > 0 {
            drain.each(|_| glassbox::panic_point());
        }
    }

    pub fn clone_from(items: &mut Vec<Val>, a: Val, b: Val) {
        super::clone_from(items, &[a, b]);
    }

    pub fn insert_many(
        items: &mut Vec<Val>,
        #[glassbox(values = 0..2)] at: usize,
        #[glassbox(values = 1..3)] n: usize,
        a: Val,
        b: Val,
    ) {
        glassbox::assume(at <= items.len());
        let new = [a, b].into_iter().take(n).map(|value| {
            glassbox::panic_point();
            value
        });
        super::insert_many(items, at, new);
    }
}
