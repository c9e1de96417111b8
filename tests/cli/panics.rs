//! `--panics`: callbacks that panic, one after the other.

use crate::story::Story;

/// Makes the standard library that unwinds, if it is not there yet: it needs crates that may have to be downloaded. Returns whether it is there.
/// Every test has a folder of its own.
pub(crate) fn has_unwinding_std(test: &str) -> bool {
    let story = Story::library(&format!("unwinding-std-{test}"), "nothing", "").with_env("CARGO_NET_OFFLINE", "false");
    let listed = story.cargo("glassbox list --panics");
    let is_there = !listed.stderr().contains("`--panics` needs the sources of std");
    if !is_there {
        println!("skipped: std's sources are not there");
    }
    assert!(!is_there || listed.code() == 0 || listed.stderr().contains("no checks"), "{}", listed.text());
    is_there
}

/// Functions that are right, also if a callback panics, and operations that call them.
const RIGHT: &str = include_str!("testdata/panic_mutants.rs");

/// Changes that only matter if a callback panics: the function that is changed, what is replaced, and by what.
const MUTANTS: [(&str, &str, &str); 20] = [
    // The length counts items that were dropped or moved.
    ("retain", "unsafe { items.set_len(0) }; // retain", ""),
    ("retain", "unsafe { items.set_len(0) }; // retain", "unsafe { items.set_len(usize::from(len > 1)) };"),
    ("retain", "kept += 1; // retain", "kept += 1; unsafe { items.set_len(index + 1) };"),
    (
        "retain",
        "unsafe { drop(first.add(index).read()) }; // retain",
        "unsafe { items.set_len(len); drop(first.add(index).read()); items.set_len(0) };",
    ),
    // The gap is closed too late, or with the wrong items.
    (
        "dedup_by",
        "let mut gap = Gap { items, read: 1, write: 1 }; // dedup_by",
        "let mut gap = std::mem::ManuallyDrop::new(Gap { items, read: 1, write: 1 });",
    ),
    ("dedup_by", "gap.read += 1; // before the drop", ""),
    (
        "dedup_by",
        "self.items.set_len(self.write + rest); // Gap",
        "self.items.set_len(self.write + rest + usize::from(rest > 0));",
    ),
    ("dedup_by", "first.add(self.write).copy_from(first.add(self.read), rest); // Gap", ""),
    // What is drained is still counted, or forgotten too early.
    ("drain", "unsafe { items.set_len(from) }; // drain", ""),
    ("drain", "unsafe { items.set_len(from) }; // drain", "unsafe { items.set_len(to) };"),
    ("drain", "self.next += 1; // before it is given out", ""),
    (
        "drain",
        "let (at, rest) = (self.from, self.next..self.to); // drain",
        "let (at, rest) = (self.from, self.next..self.to); unsafe { self.items.set_len(self.to + self.tail) };",
    ),
    // Items are counted before they are there.
    (
        "extend",
        "let item = new.next(); // extend",
        "items.reserve(1); unsafe { items.set_len(len + 1) }; let item = new.next(); unsafe { items.set_len(len) };",
    ),
    (
        "extend",
        "items.reserve(1); // extend",
        "items.reserve(2); unsafe { items.as_mut_ptr().add(len).copy_from(&raw const item, 1); items.set_len(len + 1) }; let more = new.next(); std::mem::forget(item); if let Some(more) = more { items.push(more) } continue;",
    ),
    // The new items are counted before they are cloned, or the old ones after they are dropped.
    ("clone_from", "unsafe { items.set_len(0) }; // clone_from", ""),
    ("clone_from", "unsafe { items.set_len(index + 1) }; // clone_from", "unsafe { items.set_len(from.len()) };"),
    (
        "clone_from",
        "items.reserve(from.len()); // clone_from",
        "items.reserve(from.len()); unsafe { items.set_len(from.len()) };",
    ),
    // The items behind the gap are dropped twice, or the gap itself is dropped.
    ("insert_many", "unsafe { items.set_len(at) }; // insert_many", ""),
    ("insert_many", "unsafe { items.set_len(at) }; // insert_many", "unsafe { items.set_len(at + n) };"),
    ("insert_many", "unsafe { items.set_len(at) }; // insert_many", "unsafe { items.set_len(len + n) };"),
];

