//! The host functions that every guest needs: allocation and panics.

use glassbox_abi::names::{ALLOC, DEALLOC, HOST, PANIC};

use super::{Guest, Host, Panic, Stop};
use crate::heap::Trace;
use crate::module::Import;
use crate::track::Tracker;

/// Offers allocation and panics, and beside them what another host offers.
#[derive(Debug, Default)]
pub struct Runtime<H> {
    /// The other host.
    pub inner: H,
}

/// Our functions have the highest numbers; the other host's keep theirs.
const FIRST: u32 = u32::MAX - 2;
const NAMES: [&str; 3] = [ALLOC, DEALLOC, PANIC];

impl<T: Tracker, H: Host<T>> Host<T> for Runtime<H> {
    fn function(&mut self, import: &Import) -> Option<u32> {
        if import.module != HOST {
            return self.inner.function(import);
        }
        let index = NAMES.iter().position(|name| *name == import.name)?;
        Some(FIRST + index as u32)
    }

    fn global(&mut self, import: &Import) -> Option<u64> {
        self.inner.global(import)
    }

    fn makes(&mut self, import: &Import) -> bool {
        self.inner.makes(import)
    }

    fn call(&mut self, function: u32, guest: &mut Guest<'_, T>) -> Result<(), Stop> {
        match function.checked_sub(FIRST) {
            Some(0) => allocate(guest),
            Some(1) => free(guest),
            Some(_) => panic(guest),
            None => self.inner.call(function, guest),
        }
    }
}

fn allocate<T: Tracker>(guest: &mut Guest<'_, T>) -> Result<(), Stop> {
    let (size, align) = (guest.decide_u32(0)?, guest.decide_u32(1)?);
    if !align.is_power_of_two() {
        return Err(Stop::Host(format!("allocation with alignment {align}, which is no power of two")));
    }
    let trace = trace(guest);
    let address = guest.heap.allocate(guest.memory, guest.tracker, size, align, trace);
    guest.set_result(0, u64::from(address.unwrap_or(0)));
    Ok(())
}

fn free<T: Tracker>(guest: &mut Guest<'_, T>) -> Result<(), Stop> {
    let (address, size, align) = (guest.decide_u32(0)?, guest.decide_u32(1)?, guest.decide_u32(2)?);
    let trace = trace(guest);
    guest.heap.free(address, size, align, trace)?;
    guest.tracker.heap_freed(address, size);
    Ok(())
}

fn panic<T: Tracker>(guest: &mut Guest<'_, T>) -> Result<(), Stop> {
    let message = guest.text(0, 1)?;
    let file = guest.text(2, 3)?;
    let (line, column) = (guest.decide_u32(4)?, guest.decide_u32(5)?);
    Err(Stop::Panic(Box::new(Panic { message, file, line, column })))
}

fn trace<T: Tracker>(guest: &Guest<'_, T>) -> Trace {
    if T::TRACES { guest.trace().into() } else { Trace::default() }
}
