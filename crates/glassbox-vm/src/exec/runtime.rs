//! The host functions that every guest needs: allocation and panics.

use glassbox_abi::names::{ALLOC, DEALLOC, HOST, PANIC, UNCAUGHT};

use super::guest::Guest;
use super::host::Host;
use super::stack::ReportedPanic;
use crate::isa::Trap;
use crate::module::Import;
use crate::stop::{Panic, Refusal, Service, Stop, Trace};
use crate::track::{Tracked, Tracker};

/// A host that offers allocation and panics, and passes all other calls to an inner host. A function that neither offers may be
/// imported from elsewhere: a run that calls it stops.
#[derive(Debug, Default)]
pub struct Runtime<H> {
    /// The inner host.
    pub inner: H,
}

/// Number of our first function. Ours have the highest numbers; those of the inner host keep theirs.
const FIRST: u32 = u32::MAX - 3;
/// Number of all functions that some other host would have, such as a browser.
const ELSEWHERE: u32 = FIRST - 1;
/// Our functions: name, number of parameters and of results. All are i32.
const FUNCTIONS: [(&str, usize, usize); 4] = [(ALLOC, 2, 1), (DEALLOC, 3, 0), (PANIC, 6, 0), (UNCAUGHT, 0, 0)];

/// How std's messages begin if a panic must not unwind because of an earlier one. It ends the process then, and the earlier one is the reason.
const CANNOT_UNWIND: [&str; 2] = ["panic in a function that cannot unwind", "panic in a destructor during cleanup"];

/// A request for more bytes than this gets null, as from a real allocator. `GlobalAlloc` may refuse any request, so null is
/// always an answer that a real program can get. It is also the likely one here: addresses have 32 bits, no block may have
/// 2 GiB, and a process with 32-bit addresses has 2 to 4 GiB for everything, so a free range of more than 1 GiB is not to be
/// had. What is smaller might be there on another machine: that is a limit of ours, and stops the run.
const LARGEST_BLOCK: u32 = 1 << 30;

impl<T: Tracker, H: Host<T>> Host<T> for Runtime<H> {
    fn function(&mut self, import: &Import) -> Option<u32> {
        let ours = |(name, ..): &(&str, usize, usize)| import.module == HOST && *name == import.name;
        match FUNCTIONS.iter().position(ours) {
            Some(index) => {
                let (_, params, results) = FUNCTIONS[index];
                import.is_i32_function(params, results).then_some(FIRST + index as u32)
            }
            None => self.inner.function(import).or_else(|| (import.module != HOST).then_some(ELSEWHERE)),
        }
    }

    fn global(&mut self, import: &Import) -> Option<u64> {
        self.inner.global(import)
    }

    fn makes(&mut self, import: &Import) -> bool {
        self.inner.makes(import)
    }

    fn noted(&self) -> Option<usize> {
        self.inner.noted()
    }

    fn call(&mut self, function: u32, guest: &mut Guest<'_, T>) -> Result<(), Stop> {
        match function.checked_sub(ELSEWHERE) {
            Some(0) => Err(Refusal::NoService { service: Service::Elsewhere }.into()),
            Some(1) => allocate(guest),
            Some(2) => free(guest),
            Some(3) => panic(guest),
            Some(_) => Err(uncaught(guest)),
            None => self.inner.call(function, guest),
        }
    }
}

fn allocate<T: Tracker>(guest: &mut Guest<'_, T>) -> Result<(), Stop> {
    let (size, align) = (guest.decide_u32(0)?, guest.decide_u32(1)?);
    if !align.is_power_of_two() {
        return Err(Refusal::InvalidAlignment { align }.into());
    }
    if size == 0 {
        return Err(Refusal::EmptyAllocation.into());
    }
    if size > LARGEST_BLOCK {
        guest.set_result(0, 0);
        return Ok(());
    }
    let trace = trace(guest);
    let address = guest.heap.allocate(guest.memory, guest.tracker, size, align, trace);
    // Smaller allocations do not fail: a guest that meets our limit is not one that handles an allocation that fails.
    let address = address.ok_or(Trap::MemoryExhausted)?;
    let shadow = guest.tracker.address(address);
    guest.set_tracked_result(0, Tracked { value: u64::from(address), shadow });
    Ok(())
}

fn free<T: Tracker>(guest: &mut Guest<'_, T>) -> Result<(), Stop> {
    let (address, size, align) = (guest.decide_u32(0)?, guest.decide_u32(1)?, guest.decide_u32(2)?);
    guest.tracker.heap_freeing(address, size)?;
    let trace = trace(guest);
    guest.heap.free(address, size, align, trace)?;
    guest.tracker.heap_freed(address, size);
    Ok(())
}

