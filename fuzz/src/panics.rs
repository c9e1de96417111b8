//! Running code that may panic or needs a large stack.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Runs a closure; a panic becomes an error with the panic's message.
pub fn catch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let message = payload.downcast_ref::<&str>().map(ToString::to_string);
        message.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".to_owned())
    })
}

/// Runs a closure with a large stack. Compiling engines need it for guests that recurse deeply.
pub fn with_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    const SIZE: usize = 512 << 20;
    let result = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(SIZE).spawn_scoped(scope, run);
        thread.expect("there is memory for a stack").join()
    });
    result.unwrap_or_else(|panic| resume_unwind(panic))
}
