//! Calls from the host into the guest.

use super::dispatch;
use super::host::Host;
use super::machine::Machine;
use super::stack::ReportedPanic;
use crate::isa::Trap;
use crate::stop::{Refusal, Service, Stop, Stopped};
use crate::track::{Tracked, Tracker};

impl<T: Tracker> Machine<T> {
    /// Calls a function with slots as arguments; gives its results.
    pub fn invoke<H: Host<T>>(&mut self, host: &mut H, function: u32, args: &[u64]) -> Result<Vec<u64>, Stopped> {
        let args: Vec<_> = args.iter().map(|&value| Tracked { value, shadow: T::Shadow::default() }).collect();
        let results = self.invoke_tracked(host, function, &args)?;
        Ok(results.into_iter().map(|result| result.value).collect())
    }

    /// Calls a function with arguments that have shadows; gives its results with theirs.
    pub fn invoke_tracked<H: Host<T>>(
        &mut self,
        host: &mut H,
        function: u32,
        args: &[Tracked<T::Shadow>],
    ) -> Result<Vec<Tracked<T::Shadow>>, Stopped> {
        let module = self.module.clone();
        let ty = module.function_type(function);
        assert_eq!(args.len(), ty.params.len(), "arguments of function {function}");
        if args.len().max(ty.results.len()) > self.stack.slots.len() {
            return Err(self.stopped(Trap::StackExhausted.into()));
        }
        for (index, arg) in args.iter().enumerate() {
            self.stack.slots[index] = arg.value;
            self.stack.shadows[index] = arg.shadow;
        }
        self.stack.frames.clear();
        self.stack.panic = None;
        if !module.keeps_exceptions {
            self.exceptions.clear();
        }
        let result = match function.checked_sub(module.n_imported_functions) {
            Some(defined) => dispatch::run(self, host, defined),
            None => self.call_host(host, function, 0),
        };
        result.map_err(|stop| self.stopped(stop))?;
        let result = |index| Tracked { value: self.stack.slots[index], shadow: self.stack.shadows[index] };
        Ok((0..ty.results.len()).map(result).collect())
    }

    /// Adds where the guest was, and which block a memory error is about.
    pub(super) fn stopped(&self, mut stop: Stop) -> Stopped {
        self.heap.accuse(&mut stop);
        // A panic happened before the stack was unwound.
        let reported = self.stack.panic.as_ref().filter(|reported| match &stop {
            Stop::Panic(panic) => **panic == reported.panic,
            Stop::Trap(Trap::UncaughtException) => true,
            Stop::Trap(Trap::Unreachable) => !reported.is_thrown,
            _ => false,
        });
        if let Some(ReportedPanic { panic, trace, .. }) = reported {
            return Stopped { stop: Stop::Panic(Box::new(panic.clone())), trace: trace.clone() };
        }
        let trace: Vec<u32> = self.stack.pcs().map(|pc| self.module.offsets[pc as usize]).collect();
        if matches!(stop, Stop::Panic(_)) && self.module.catches_panic(&trace) {
            stop = Refusal::NoService { service: Service::Unwinding }.into();
        }
        Stopped { stop, trace }
    }
}
