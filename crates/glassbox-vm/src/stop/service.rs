//! Services of an operating system, or of the language's runtime, that the machine does not offer.

use std::fmt;

/// A service that the machine does not offer. WebAssembly has none of them, and std there panics, or answers with a fixed value that
/// no real program gets. So a run that calls one stops instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Service {
    /// `Instant::now`, `SystemTime::now`.
    Clock,
    /// `thread::spawn`, `thread::sleep`, `thread::park` and waiting for another thread.
    Threads,
    /// Variables, arguments and folders of the process.
    Environment,
    /// Files and folders.
    Files,
    /// Sockets.
    Network,
    /// Other processes, and the end of this one.
    Processes,
    /// `stdin`.
    Input,
    /// `catch_unwind` around a panic: a panic ends the run.
    Unwinding,
    /// `memory.grow` and `memory.size`: pages past the global allocator, as `std::alloc::System` takes them.
    Memory,
    /// An imported function that is not ours: the crate is made for a browser, or declares a function of C.
    Elsewhere,
}

impl Service {
    /// The service that a function of std needs, by its name without hashes.
    pub fn of_function(name: &str) -> Option<Self> {
        if !name.trim_start_matches('<').starts_with("std::") {
            return None;
        }
        // The two ways to mangle names differ in brackets: `<std::time::Instant>::now` is `std::time::Instant::now`.
        let name = name.replace(['<', '>'], "");
        let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
        let is = |names: &[&str]| names.contains(&name.as_str());
        if is(&["std::time::Instant::now", "std::time::SystemTime::now"]) || begins(&["std::sys::time::"]) {
            Some(Self::Clock)
        } else if begins(&["std::sys::thread::", "std::sys::pal::unsupported::thread::"])
            || begins(&[
                "std::thread::functions::",
                "std::thread::sleep",
                "std::thread::park",
                "std::thread::yield_now",
            ])
        {
            // `spawn` itself is generic: it gets as far as making the thread. Whether this one panics is known.
            (!begins(&["std::thread::functions::spawn", "std::thread::functions::panicking"])).then_some(Self::Threads)
        } else if begins(&["std::env::", "std::sys::env::", "std::sys::args::", "std::sys::paths::"]) {
            Some(Self::Environment)
        } else if begins(&["std::fs::", "std::sys::fs::"]) {
            Some(Self::Files)
        } else if begins(&["std::sys::net::"]) {
            Some(Self::Network)
        } else if begins(&["std::process::", "std::sys::process::"]) {
            (name != "std::process::abort").then_some(Self::Processes)
        } else if begins(&["std::io::stdio::stdin", "std::io::stdio::Stdin"]) {
            Some(Self::Input)
        } else {
            None
        }
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Clock => "the clock",
            Self::Threads => "threads",
            Self::Environment => "the environment",
            Self::Files => "files",
            Self::Network => "the network",
            Self::Processes => "processes",
            Self::Input => "standard input",
            Self::Unwinding => "`catch_unwind` around a panic",
            Self::Memory => "memory that does not come from the global allocator",
            Self::Elsewhere => "an imported function, of JavaScript or C",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, service: Option<Service>) {
        assert_eq!(Service::of_function(name), service, "{name}");
    }

    #[test]
    fn functions_of_std_need_services_in_both_manglings() {
        check("<std::time::Instant>::now", Some(Service::Clock));
        check("std::time::SystemTime::now", Some(Service::Clock));
        check("<std::time::Instant>::elapsed", None);
        check("<std::sys::thread::unsupported::Thread>::new", Some(Service::Threads));
        check("std::thread::functions::spawn", None);
        check("std::thread::functions::panicking", None);
        check("std::thread::functions::park", Some(Service::Threads));
        check("<std::thread::id::ThreadId>::new", None);
        check("std::env::vars_os", Some(Service::Environment));
        check("std::sys::fs::remove_dir", Some(Service::Files));
        check("std::process::exit", Some(Service::Processes));
        check("std::process::abort", None);
        check("std::io::stdio::stdin", Some(Service::Input));
    }

    #[test]
    fn printing_hashing_and_functions_of_others_need_none() {
        check("std::io::stdio::_print", None);
        check("std::sys::random::unsupported::hashmap_random_keys", None);
        check("core::ptr::drop_in_place<std::process::Command>", None);
        check("mine::std::env::vars", None);
    }
}
