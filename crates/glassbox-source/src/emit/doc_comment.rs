//! The doc comment of a test.

use super::failure::NativeResult;

/// A sentence about running the test natively, if there is something to know.
pub(super) fn advice(natively: NativeResult) -> Option<&'static str> {
    match natively {
        NativeResult::Fails => None,
        NativeResult::NeedsMemoryChecker => {
            Some("This test may pass natively; `cargo +nightly miri test` or a sanitizer reports the bug.")
        }
        NativeResult::NeverEnds => Some("This test does not end until the bug is fixed."),
    }
}

/// A doc comment with these lines.
pub(super) fn doc_comment<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let lines = lines.into_iter().map(|line| format!("/// {line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}
