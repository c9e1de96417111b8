//! What goes wrong around an operation of an exploration: callbacks panic, traits lie, allocations fail.
//!
//! Each of these needs a build of its own, which the command makes for `--panics`, `--hostile` and `--alloc-failures`. In all other
//! builds nothing here does anything. Panics also need a standard library that unwinds.

/// A place where user code may panic. An exploration that is run with `--panics` tries both: go on, and panic here.
///
/// [`Val`](crate::Val) and [`Key`](crate::Key) have such places in all that a collection calls: comparing, hashing, cloning and dropping.
/// Call it in the traits and closures of your own.
///
/// ```
/// # use std::collections::VecDeque;
/// # use glassbox::Val;
/// /// Keeps some of the values. The closure may panic each time.
/// pub fn retain(queue: &mut VecDeque<Val>) {
///     queue.retain(|_| {
///         glassbox::panic_point();
///         glassbox::choose(2) == 1
///     });
/// }
/// # retain(&mut VecDeque::new());
/// ```
///
/// Natively, and without `--panics`, it does nothing, except in a replayed state whose text says that it panics.
pub fn panic_point() {
    #[cfg(all(glassbox, target_family = "wasm", panic = "unwind"))]
    unwinding::panic_point();
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    crate::native::disturbed::panic_point();
}

/// A place where a trait may lie: one of `n` answers, of which 0 is the truth. An exploration that is run with `--hostile` tries all.
///
/// A trait that is safe to implement may answer anything, and `unsafe` code must bear it. [`Val`](crate::Val) and [`Key`](crate::Key) lie
/// when they are compared or hashed, and [`items`](crate::items) about its length. Call it in traits of your own.
///
/// ```
/// /// A number that is equal to what it likes.
/// struct Number(u32);
///
/// impl PartialEq for Number {
///     fn eq(&self, other: &Self) -> bool {
///         (self.0 == other.0) != (glassbox::answer(2) == 1)
///     }
/// }
/// # assert!(Number(1) == Number(1));
/// ```
///
/// Natively, and without `--hostile`, all answers are true, except in a replayed state whose text says which one is a lie.
pub fn answer(n: u32) -> u32 {
    #[cfg(all(glassbox, target_family = "wasm", glassbox_with = "hostile"))]
    return crate::host::answer(n);
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    return crate::native::disturbed::answer(n);
    #[cfg(all(glassbox, target_family = "wasm", not(glassbox_with = "hostile")))]
    {
        let _ = n;
        0
    }
}

/// Drops the rest of a result, or forgets it. Returns whether it was forgotten.
pub(crate) fn drop_or_forget<T>(value: T) -> bool {
    #[cfg(all(glassbox, target_family = "wasm", glassbox_with = "hostile"))]
    if std::mem::needs_drop::<T>() && crate::host::forgets() {
        std::mem::forget(value);
        return true;
    }
    drop(value);
    false
}

/// Whether something can go wrong around an operation in this build.
pub const IS_DISTURBED: bool = cfg!(all(
    glassbox,
    target_family = "wasm",
    any(panic = "unwind", glassbox_with = "hostile", glassbox_with = "alloc-failures")
));

/// Runs a function of an exploration. If it ends with a panic that is no bug, the result is 0.
pub fn guarded(body: impl FnOnce() -> u32) -> u32 {
    #[cfg(all(
        glassbox,
        target_family = "wasm",
        any(panic = "unwind", glassbox_with = "hostile", glassbox_with = "alloc-failures")
    ))]
    crate::host::guarded(!cfg!(any(glassbox_val = "zst", glassbox_val = "u8")));
    #[cfg(all(glassbox, target_family = "wasm", panic = "unwind"))]
    return unwinding::caught(body).unwrap_or(0);
    #[cfg(not(all(glassbox, target_family = "wasm", panic = "unwind")))]
    body()
}

/// Runs a check, or drops its structures, where a callback may panic. If it ends with a panic that is no bug, the result is 1.
pub fn panicking(body: impl FnOnce() -> u32) -> u32 {
    #[cfg(all(glassbox, target_family = "wasm", panic = "unwind"))]
    return unwinding::caught(body).unwrap_or(1);
    #[cfg(not(all(glassbox, target_family = "wasm", panic = "unwind")))]
    body()
}

#[cfg(all(glassbox, target_family = "wasm", panic = "unwind"))]
mod unwinding {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    use crate::host;

    /// A panic that the host has chosen.
    struct Chosen;

    pub(super) fn panic_point() {
        // A second panic would end the program.
        if !std::thread::panicking() && host::panic_point() {
            // Without the panic hook: nothing is wrong.
            resume_unwind(Box::new(Chosen));
        }
    }

    /// The result of a function; none if it ends with a panic that is no bug.
    pub(super) fn caught(body: impl FnOnce() -> u32) -> Option<u32> {
        let panic = match catch_unwind(AssertUnwindSafe(body)) {
            Ok(value) => return Some(value),
            Err(panic) => panic,
        };
        let message = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(|it| &**it));
        if !panic.is::<Chosen>() && !host::forgives_panics(message.unwrap_or_default()) {
            host::uncaught();
        }
        drop(panic);
        host::panicked();
        None
    }
}
