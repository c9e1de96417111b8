//! Panics inside `catch_unwind`: the machine cannot unwind, so it must not report them as panics.
//!
//! rustc usually inlines `catch_unwind`, so only debug information says where it is. A module that may contain it keeps its
//! file, and a panic looks up the calls in progress. Names of inlined functions have no path, so the source file counts, too.

use super::loaded::Module;
use crate::backtrace::{SourceFrame, Symbols};

/// Functions of std that call a closure and catch its panics.
const CATCHING: [&str; 4] = ["catch_unwind", "do_call", "try", "r#try"];

/// The files that they are in.
const FILES: [&str; 2] = ["/std/src/panic.rs", "/std/src/panicking.rs"];

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
        Symbols::new(self, bytes).trace(trace).iter().any(catches)
    }
}

fn catches(frame: &SourceFrame) -> bool {
    // Type arguments may contain anything.
    let name = frame.function.split("::<").next().unwrap_or_default();
    let name = name.split('<').next().unwrap_or_default().rsplit("::").next().unwrap_or_default();
    let is_in_std = frame.is_library()
        && frame.location.as_ref().is_some_and(|location| FILES.iter().any(|file| location.file.ends_with(file)));
    is_in_std && CATCHING.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtrace::SourceLocation;

    fn check(function: &str, file: &str, expected: bool) {
        let location = Some(SourceLocation { file: file.to_owned(), line: 1, column: 1 });
        assert_eq!(
            catches(&SourceFrame { function: function.to_owned(), location, inlined: true }),
            expected,
            "{function}"
        );
    }

    #[test]
    fn functions_that_catch_are_known_by_name_and_file() {
        let std = "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panicking.rs";
        check("catch_unwind<x1::catches::go::{closure_env#0}, ()>", std, true);
        check("std::panicking::catch_unwind::do_call", std, true);
        check("std::panicking::catch_unwind::<(), mine::f>", std, true);
        check("begin_panic<mine::catch_unwind>", std, false);
        check("std::panicking::panic_with_hook", std, false);
        check("catch_unwind<()>", "src/lib.rs", false);
    }
}
