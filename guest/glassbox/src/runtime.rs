//! The guest's side of the machine: an allocator and a panic hook that call the host.
//!
//! The host gets every allocation with size and alignment, so that it can check each access. The panic hook passes
//! message and place to the host before the trap; without it, all panics would look alike. Natively [`start`] does
//! nothing.

#[cfg(all(glassbox, target_family = "wasm"))]
mod machine {
    use std::alloc::{GlobalAlloc, Layout};
    use std::panic::PanicHookInfo;
    use std::sync::Once;

    #[link(wasm_import_module = "glassbox")]
    unsafe extern "C" {
        fn gb_alloc(size: usize, align: usize) -> *mut u8;
        fn gb_dealloc(address: *mut u8, size: usize, align: usize);
        #[cfg(glassbox_with = "alloc-failures")]
        fn gb_allocation_fails() -> u32;
        // It returns only if panics unwind.
        fn gb_panic(message: *const u8, len: usize, file: *const u8, file_len: usize, line: u32, column: u32);
    }

    struct HostAllocator;

    // SAFETY: the host hands out blocks of the size and alignment asked for that overlap nothing, and never
    // the same address twice.
    unsafe impl GlobalAlloc for HostAllocator {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            // SAFETY: a host function.
            #[cfg(glassbox_with = "alloc-failures")]
            if unsafe { gb_allocation_fails() } != 0 {
                return std::ptr::null_mut();
            }
            // SAFETY: a host function; it takes any size and any alignment that a `Layout` can have.
            unsafe { gb_alloc(layout.size(), layout.align()) }
        }

        unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
            // SAFETY: a host function; it stops the run if the arguments are wrong.
            unsafe { gb_dealloc(address, layout.size(), layout.align()) }
        }
        // `realloc` and `alloc_zeroed` are the default ones: they take a new block each time, so that the host detects
        // pointers into the old one.
    }

    #[global_allocator]
    static ALLOCATOR: HostAllocator = HostAllocator;

    fn report(info: &PanicHookInfo<'_>) {
        #[expect(clippy::incompatible_msrv, reason = "only the command builds this, and it needs a newer compiler")]
        let message = info.payload_as_str().unwrap_or("(no message)");
        let (file, line, column) = info.location().map_or(("", 0, 0), |at| (at.file(), at.line(), at.column()));
        // SAFETY: a host function; the addresses and lengths are those of live strings.
        unsafe { gb_panic(message.as_ptr(), message.len(), file.as_ptr(), file.len(), line, column) }
    }

    /// Makes std set up what it sets up once: the streams (0) or the seed of its hashers (1). Otherwise the first run that
    /// prints or hashes would seem to leave something for the next one.
    pub fn warm_up(what: u32) {
        if what == 0 {
            start();
            drop(std::io::stdout().lock());
            drop(std::io::stderr().lock());
        } else {
            std::hint::black_box(std::hash::RandomState::new());
        }
    }

    /// Installs the panic hook, once.
    pub fn start() {
        static STARTED: Once = Once::new();
        // The box is of a function item, which has no size: nothing is allocated.
        STARTED.call_once(|| std::panic::set_hook(Box::new(report)));
    }
}

#[cfg(all(glassbox, target_family = "wasm"))]
pub use machine::{start, warm_up};

/// Prepares a run; natively there is nothing to do.
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub fn start() {}
