//! Types whose traits may lie. A trait that is safe to implement may answer anything, and `unsafe` code must bear it.
//!
//! Without `--hostile` all of them tell the truth.

use std::borrow::Borrow;
use std::io::Read;
use std::ops::Deref;

use crate::disturbances::{answer, panic_point};

/// An iterator over these items. With `--hostile` it lies about its length, and says too early that there are no more; with
/// `--panics` it panics instead of giving an item.
///
/// ```
/// # use glassbox::Val;
/// pub fn extend(list: &mut Vec<Val>, a: Val, b: Val) {
///     list.extend(glassbox::items([a, b]));
/// }
/// assert_eq!(glassbox::items([1, 2]).len(), 2);
/// ```
pub fn items<I: IntoIterator>(items: I) -> Items<I::IntoIter> {
    Items(items.into_iter())
}

/// An iterator that may lie: see [`items`].
#[derive(Clone, Debug)]
pub struct Items<I>(I);

impl<I: Iterator> Iterator for Items<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        panic_point();
        if answer(2) == 1 { None } else { self.0.next() }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.0.size_hint();
        match answer(5) {
            1 => (0, Some(0)),
            2 => (least + 1, most.map(|most| most + 1)),
            3 => (usize::MAX, None),
            4 => (0, None),
            _ => (least, most),
        }
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Items<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        panic_point();
        if answer(2) == 1 { None } else { self.0.next_back() }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Items<I> {
    fn len(&self) -> usize {
        match answer(3) {
            1 => 0,
            2 => self.0.len() + 1,
            _ => self.0.len(),
        }
    }
}

/// A reader of these bytes. With `--hostile` it says that it has read more than there is room for, or nothing.
///
/// ```
/// # use std::io::Read;
/// let mut bytes = Vec::new();
/// assert_eq!(glassbox::reader(&[1, 2]).read_to_end(&mut bytes).unwrap(), 2);
/// ```
pub fn reader(bytes: &[u8]) -> Reader<'_> {
    Reader(bytes)
}

/// A reader that may lie: see [`reader`].
#[derive(Clone, Debug)]
pub struct Reader<'a>(&'a [u8]);

impl Read for Reader<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        panic_point();
        let read = self.0.read(room)?;
        Ok(match answer(3) {
            1 => room.len() + 1,
            2 => 0,
            _ => read,
        })
    }
}

/// A pointer to the first of two values. With `--hostile` it leads to the other one now and then, by `Deref`, `Borrow` and `AsRef`.
///
/// ```
/// assert_eq!(*glassbox::fickle(vec![1], vec![2, 3]), [1]);
/// ```
pub fn fickle<T>(usual: T, other: T) -> Fickle<T> {
    Fickle([usual, other])
}

/// A pointer that may lead elsewhere: see [`fickle`].
#[derive(Clone, Debug)]
pub struct Fickle<T>([T; 2]);

impl<T> Deref for Fickle<T> {
    type Target = T;

    fn deref(&self) -> &T {
        panic_point();
        let [usual, other] = &self.0;
        if answer(2) == 1 { other } else { usual }
    }
}

impl<T> Borrow<T> for Fickle<T> {
    fn borrow(&self) -> &T {
        self
    }
}

impl<T> AsRef<T> for Fickle<T> {
    fn as_ref(&self) -> &T {
        self
    }
}
