//! Polls futures.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Polls a future until it is ready, but not more than `times` times, and drops it. Its waker does nothing.
///
/// An exploration runs the futures that its operations return. Use this to run one inside an operation:
///
/// ```
/// #[glassbox::explore]
/// mod counter {
///     pub fn new() -> u8 {
///         0
///     }
///
///     async fn count(n: &mut u8) {
///         *n += 1;
///     }
///
///     pub fn count_twice(n: &mut u8) {
///         glassbox::poll(count(n), 1);
///         glassbox::poll(count(n), 1);
///     }
/// }
/// # assert_eq!(glassbox::poll(async { 1 }, 1), Some(1));
/// # assert_eq!(glassbox::poll(async { 1 }, 0), None);
/// # assert_eq!(glassbox::poll(std::future::pending::<()>(), 3), None);
/// ```
pub fn poll<F: Future>(future: F, times: u32) -> Option<F::Output> {
    poll_while(future, (1..=times).map(|_| ()))
}

/// Polls a future before each item of an iterator, until it is ready, and drops it.
pub(crate) fn poll_while<F: Future>(future: F, turns: impl Iterator<Item = ()>) -> Option<F::Output> {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    for () in turns {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return Some(output);
        }
    }
    None
}
