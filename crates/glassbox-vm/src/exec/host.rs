//! Functions that the host offers to the guest.

use super::guest::Guest;
use crate::module::Import;
use crate::stop::{Refusal, Stop};
use crate::track::Tracker;

/// Offers functions and globals to a module.
pub trait Host<T: Tracker> {
    /// The number that `call` will get for this function, or none if the host does not offer it.
    fn function(&mut self, import: &Import) -> Option<u32>;

    /// The value of an imported global, as a slot.
    fn global(&mut self, import: &Import) -> Option<u64> {
        let _ = import;
        None
    }

    /// Whether the instance may have a new memory or table of its own for this import. Instances share nothing, so the
    /// host has to agree.
    fn makes(&mut self, import: &Import) -> bool {
        let _ = import;
        false
    }

    /// What the host has noted of the run so far, as a number that it understands. None if it remembers more, on which its answers, or what it says of the
    /// run in the end, depend: then the run has no configurations.
    fn noted(&self) -> Option<usize> {
        None
    }

    /// Calls a function. Results that it does not set are zero.
    fn call(&mut self, function: u32, guest: &mut Guest<'_, T>) -> Result<(), Stop>;
}

/// A host that offers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl<T: Tracker> Host<T> for NoHost {
    fn function(&mut self, _: &Import) -> Option<u32> {
        None
    }

    fn call(&mut self, function: u32, _: &mut Guest<'_, T>) -> Result<(), Stop> {
        Err(Refusal::NoSuchFunction { function }.into())
    }
}
