//! Panics inside `catch_unwind`: the machine cannot unwind, so it must not report them as panics.
//!
//! rustc usually inlines `catch_unwind`, so only debug information says where it is. A module that may contain it keeps its
//! file, and a panic looks up the calls in progress.

use super::loaded::Module;
use crate::backtrace::Symbols;

/// Functions of std that call a closure and catch its panics.
const CATCHING: [&str; 3] = ["std::panic::catch_unwind", "std::panicking::catch_unwind", "std::panicking::try"];

impl Module {
    /// Keeps the module's file if it names a function that catches panics.
    pub(super) fn keep_file(&mut self, bytes: &[u8]) {
        const NAME: &[u8] = b"catch_unwind";
        if bytes.windows(NAME.len()).any(|window| window == NAME) {
            self.file = Some(bytes.into());
        }
    }

    /// Whether the guest would catch a panic at this place: offsets in the module's file, the innermost call first.
    pub(crate) fn catches_panic(&self, trace: &[u32]) -> bool {
        let Some(bytes) = &self.file else { return false };
        let catches = |name: &str| CATCHING.iter().any(|catching| is_function(name, catching));
        Symbols::new(self, bytes).trace(trace).iter().any(|frame| catches(&frame.function))
    }
}

/// Whether `name` is this function, with or without type arguments.
fn is_function(name: &str, function: &str) -> bool {
    name.strip_prefix(function).is_some_and(|rest| rest.is_empty() || rest.starts_with('<') || rest.starts_with("::<"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_known_with_and_without_type_arguments() {
        for name in
            ["std::panicking::catch_unwind", "std::panicking::catch_unwind::<(), f>", "std::panicking::catch_unwind<f>"]
        {
            assert!(is_function(name, CATCHING[1]), "{name}");
        }
        assert!(!is_function("std::panicking::catch_unwind::do_call", CATCHING[1]));
        assert!(!is_function("mine::catch_unwind", CATCHING[1]));
    }
}
