//! `cargo glassbox --emit-tests` writes tests that fail for the same reason.

use insta::assert_snapshot;

use crate::story::Story;

#[test]
fn failures_become_tests() {
    let story = Story::copy_as("check", "emit");
    let before = std::fs::read_to_string(story.path("src/lib.rs")).unwrap();
    let first = story.cargo("glassbox --emit-tests");
    assert_eq!(first.code(), 1);
    let first = first.text();
    let emitted: String =
        first.lines().filter(|line| line.contains("   test ")).flat_map(|line| [line, "\n"]).collect();
    assert_snapshot!("emit_first", emitted);
    let after = std::fs::read_to_string(story.path("src/lib.rs")).unwrap();
    assert_snapshot!("emit_source", added(&before, &after));

    // Each fails with the words of the finding. Natively, the other two pass.
    for (test, what) in [
        ("insert_on_the_left_counterexample", "afterwards, the keys at tree.root are not in order"),
        ("is_never_high_counterexample", "the check returned false"),
        ("panics_if_high_counterexample", "too high"),
    ] {
        assert!(first.contains(what), "{first}");
        let screen = story.cargo(&format!("test --lib {test}"));
        assert_eq!(screen.code(), 101, "{}", screen.text());
        assert!(screen.text().contains(what), "{test}: {}", screen.text());
    }

    // A second run adds no tests, and the tests do not change the verdicts.
    let again = story.cargo("glassbox --emit-tests").text();
    let known = again.lines().filter(|line| line.contains("already")).count();
    assert_eq!(known, 5, "{again}");
    assert_eq!(std::fs::read_to_string(story.path("src/lib.rs")).unwrap(), after);
}

/// The added lines; all others must be unchanged.
fn added(before: &str, after: &str) -> String {
    let mut old = before.lines().peekable();
    let new = after.lines().filter(|line| old.next_if_eq(line).is_none());
    let new: String = new.flat_map(|line| [line, "\n"]).collect();
    assert_eq!(old.next(), None, "something else has changed:\n{after}");
    new
}
