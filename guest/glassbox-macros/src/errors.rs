//! Errors met so far, as one: a user sees all that is wrong at once.

use syn::{Error, Result};

/// Collects errors; see [`take`](Self::take) and [`finish`](Self::finish).
#[derive(Default)]
pub(crate) struct Errors(Option<Error>);

impl Errors {
    /// The value, or nothing, with the error remembered.
    pub(crate) fn take<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// One more error.
    pub(crate) fn push(&mut self, error: Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// An error if there was any.
    pub(crate) fn finish(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}
