//! What goes wrong in a check that is replayed natively, and the panic with which it must end.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use glassbox_abi::Disturbance;
use glassbox_abi::meant_panic::RequiredPanic;

thread_local! {
    /// What goes wrong, and the number of places before it.
    static PLANNED: Cell<Option<(Disturbance, u32)>> = const { Cell::new(None) };
    static REQUIRED: RefCell<Option<RequiredPanic>> = const { RefCell::new(None) };
}

/// A panic of a callback.
struct Chosen;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Returned(u32),
    /// With the panic of a callback.
    Disturbed,
    /// With the panic that it must end with.
    Required,
}

/// Calls a function in which something goes wrong, perhaps.
///
/// # Panics
///
/// With the panic of the function, if it is neither that of the callback nor the one with which it must end.
pub(super) fn call(disturbance: Option<Disturbance>, function: impl FnOnce() -> u32) -> End {
    PLANNED.set(disturbance.map(|disturbance| (disturbance, 0)));
    REQUIRED.take();
    let result = catch_unwind(AssertUnwindSafe(function));
    PLANNED.set(None);
    let required = REQUIRED.take();
    let panic = match result {
        Ok(value) => return End::Returned(value),
        Err(panic) => panic,
    };
    let message = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(|it| &**it));
    if required.is_some_and(|required| required.is(message.unwrap_or_default())) {
        End::Required
    } else if panic.is::<Chosen>() {
        End::Disturbed
    } else {
        resume_unwind(panic)
    }
}

/// Panics if this is the place.
pub(crate) fn panic_point() {
    if let Some((Disturbance::CallbackPanics { point }, seen)) = PLANNED.get() {
        if std::thread::panicking() {
            return;
        }
        PLANNED.set(Some((Disturbance::CallbackPanics { point }, seen + 1)));
        if seen + 1 == point {
            // Without the panic hook: nothing is wrong.
            resume_unwind(Box::new(Chosen));
        }
    }
}

/// The answer at this place.
pub(crate) fn answer(n: u32) -> u32 {
    let Some((lie @ Disturbance::TraitLies { question, answer }, seen)) = PLANNED.get() else { return 0 };
    PLANNED.set(Some((lie, seen + 1)));
    if seen + 1 == question && answer < n { answer } else { 0 }
}

/// Says that the call must panic.
pub(crate) fn must_panic(is_unchanged: bool, message: &str) {
    REQUIRED.set(Some(RequiredPanic::new(message, is_unchanged)));
}

/// Ends a call that should have panicked.
pub(crate) fn has_returned() {
    assert!(REQUIRED.take().is_none(), "the check returned, and should have panicked");
}
