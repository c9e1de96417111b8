//! Uses of the results of operations in an exploration: futures are polled, iterators are read, and subjects in a result
//! become the subject.
//!
//! Which of these is possible is a choice of the host. If the host wants text, it gets the statement that uses the result,
//! with `{}` where the call goes.

use std::marker::PhantomData;
use std::ops::{Range, RangeFrom, RangeInclusive};

use glassbox_abi::TooLong;
use glassbox_abi::result::{MOST_ITEMS, MOST_POLLS};

use crate::disturbances::drop_or_forget;
use crate::explore::{address, begin};
use crate::host;
use crate::poll::poll_while;

/// The type of a result, for traits that only some types have.
pub struct ResultType<T>(PhantomData<fn() -> T>);

impl<T> ResultType<T> {
    /// The type of this value.
    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }
}

/// How a result is used.
#[derive(Default)]
pub struct Use {
    /// Number of polls, if it was a future.
    polls: Option<u32>,
    is_part: bool,
}

impl Use {
    /// The use of a part of a result.
    pub const PART: Self = Self { polls: None, is_part: true };

    /// Whether it is a whole result, as the operation returned it.
    pub(crate) fn is_whole(&self) -> bool {
        !self.is_part && self.polls.is_none()
    }

    /// The result as an expression.
    pub fn expression(&self) -> String {
        self.polls.map_or_else(|| "{}".to_owned(), |polls| format!("glassbox::poll({{}}, {polls})"))
    }
}

/// Passes on the statement that uses the result, if the host wants text.
fn say_use(text: impl FnOnce() -> String) {
    if host::wants_words() {
        host::say_use(&text());
    }
}

/// A number below `n`, for what is done with a result.
fn choose_use(n: u32) -> u32 {
    if n == 1 { 0 } else { host::choose_use(n) }
}

// --- Futures ---

/// For futures.
pub trait IfFuture<F> {
    /// The output of a future that was polled until it was ready.
    type Ready;

    /// Polls a future as often as the host chooses, and drops it.
    fn ready(&self, future: F, usage: &mut Use) -> Self::Ready;
}

impl<F: Future> IfFuture<F> for &ResultType<F> {
    type Ready = Option<F::Output>;

    fn ready(&self, future: F, usage: &mut Use) -> Option<F::Output> {
        say_use(|| "drop({});".to_owned());
        let mut polls = 0;
        let turns = std::iter::from_fn(|| {
            if choose_use(2) == 0 {
                return None;
            }
            if polls == MOST_POLLS {
                host::too_long(TooLong::Future);
            }
            polls += 1;
            say_use(|| format!("glassbox::poll({{}}, {polls});"));
            Some(())
        });
        let output = poll_while(future, turns);
        usage.polls = Some(polls);
        output
    }
}

/// For all other types.
pub trait NoFuture<T> {
    /// The value itself.
    fn ready(&self, value: T, _: &mut Use) -> T {
        value
    }
}

impl<T> NoFuture<T> for ResultType<T> {}

// --- Iterators ---

/// For ranges, which are values more often than they are read.
pub trait IfRange<T> {
    /// Drops the range.
    fn read(&self, _: T, _: impl FnMut(&())) {}
}

impl<T> IfRange<Range<T>> for &&ResultType<Range<T>> {}
impl<T> IfRange<RangeFrom<T>> for &&ResultType<RangeFrom<T>> {}
impl<T> IfRange<RangeInclusive<T>> for &&ResultType<RangeInclusive<T>> {}

/// For iterators.
pub trait IfIterator<I: Iterator> {
    /// Reads no item, one or all, as the host chooses, and drops the iterator.
    fn read(&self, iterator: I, look: impl FnMut(&I::Item));
}

