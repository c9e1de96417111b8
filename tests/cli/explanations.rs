//! Reports of bugs planted into the subjects: each fits on one screen and shows the changes.

use insta::assert_snapshot;

use crate::story::{Story, repository};

/// Lines of a screen without scrolling.
const SCREEN: usize = 40;

/// Package, bug, and part of the path of a check that finds it.
const BUGS: [(&str, &str, &str); 24] = [
    ("red-black-tree", "bug-insert-forgets-outer-rotation", "checks::insert"),
    ("red-black-tree", "bug-insert-leaves-root-red", "checks::insert"),
    ("red-black-tree", "bug-insert-duplicates-key", "checks::insert"),
    ("red-black-tree", "bug-remove-takes-right-child", "checks::remove"),
    ("red-black-tree", "bug-remove-forgets-to-copy-key", "checks::remove"),
    ("red-black-tree", "bug-rotate-stale-parent-of-upper", "checks::insert"),
    ("red-black-tree", "bug-find-goes-wrong-way", "checks::get"),
    ("avl-tree", "bug-balance-forgets-left-double-rotation", "checks::insert"),
    ("avl-tree", "bug-remove-forgets-to-balance", "checks::remove"),
    ("avl-tree", "bug-rotate-left-leaks-node", "checks::insert"),
    ("doubly-linked-list", "bug-insert-skips-node", "checks::insert"),
    ("doubly-linked-list", "bug-reverse-forgets-last", "checks::reverse"),
    ("singly-linked-list", "bug-push-front-forgets-len", "checks::push_front"),
    ("stack", "bug-push-drops-rest", "checks::push"),
    ("queue", "bug-dequeue-drops-one", "checks::"),
    ("binary-heap", "bug-extract-compares-wrong", "checks::extract"),
    ("binary-heap", "bug-extract-takes-last", "checks::extract"),
    ("b-tree", "bug-refill-looks-beyond-last", "checks::remove"),
    ("enum-tree", "bug-remove-leaks-left", "checks::remove"),
    ("arena-tree", "bug-remove-loses-left", "checks::remove"),
    ("nary-tree", "bug-remove-forgets-end", "insert_then_remove"),
    ("lru-cache", "bug-link-stale-prev", "checks::"),
    ("union-find", "bug-find-cuts-path", "checks::"),
    ("ring-buffer", "bug-push-back-forgets-len", "checks::push_back"),
];

#[test]
fn failures_fit_on_a_screen() {
    let story = Story::empty("explanations");
    let manifest = repository().join("Cargo.toml");
    for (package, bug, check) in BUGS {
        let manifest = manifest.display();
        let args = format!("glassbox --manifest-path {manifest} -p {package} -F {bug} {check} --offline");
        let screen = story.cargo(&args);
        assert_eq!(screen.code(), 1, "{package} {bug}: {}", screen.text());
        let text = screen.text();
        let failure = first_failure(&text);
        assert!(failure.lines().count() <= SCREEN, "{package} {bug}:\n{failure}");
        assert_snapshot!(format!("{package}_{bug}").replace('-', "_"), failure);
    }
}

/// From the first failing check to the next line about a check.
fn first_failure(text: &str) -> String {
    let from = text.lines().skip_while(|line| !line.contains("FAIL ["));
    let (first, rest): (Vec<_>, Vec<_>) = from.enumerate().partition(|(index, _)| *index == 0);
    let rest = rest.into_iter().map(|(_, line)| line).take_while(|line| !line.contains("TIME]"));
    let lines = first.into_iter().map(|(_, line)| line).chain(rest);
    lines.flat_map(|line| [line, "\n"]).collect()
}