/// A library with a module for each of these sources.
fn library(sources: impl IntoIterator<Item = (String, String)>) -> String {
    let modules = sources.into_iter().map(|(name, source)| format!("pub mod {name} {{\n{source}\n}}\n"));
    format!("#![allow(warnings)]\n{}", modules.collect::<String>())
}

/// All are found, the functions without the change are clean, and without panics all are clean.
#[test]
fn mutants_that_are_wrong_only_if_a_callback_panics() {
    if !has_unwinding_std("mutants") {
        return;
    }
    let mutant = |(index, (name, from, to)): (usize, &(&str, &str, &str))| {
        assert!(RIGHT.contains(from), "{name}: {from}");
        (format!("m{index}_{name}"), RIGHT.replacen(from, to, 1))
    };
    let all = MUTANTS.iter().enumerate().map(mutant).chain([("right".to_owned(), RIGHT.to_owned())]);
    let story = Story::library("panic-mutants", "mutants", &library(all));
    let without = story.cargo("glassbox");
    assert!(without.succeeded().stdout().contains("21 checks: 21 hold"), "{}", without.text());
    let with = story.cargo("glassbox --panics");
    assert_eq!(with.code(), 1, "{}", with.text());
    for line in with.stdout().lines().filter(|line| line.contains("mutants::") && line.contains("TIME")) {
        let expected = if line.contains("right::list") { "PASS" } else { "FAIL" };
        assert!(line.trim_start().starts_with(expected), "{line}\n{}", with.text());
    }
    assert!(with.stdout().contains("21 checks: 1 holds, 20 fail"), "{}", with.text());
}

/// Collections of std are right, whichever callback panics.
#[test]
fn collections_of_std() {
    if !has_unwinding_std("std") {
        return;
    }
    let all = Story::copy("panics-std").cargo("glassbox --panics");
    assert!(all.succeeded().stdout().contains("20 checks: 20 hold"), "{}", all.text());
    assert!(all.stdout().contains("one panic of a callback"), "{}", all.text());
    // Values that have no size have no numbers, and nobody knows which of them are lost.
    let others =
        Story::copy_as("panics-std", "panics-std-types").cargo("glassbox --panics --types zst,box vec linked_list");
    assert!(others.succeeded().stdout().contains("18 checks: 18 hold"), "{}", others.text());
}

/// `BTreeMap::split_off` moves the keys of an upper node before the next comparison, which may panic: the length is wrong then.
/// <https://github.com/rust-lang/rust/issues/158165>
#[test]
fn a_bug_of_std_is_found() {
    if !has_unwinding_std("split_off") {
        return;
    }
    let source = "#![cfg(glassbox)]
        use std::cmp::Ordering;
        use std::collections::BTreeMap;

        pub struct Number(u8);

        impl PartialEq for Number {
            fn eq(&self, other: &Self) -> bool { self.cmp(other) == Ordering::Equal }
        }
        impl Eq for Number {}
        impl PartialOrd for Number {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> { Some(self.cmp(other)) }
        }
        impl Ord for Number {
            fn cmp(&self, other: &Self) -> Ordering {
                glassbox::panic_point();
                self.0.cmp(&other.0)
            }
        }

        #[glassbox::explore(operations = 2)]
        mod map {
            use super::*;
            pub fn new() -> BTreeMap<Number, ()> { (0..17).map(|key| (Number(key), ())).collect() }
            pub fn split_off(map: &mut BTreeMap<Number, ()>) { drop(map.split_off(&Number(0))); }
        }";
    let ran = Story::library("split-off", "std_bug", source).cargo("glassbox --panics");
    assert_eq!(ran.code(), 1, "{}", ran.text());
    assert!(ran.stdout().contains("split_off(&mut subject); // callback 2 panics"), "{}", ran.text());
}