fn panic<T: Tracker>(guest: &mut Guest<'_, T>) -> Result<(), Stop> {
    let message = guest.text(0, 1)?;
    let file = guest.text(2, 3)?;
    let (line, column) = (guest.decide_u32(4)?, guest.decide_u32(5)?);
    let panic = Panic { message, file, line, column };
    if !guest.module.unwinds() {
        return Err(Stop::Panic(Box::new(panic)));
    }
    if guest.stack.panic.is_some() && CANNOT_UNWIND.iter().any(|begin| panic.message.starts_with(begin)) {
        return Err(uncaught(guest));
    }
    guest.stack.panic = Some(ReportedPanic { panic, trace: guest.trace(), is_thrown: false });
    Ok(())
}

/// The panic that the guest has reported last: nobody has caught it.
fn uncaught<T: Tracker>(guest: &Guest<'_, T>) -> Stop {
    match &guest.stack.panic {
        Some(reported) => Stop::Panic(Box::new(reported.panic.clone())),
        None => Trap::UncaughtException.into(),
    }
}

fn trace<T: Tracker>(guest: &Guest<'_, T>) -> Trace {
    if T::TRACES { guest.trace().into() } else { Trace::default() }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use wasm_encoder as enc;

    use super::*;
    use crate::exec::{InstantiateError, Limits, Machine, NoHost};
    use crate::module::Module;
    use crate::track::Sanitizer;

    /// A module that only imports a function and exports it again.
    fn machine(name: &str, n_params: usize) -> Result<Machine<Sanitizer>, InstantiateError> {
        importing(HOST, name, n_params)
    }

    fn importing(from: &str, name: &str, n_params: usize) -> Result<Machine<Sanitizer>, InstantiateError> {
        let mut types = enc::TypeSection::new();
        types.ty().function(vec![enc::ValType::I32; n_params], [enc::ValType::I32]);
        let mut imports = enc::ImportSection::new();
        imports.import(from, name, enc::EntityType::Function(0));
        let mut memories = enc::MemorySection::new();
        memories.memory(enc::MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut exports = enc::ExportSection::new();
        exports.export("again", enc::ExportKind::Func, 0);
        let mut module = enc::Module::new();
        module.section(&types).section(&imports).section(&memories).section(&exports);
        let module = Module::load(&module.finish()).expect("valid");
        Machine::new(Arc::new(module), Sanitizer::default(), Limits::default(), &mut Runtime { inner: NoHost })
    }

    #[test]
    fn an_import_of_another_type_is_refused() {
        assert!(matches!(machine(ALLOC, 1), Err(InstantiateError::UnknownImport { .. })));
        assert!(matches!(machine(DEALLOC, 3), Err(InstantiateError::UnknownImport { .. })));
        assert!(matches!(machine("gb_unheard_of", 0), Err(InstantiateError::UnknownImport { .. })));
    }

    #[test]
    fn a_function_from_elsewhere_stops_the_run_that_calls_it() {
        let mut machine = importing("browser", "now", 0).expect("it need not be called");
        let stop = machine.invoke(&mut Runtime { inner: NoHost }, 0, &[]).map_err(|stopped| stopped.stop);
        assert_eq!(stop, Err(Stop::Refused(Refusal::NoService { service: Service::Elsewhere })));
    }

    #[test]
    fn a_request_that_no_allocator_can_serve_gets_null_and_a_large_one_stops() {
        let mut machine = machine(ALLOC, 2).expect("what we offer");
        let mut request = |size: u32| {
            machine.invoke(&mut Runtime { inner: NoHost }, 0, &[u64::from(size), 1]).map_err(|stopped| stopped.stop)
        };
        assert_eq!(request(LARGEST_BLOCK + 1), Ok(vec![0]));
        assert_eq!(request(i32::MAX as u32), Ok(vec![0]));
        assert_eq!(request(LARGEST_BLOCK), Err(Stop::Trap(Trap::MemoryExhausted)));
        assert_eq!(request(0), Err(Stop::Refused(Refusal::EmptyAllocation)));
    }

    #[test]
    fn an_import_can_be_called_without_any_code_of_the_guest() {
        let mut machine = machine(ALLOC, 2).expect("what we offer");
        let block = machine.invoke(&mut Runtime { inner: NoHost }, 0, &[8, 8]).expect("there is room");
        assert_ne!(block, [0]);
    }
}
