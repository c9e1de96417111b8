//! Functions of std at which the machine stops: those that need an operating system, and the end of a guest without memory.
//!
//! A function is known by its name. What rustc inlines has none, and std then gives the fixed answer that it has for
//! WebAssembly. With the usual optimisation level that can be `env::var` (not set) and opening a file (an error).

use super::loaded::Module;
use crate::backtrace::demangle;
use crate::isa::Op;
use crate::stop::Service;

/// Functions that std calls when an allocation was refused, the first one from `Vec` and `Box`. They do not return.
const NO_MEMORY: [&str; 3] =
    ["alloc::alloc::handle_alloc_error", "__rustc::__rust_alloc_error_handler", "std::alloc::rust_oom"];

impl Module {
    /// Replaces the first instruction of each function that needs a service, or that ends a guest without memory.
    pub(super) fn refuse_services(&mut self) {
        for (&index, name) in &self.function_names {
            let name = demangle(name);
            let op = match Service::of_function(&name) {
                Some(service) => Op::NotOffered { service },
                None if NO_MEMORY.contains(&name.as_str()) => Op::AllocationFailed,
                None => continue,
            };
            let function = index.checked_sub(self.n_imported_functions).map(|defined| defined as usize);
            if let Some(function) = function.and_then(|defined| self.functions.get(defined)) {
                self.code[function.start as usize] = op;
            }
        }
    }
}
