//! Collects errors, so that the compiler shows all of them at once.

use syn::{Error, Result};

/// Collects errors; see [`take`](Self::take) and [`finish`](Self::finish).
#[derive(Default)]
pub(crate) struct Errors(Option<Error>);

impl Errors {
    /// The value of an `Ok`; keeps the error of an `Err`.
    pub(crate) fn take<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Adds an error.
    pub(crate) fn push(&mut self, error: Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// All errors as one, if there are any.
    pub(crate) fn finish(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}