/// What the book says about the harness of std is true: the operations are there.
#[test]
fn operations_of_std_are_in_the_harness() {
    let page = include_str!("../../book/src/standard-library.md");
    let harness = include_str!("testdata/panics-std/src/lib.rs");
    let mut n_named = 0;
    for named in page.split('`').skip(1).step_by(2) {
        let Some((module, operation)) = named.split_once("::").filter(|(_, rest)| !rest.contains("::")) else {
            continue;
        };
        let Some(at) = harness.find(&format!("\nmod {module} {{")) else { continue };
        let body = &harness[at + 1..];
        let body = &body[..body.find("\n}\n").unwrap_or(body.len())];
        assert!(body.contains(&format!("fn {operation}(")), "{named}");
        n_named += 1;
    }
    assert!(n_named > 200, "{n_named}");
}

/// What is left after a panic is used and dropped; it may be a mess, but not a danger.
#[test]
fn what_is_asked_after_a_panic() {
    if !has_unwinding_std("after") {
        return;
    }
    let verdicts = [
        ("broken_law", "PASS", ""),
        ("later_panic", "PASS", ""),
        ("endless", "PASS", ""),
        ("leak", "PASS", ""),
        ("without_a_panic", "FAIL", "the law `is_even` does not hold"),
        ("leak_without_a_panic", "FAIL", "lost"),
        ("later_use", "FAIL", "double free"),
        ("panic_of_its_own", "FAIL", "of its own"),
        ("caught", "PASS", ""),
        ("not_caught", "FAIL", "thrown again"),
        ("drop_that_panics", "PASS", ""),
        // A state after a panic is not one before it, whatever its bytes are.
        ("same_bytes", "FAIL", "the law `is_even` does not hold"),
        ("same_bytes_leak", "FAIL", "lost"),
        // Who catches the panic of a callback and returns has to leave a good state.
        ("caught_callback", "FAIL", "the law `is_even` does not hold"),
        ("other_subject", "PASS", ""),
        ("check_that_panics", "FAIL", "found by a check"),
    ];
    require_verdicts(&Story::library("after-panics", "after", AFTER), &verdicts);
}

/// Explorations that promise to be safe: as much is asked after a panic as before it.
#[test]
fn what_is_asked_after_a_panic_of_safe_explorations() {
    if !has_unwinding_std("safely-after") {
        return;
    }
    let safe = AFTER.replace("#[glassbox::explore(", "#[glassbox::explore(panic_safe, ");
    let story = Story::library("safely-after-panics", "after", &safe);
    let verdicts = [
        ("broken_law", "FAIL", "the law `is_even` does not hold"),
        ("later_panic", "FAIL", "it is odd"),
        ("endless", "FAIL", "endless"),
        ("leak", "FAIL", "lost"),
        ("later_use", "FAIL", "double free"),
        ("caught", "PASS", ""),
        ("caught_callback", "FAIL", "the law `is_even` does not hold"),
        ("drop_that_panics", "PASS", ""),
        ("other_subject", "PASS", ""),
    ];
    require_verdicts(&story, &verdicts);
    // The test of a history has the panic and the law.
    let ran = story.cargo("glassbox --panics --emit-tests broken_law");
    assert_eq!(ran.code(), 1, "{}", ran.text());
    let test = story.cargo("test");
    assert!(test.code() != 0 && test.text().contains("assertion failed: is_even("), "{}", test.text());
}

