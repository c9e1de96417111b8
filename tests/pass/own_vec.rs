//! An own Vec on alloc, realloc and dealloc, correct: growth, insertion, removal, zero-sized items, into_iter.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error, realloc};
use std::fmt::Write;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::ptr::{self, NonNull};

/// The first `len` items are written. There is a block if and only if `capacity` times the item's size is not 0.
struct MyVec<T> {
    start: NonNull<T>,
    capacity: usize,
    len: usize,
    items: PhantomData<T>,
}

impl<T> MyVec<T> {
    fn new() -> Self {
        let capacity = if size_of::<T>() == 0 { usize::MAX } else { 0 };
        Self { start: NonNull::dangling(), capacity, len: 0, items: PhantomData }
    }

    fn layout(capacity: usize) -> Layout {
        Layout::array::<T>(capacity).expect("the capacity is too large")
    }

    fn grow(&mut self) {
        let capacity = (self.capacity * 2).max(4);
        let layout = Self::layout(capacity);
        // SAFETY: the size is not 0 (else the capacity would not have been reached); the old block has its layout.
        let block = unsafe {
            if self.capacity == 0 {
                alloc(layout)
            } else {
                realloc(self.start.as_ptr().cast(), Self::layout(self.capacity), layout.size())
            }
        };
        let Some(start) = NonNull::new(block.cast()) else { handle_alloc_error(layout) };
        (self.start, self.capacity) = (start, capacity);
    }

    fn insert(&mut self, at: usize, item: T) {
        assert!(at <= self.len, "no place {at}");
        if self.len == self.capacity {
            self.grow();
        }
        // SAFETY: there is room for one more, and `at` is at most `len`.
        unsafe {
            let place = self.start.as_ptr().add(at);
            ptr::copy(place, place.add(1), self.len - at);
            place.write(item);
        }
        self.len += 1;
    }

    fn push(&mut self, item: T) {
        self.insert(self.len, item);
    }

    fn remove(&mut self, at: usize) -> T {
        assert!(at < self.len, "no item {at}");
        self.len -= 1;
        // SAFETY: `at` was below `len`; the items behind it move up.
        unsafe {
            let place = self.start.as_ptr().add(at);
            let item = place.read();
            ptr::copy(place.add(1), place, self.len - at);
            item
        }
    }
}

impl<T> Deref for MyVec<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the first `len` items are written.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T> Drop for MyVec<T> {
    fn drop(&mut self) {
        // SAFETY: each item is dropped once, then the block, if there is one, is freed with its layout.
        unsafe {
            ptr::slice_from_raw_parts_mut(self.start.as_ptr(), self.len).drop_in_place();
            if size_of::<T>() != 0 && self.capacity != 0 {
                dealloc(self.start.as_ptr().cast(), Self::layout(self.capacity));
            }
        }
    }
}

/// What is left of the items sits at `at..end`; the vec is empty and only frees the block.
struct Rest<T> {
    vec: MyVec<T>,
    at: usize,
    end: usize,
}

impl<T> Iterator for Rest<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        (self.at < self.end).then(|| {
            self.at += 1;
            // SAFETY: item `at` was written, and it is passed over from now on.
            unsafe { self.vec.start.as_ptr().add(self.at - 1).read() }
        })
    }
}

impl<T> Drop for Rest<T> {
    fn drop(&mut self) {
        self.for_each(drop);
    }
}

impl<T> IntoIterator for MyVec<T> {
    type Item = T;
    type IntoIter = Rest<T>;

    fn into_iter(self) -> Rest<T> {
        let this = ManuallyDrop::new(self);
        let vec = MyVec { start: this.start, capacity: this.capacity, len: 0, items: PhantomData };
        Rest { vec, at: 0, end: this.len }
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let mut texts: MyVec<String> = MyVec::new();
    let mut model: Vec<String> = Vec::new();
    for i in 0..200_usize {
        let text = "ab".repeat(i % 5);
        if i % 4 == 3 {
            let at = i * 7 % model.len();
            assert_eq!(texts.remove(at), model.remove(at));
        } else {
            let at = i * 13 % (model.len() + 1);
            texts.insert(at, text.clone());
            model.insert(at, text);
        }
    }
    assert_eq!(*texts, *model);
    let bytes: usize = texts.iter().map(String::len).sum();
    writeln!(out, "{} texts of {bytes} bytes", texts.len()).unwrap();
    let taken: Vec<String> = texts.into_iter().skip(3).step_by(9).take(4).collect();
    writeln!(out, "{taken:?}").unwrap();

    let mut units = MyVec::new();
    (0..300).for_each(|_| units.push(()));
    units.remove(7);
    let empty: MyVec<[u64; 9]> = MyVec::new();
    let mut wide = MyVec::new();
    (0..50_u128).for_each(|n| wide.push(n << 90));
    write!(out, "{} {} {:x}", units.len(), empty.len(), wide.iter().sum::<u128>()).unwrap();
    out
}