impl<I: Iterator> IfIterator<I> for &ResultType<I> {
    fn read(&self, mut iterator: I, mut look: impl FnMut(&I::Item)) {
        say_use(|| "drop({});".to_owned());
        let mut n_given = 0;
        for n_read in 1.. {
            if choose_use(2) == 0 {
                break;
            }
            say_use(|| match n_read {
                1 => "{}.next();".to_owned(),
                _ => format!("{{}}.take({n_read}).for_each(drop);"),
            });
            let Some(item) = iterator.next() else { break };
            if n_read > MOST_ITEMS {
                host::too_long(TooLong::Iterator);
            }
            look(&item);
            n_given = n_read;
        }
        if drop_or_forget(iterator) {
            say_use(|| match n_given {
                0 => "std::mem::forget({});".to_owned(),
                _ => format!(
                    "let mut rest = {{}}; rest.by_ref().take({n_given}).for_each(drop); std::mem::forget(rest);"
                ),
            });
        }
    }
}

/// For all other types.
pub trait NoIterator<T> {
    /// Drops the value.
    fn read(&self, value: T, _: impl FnMut(&())) {
        if drop_or_forget(value) {
            say_use(|| "std::mem::forget({});".to_owned());
        }
    }
}

impl<T> NoIterator<T> for ResultType<T> {}

// --- Subjects ---

/// Subjects in a result, of which one becomes the subject.
pub struct Subjects<S> {
    n_found: u32,
    /// The number of the chosen one, from 1; 0 for the old one.
    chosen: u32,
    kept: Option<S>,
}

impl<S> Subjects<S> {
    /// Before any subject was found.
    #[expect(clippy::new_without_default, reason = "only generated code makes one")]
    pub fn new() -> Self {
        Self { n_found: 0, chosen: 0, kept: None }
    }

    /// The result has another subject.
    pub fn found(&mut self) {
        self.n_found += 1;
    }

    /// Chooses one of those that were found, or the old one, if there is one.
    pub fn choose(&mut self, has_old: bool) {
        self.chosen = match (has_old, self.n_found) {
            (true, n) => choose_use(n + 1),
            (false, 0) => 0,
            (false, n) => choose_use(n) + 1,
        };
        self.n_found = 0;
    }

    /// Keeps the subject if it is the chosen one, and drops it if not. `text` is an expression for it.
    pub fn give(&mut self, subject: S, text: impl FnOnce() -> String) {
        self.n_found += 1;
        if self.n_found == self.chosen {
            say_use(|| format!("subject = {};", text()));
            self.kept = Some(subject);
        }
    }

    /// The address of the chosen subject. If it is another one, it takes the place of the old one, which is dropped: as in an
    /// assignment, it is there even if the drop panics.
    ///
    /// # Safety
    ///
    /// `old` is an address that [`begin`] returned for this type.
    pub unsafe fn or_old(self, old: *mut u8) -> u32 {
        let Some(kept) = self.kept else { return address(old) };
        // SAFETY: the caller's promise.
        drop(unsafe { old.cast::<S>().replace(kept) });
        address(old)
    }

    /// The address of the chosen subject, or 0 if there is none.
    pub fn or_none(self) -> u32 {
        self.kept.map_or(0, begin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Natively the first choice is made: futures are not polled, iterators are not read, the old subject stays.
    #[test]
    #[expect(clippy::needless_borrow, reason = "it makes the difference")]
    fn results_are_used_as_their_types_allow() {
        let mut usage = Use::default();
        let number = (&&ResultType::of(&1)).ready(1, &mut usage);
        assert!(number == 1 && usage.is_whole());
        let future = async { 1 };
        let output: Option<i32> = (&&ResultType::of(&future)).ready(future, &mut usage);
        assert!(output.is_none() && !usage.is_whole());
        assert_eq!(usage.expression(), "glassbox::poll({}, 0)");
        (&&&ResultType::of(&[1].iter())).read([1].iter(), |_: &&i32| panic!("natively none is read"));
        (&&&ResultType::of(&(0..))).read(0.., |(): &()| panic!("ranges are not read"));
        (&&&ResultType::of(&1)).read(1, |(): &()| panic!("there is nothing to read"));
    }

    #[test]
    fn one_subject_is_kept() {
        let mut subjects = Subjects::new();
        subjects.found();
        subjects.found();
        subjects.choose(false);
        subjects.give(5, || unreachable!("there is no host"));
        subjects.give(6, || unreachable!("there is no host"));
        assert_eq!(subjects.kept, Some(5));
        let mut subjects = Subjects::<u8>::new();
        subjects.choose(false);
        assert_eq!(subjects.or_none(), 0, "there is none");
    }
}
