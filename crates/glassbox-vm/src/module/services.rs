//! Functions of std that need an operating system: the machine stops where they are called.
//!
//! A function is known by its name. What rustc inlines has none, and std then gives the fixed answer that it has for
//! WebAssembly. With the usual optimisation level that can be `env::var` (not set) and opening a file (an error).

use super::loaded::Module;
use crate::backtrace::demangle;
use crate::isa::Op;
use crate::stop::Service;

impl Module {
    /// Replaces the first instruction of each function that needs a service.
    pub(super) fn refuse_services(&mut self) {
        for (&index, name) in &self.function_names {
            let Some(service) = Service::of_function(&demangle(name)) else { continue };
            let function = index.checked_sub(self.n_imported_functions).map(|defined| defined as usize);
            if let Some(function) = function.and_then(|defined| self.functions.get(defined)) {
                self.code[function.start as usize] = Op::NotOffered { service };
            }
        }
    }
}
