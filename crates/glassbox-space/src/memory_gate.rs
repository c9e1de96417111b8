//! Before a diagram grows, it asks whether there is memory for that. Otherwise it is full, which its callers can handle; an
//! allocation that fails, they could not.

use std::sync::OnceLock;

static GATE: OnceLock<fn(usize) -> bool> = OnceLock::new();

/// Has all diagrams of the process ask before they grow by so many bytes. Without, they grow up to their own limits. The first call counts.
pub fn ask_before_growing(may_take: fn(usize) -> bool) {
    // Whoever was first counts the memory.
    let _ = GATE.set(may_take);
}

/// Whether there is memory for so many bytes.
pub(crate) fn may_take(bytes: usize) -> bool {
    GATE.get().is_none_or(|may_take| may_take(bytes))
}
