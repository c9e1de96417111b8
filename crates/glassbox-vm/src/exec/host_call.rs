//! Calls from the guest into the host.

use super::guest::Guest;
use super::host::Host;
use super::machine::Machine;
use crate::isa::Trap;
use crate::stop::Stop;
use crate::track::Tracker;

impl<T: Tracker> Machine<T> {
    /// Calls an imported function with its arguments at `base`.
    pub(super) fn call_host<H: Host<T>>(&mut self, host: &mut H, function: u32, base: usize) -> Result<(), Stop> {
        let module = self.module.clone();
        let ty = module.function_type(function);
        let (n_args, n_results) = (ty.params.len(), ty.results.len());
        if base + n_args.max(n_results) > self.stack.slots.len() {
            return Err(Trap::StackExhausted.into());
        }
        self.n_effects += 1;
        let number = self.host_functions[function as usize];
        let mut guest = Guest {
            memory: &mut self.memory,
            tracker: &mut self.tracker,
            heap: &mut self.heap,
            module: &module,
            stack: &mut self.stack,
            base,
            n_args,
            n_results,
            answered: false,
        };
        host.call(number, &mut guest)?;
        guest.answer();
        Ok(())
    }
}
