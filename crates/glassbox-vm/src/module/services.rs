//! Where the machine stops: in functions of std that need an operating system, at the end of a guest without memory, and where a
//! guest takes memory past the allocator.
//!
//! A function is known by its name. What rustc inlines has none, and std then gives the fixed answer that it has for
//! WebAssembly. With the usual optimisation level that can be `env::var` (not set) and opening a file (an error).

use glassbox_abi::names::HOST;

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
        if self.imports.iter().any(|import| import.module == HOST) {
            self.refuse_memory();
        }
    }

    /// Replaces the instructions that grow the memory and that tell its size. A guest of ours allocates from the host and needs neither.
    ///
    /// States are compared, and kept for later, by what the blocks of the heap and the statics hold. Pages that belong to neither
    /// would be forgotten: two states that differ in them would count as one. The size itself depends on which runs came before.
    fn refuse_memory(&mut self) {
        for op in &mut self.code {
            if matches!(op, Op::MemorySize { .. } | Op::MemoryGrow { .. }) {
                *op = Op::NotOffered { service: Service::Memory };
            }
        }
    }
}