/// Explorations that promise too much are found, and those that keep their promise are clean. Without the promise, nothing is wrong.
#[test]
fn promises_of_safe_explorations() {
    if !has_unwinding_std("promises") {
        return;
    }
    let source = include_str!("testdata/panic_safe.rs");
    let verdicts = |story: &Story| {
        let ran = story.cargo("glassbox");
        let lines = ran.stdout().lines().filter(|line| line.contains("] promises::")).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    let safe = verdicts(&Story::library("panic-safe", "promises", source));
    assert_eq!(safe.len(), 12, "{safe:#?}");
    for line in &safe {
        let expected = if line.contains("::wrong_") { "FAIL" } else { "PASS" };
        assert!(line.trim_start().starts_with(expected), "{safe:#?}");
    }
    let unsafe_source = source.replace(", panic_safe, panics", ", panics");
    let others = verdicts(&Story::library("panic-unsafe", "promises", &unsafe_source));
    assert_eq!(others.len(), 12, "{others:#?}");
    assert!(others.iter().all(|line| line.trim_start().starts_with("PASS")), "{others:#?}");
}

/// Fails unless these explorations of the package `after` have these verdicts, with these words.
fn require_verdicts(story: &Story, verdicts: &[(&str, &str, &str)]) {
    let ran = story.cargo("glassbox --panics");
    for (name, verdict, words) in verdicts {
        let path = format!("after::{name} ");
        let at = ran.stdout().find(&path).unwrap_or_else(|| panic!("{name}: {}", ran.text()));
        let begin = ran.stdout()[..at].rfind('\n').map_or(0, |at| at + 1);
        let rest = &ran.stdout()[at..];
        let said = &rest[..rest.find("] after::").unwrap_or(rest.len())];
        assert!(ran.stdout()[begin..].trim_start().starts_with(verdict), "{name}: {said}");
        assert!(said.contains(words), "{name}: {said}");
    }
}

/// What an attribute asks for goes wrong without flags, in a build of its own. Flags add to it.
#[test]
fn attributes_ask_for_disturbances() {
    if !has_unwinding_std("attributes") {
        return;
    }
    let source = r#"#![cfg(glassbox)]
        use glassbox::{Structure, Val};
        #[derive(Structure, Default)]
        #[glassbox(no_invariant)]
        struct Stack { items: Vec<Val> }

        #[glassbox::check(len = 2)]
        fn clear(stack: &mut Stack) { cleared(&mut stack.items); }
        #[glassbox::check(len = 2, panics)]
        fn clear_with_panics(stack: &mut Stack) { cleared(&mut stack.items); }
        #[glassbox::check(len = 2, alloc_failures)]
        fn push(stack: &mut Stack, value: Val) {
            match stack.items.try_reserve(1) {
                Ok(()) => stack.items.push(value),
                Err(_) => std::mem::forget(value),
            }
        }
        fn cleared(items: &mut Vec<Val>) {
            for item in &*items { drop(unsafe { std::ptr::read(item) }); }
            unsafe { items.set_len(0) };
        }

        #[glassbox::explore(operations = 2, hostile)]
        mod trusting {
            use super::Val;
            pub fn new() -> Vec<Val> { Vec::new() }
            pub fn extend(values: &mut Vec<Val>, a: Val, b: Val) {
                let new = glassbox::items([a, b]);
                if new.len() != 2 { panic!("a lie") }
                if new.len() != 2 { unsafe { std::hint::unreachable_unchecked() } }
                values.extend(new);
            }
        }
        #[glassbox::explore(operations = 2)]
        mod usual {
            use super::Val;
            pub fn new() -> Vec<Val> { Vec::new() }
            pub fn clear(values: &mut Vec<Val>, a: Val) { values.push(a); super::cleared(values); }
        }"#;
    let story = Story::library("attributes", "asking", source);
    let verdicts = |ran: &crate::story::Screen| {
        let lines = ran.stdout().lines().filter(|line| line.contains("] asking::"));
        let words = lines.filter_map(|line| Some((line.split_whitespace().next()?, line.split("asking::").nth(1)?)));
        let named = words.map(|(verdict, rest)| format!("{verdict} {}", rest.split(' ').next().unwrap_or_default()));
        named.collect::<Vec<_>>()
    };
    let ran = story.cargo("glassbox");
    let usual = ["PASS clear", "FAIL clear_with_panics", "FAIL push", "FAIL trusting", "PASS usual"];
    assert_eq!(verdicts(&ran), usual, "{}", ran.text());
    let replays: Vec<&str> =
        ran.stdout().lines().filter_map(|line| line.trim().strip_prefix("replay: cargo ")).collect();
    for (replay, flag) in replays.iter().zip([" --panics", " --alloc-failures", " --hostile"]) {
        assert!(replay.contains(flag), "{replay}");
    }
    assert_eq!(replays.len(), 3, "{}", ran.text());
    // The attribute is enough for a replay, too.
    for replay in [replays[0].to_owned(), replays[0].replace(" --panics", "")] {
        let replayed = story.cargo(&replay.replace('\'', ""));
        assert_eq!(replayed.code(), 1, "{replay}: {}", replayed.text());
    }
    let ran = story.cargo("glassbox --panics");
    let with_panics = ["FAIL clear", "FAIL clear_with_panics", "FAIL push", "FAIL trusting", "FAIL usual"];
    assert_eq!(verdicts(&ran), with_panics, "{}", ran.text());
    // A check that is not in the build that it asks for is not left out in silence.
    let source = "#![cfg(glassbox)]
        #[cfg(panic = \"abort\")]
        #[glassbox::check(panics)]
        fn is_small(#[glassbox(values = 0..3)] number: u8) { assert!(number < 3); }
        #[glassbox::check]
        fn is_any(number: bool) {}";
    let missing = Story::library("attributes-missing", "missing", source).cargo("glassbox");
    assert_eq!(missing.code(), 2, "{}", missing.text());
    assert!(missing.stderr().contains("`missing::is_small` asks for `--panics`"), "{}", missing.text());
}

/// Explorations about the time after a panic.
const AFTER: &str = include_str!("testdata/after_panics.rs");

/// A history with a panic can be replayed, and its test fails natively.
#[test]
fn failures_with_panics_are_replayed_and_become_tests() {
    if !has_unwinding_std("emitted") {
        return;
    }
    let (_, from, to) = MUTANTS[0];
    let source = format!("#![allow(warnings)]\n{}", RIGHT.replacen(from, to, 1));
    let story = Story::library("panics-emitted", "emitted", &source);
    let ran = story.cargo("glassbox --panics --emit-tests");
    assert_eq!(ran.code(), 1, "{}", ran.text());
    assert!(ran.stdout().contains(" panics\n"), "{}", ran.text());
    let replay = ran.stdout().lines().find_map(|line| line.trim().strip_prefix("replay: cargo ")).unwrap();
    let replayed = story.cargo(&replay.replace('\'', ""));
    assert_eq!(replayed.code(), 1, "{}", replayed.text());
    assert!(replayed.stdout().contains("dropped twice"), "{}", replayed.text());
    let test = story.cargo("test");
    assert_ne!(test.code(), 0, "{}", test.text());
    assert!(test.text().contains("dropped twice"), "{}", test.text());
}

/// An operation that must panic does so exactly then, and leaves the subject as it was if that is said. With panics that unwind, the
/// state after it is a state like any other.
#[test]
fn panics_that_must_happen() {
    let story = Story::library("must-panic", "must", include_str!("testdata/must_panic.rs"));
    let unwinds = has_unwinding_std("must");
    let no_panic = "the operation returns, although it must panic here";
    let changed = "the operation panics as it must, but has changed the subject before";
    for (options, is_unwound) in [("", false), (" --panics", true)].into_iter().take(1 + usize::from(unwinds)) {
        let ran = story.cargo(&format!("glassbox{options}"));
        assert_eq!(ran.code(), 1, "{}", ran.text());
        for (name, words) in [
            ("right", None),
            ("counted", Some(changed)),
            ("late", Some(no_panic)),
            ("early", Some("no item at 0")),
            ("elsewhere", Some("removal index")),
            ("dropped", Some(changed)),
            ("taken", Some(changed)),
            // The item is back only after unwinding.
            ("put_back", (!is_unwound).then_some(changed)),
            ("always", None),
            ("never", Some(no_panic)),
            ("undefined", Some("unsafe precondition(s) violated")),
            // A panic that aborts leaves nothing to compare statics with.
            ("in_a_static", is_unwound.then_some(changed)),
        ] {
            let at = ran.stdout().find(&format!("must::{name} ")).unwrap_or_else(|| panic!("{name}: {}", ran.text()));
            let begin = ran.stdout()[..at].rfind('\n').map_or(0, |at| at + 1);
            let rest = &ran.stdout()[at..];
            let said = &rest[..rest.find("] must::").unwrap_or(rest.len())];
            let verdict = if words.is_some() { "FAIL" } else { "PASS" };
            assert!(ran.stdout()[begin..].trim_start().starts_with(verdict), "{name}{options}: {said}");
            assert!(said.contains(words.unwrap_or_default()), "{name}{options}: {said}");
        }
    }
}

/// The test of an operation that does not panic as it must fails natively.
#[test]
fn a_missing_panic_becomes_a_test() {
    let source = "
        #[cfg(glassbox)]
        #[glassbox::explore(operations = 2)]
        mod list {
            pub fn new() -> Vec<u8> { Vec::new() }
            #[glassbox(must_panic_if = *list == [1])]
            pub fn push(list: &mut Vec<u8>) { list.push(1); }
        }";
    let story = Story::library("must-panic-emitted", "emitted", source);
    let ran = story.cargo("glassbox --emit-tests");
    assert_eq!(ran.code(), 1, "{}", ran.text());
    assert!(ran.stdout().contains("push(&mut subject); // it must panic"), "{}", ran.text());
    let test = story.cargo("test");
    assert_ne!(test.code(), 0, "{}", test.text());
    assert!(test.text().contains("the call must panic"), "{}", test.text());
}

/// Checks say when they must panic, and that nothing is changed then; in both kinds of builds.
#[test]
fn checks_that_must_panic() {
    let source = "#![cfg(glassbox)]
        use glassbox::{Structure, Val};
        #[derive(Structure, Default)]
        #[glassbox(no_invariant)]
        struct Stack { items: Vec<Val> }
        macro_rules! checks {
            ($($name:ident $setting:tt: |$stack:ident, $at:ident| $body:block)*) => { $(
                #[glassbox::check $setting]
                fn $name($stack: &mut Stack, #[glassbox(values = 0..4)] $at: usize) $body
            )* };
        }
        checks! {
            right(len = 3, must_panic_if = at >= stack.items.len(), must_panic = \"no item at {}\", unchanged): |stack, at| {
                assert!(at < stack.items.len(), \"no item at {at}\");
                stack.items.remove(at);
            }
            right_with_any_message(len = 3, must_panic_if = at >= stack.items.len(), unchanged): |stack, at| {
                stack.items.remove(at);
            }
            right_puts_it_back(len = 3, must_panic_if = at >= stack.items.len(), must_panic, unchanged): |stack, at| {
                if stack.items.len() > 1 {
                    stack.items.swap(0, 1);
                    stack.items.swap(0, 1);
                }
                stack.items.remove(at);
            }
            right_may_change(len = 3, must_panic_if = at >= stack.items.len(), must_panic = \"no item at {}\"): |stack, at| {
                let last = stack.items.pop();
                assert!(at < stack.items.len() + usize::from(last.is_some()), \"no item at {at}\");
                stack.items.extend(last);
                stack.items.remove(at);
            }
            wrong_changes(len = 3, must_panic_if = at >= stack.items.len(), must_panic = \"no item at {}\", unchanged): |stack, at| {
                let last = stack.items.pop();
                assert!(at < stack.items.len() + usize::from(last.is_some()), \"no item at {at}\");
                stack.items.extend(last);
                stack.items.remove(at);
            }
            wrong_returns(len = 3, must_panic_if = at >= stack.items.len(), must_panic): |stack, at| {
                if at < stack.items.len() { stack.items.remove(at); }
            }
            wrong_message(len = 3, must_panic_if = at >= stack.items.len(), must_panic = \"no item at {}\"): |stack, at| {
                assert!(at <= stack.items.len(), \"no item at {at}\");
                stack.items.remove(at);
            }
            wrong_too_often(len = 3, must_panic_if = at > stack.items.len(), must_panic = \"no item at {}\"): |stack, at| {
                assert!(at < stack.items.len(), \"no item at {at}\");
                stack.items.remove(at);
            }
            wrong_is_undefined(len = 3, must_panic_if = at >= stack.items.len(), must_panic): |stack, at| {
                std::hint::black_box(unsafe { stack.items.get_unchecked(at) });
            }
        }";
    let story = Story::library("checks-that-must-panic", "required", source);
    let panics = has_unwinding_std("checks that must panic").then_some("--panics --audit=100");
    for option in ["--audit=100"].into_iter().chain(panics) {
        let ran = story.cargo(&format!("glassbox {option}"));
        assert_eq!(ran.code(), 1, "{}", ran.text());
        for line in ran.stdout().lines().filter(|line| line.contains("] required::")) {
            let expected = if line.contains("::wrong_") { "FAIL" } else { "PASS" };
            assert!(line.trim_start().starts_with(expected), "{option}: {line}\n{}", ran.text());
        }
        assert!(ran.stdout().contains("9 checks: 4 hold, 5 fail"), "{}", ran.text());
    }
}
