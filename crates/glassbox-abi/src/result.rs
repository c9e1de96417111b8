//! Results of operations of an exploration: iterators and futures are run up to a limit.

/// The most items of an iterator that are read.
pub const MOST_ITEMS: u32 = 1000;

/// The most times that a future is polled.
pub const MOST_POLLS: u32 = 16;

/// A result that takes too long to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLong {
    /// An iterator with more than [`MOST_ITEMS`] items.
    Iterator,
    /// A future that is not ready after [`MOST_POLLS`] polls.
    Future,
}

impl TooLong {
    /// The kind with this number.
    pub fn from_number(number: u32) -> Option<Self> {
        [Self::Iterator, Self::Future].into_iter().find(|kind| *kind as u32 == number)
    }
}
