//! Lists that plans write and visits read, kept by the host: `guest/glassbox/src/kept_list.rs`.
//!
//! Only where a list is, is kept here; its items are in the guest's memory. A plan runs once in a machine, before its snapshots, so what is
//! kept fits to every state that the machine goes back to.

use std::collections::BTreeMap;

use glassbox_abi::names;
use glassbox_vm::exec::{Guest as Caller, Stop};
use glassbox_vm::track::{Tracked, Tracker};

/// Addresses with what is known about them, by the numbers of the lists.
#[derive(Clone, Debug)]
pub(crate) struct KeptLists<S>(BTreeMap<u32, Tracked<S>>);

impl<S> Default for KeptLists<S> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<S: Copy + Default> KeptLists<S> {
    /// Answers the host functions of lists; none for other functions.
    pub(crate) fn answer<T: Tracker<Shadow = S>>(
        &mut self,
        name: &str,
        guest: &mut Caller<'_, T>,
    ) -> Option<Result<(), Stop>> {
        match name {
            names::KEEP => Some(guest.decide_u32(0).map(|list| {
                self.0.insert(list, guest.arg(1));
            })),
            names::KEPT => Some(guest.decide_u32(0).map(|list| {
                let none = Tracked { value: 0, shadow: S::default() };
                guest.set_tracked_result(0, self.0.get(&list).copied().unwrap_or(none));
            })),
            _ => None,
        }
    }
}
