//! An exception that was thrown.

use crate::track::Tracked;

/// An exception.
#[derive(Clone, Debug)]
pub(super) struct Exception<S> {
    /// The number of its tag.
    pub(super) tag: u32,
    pub(super) values: Vec<Tracked<S>>,
}
