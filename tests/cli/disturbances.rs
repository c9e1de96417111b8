//! `--hostile` and `--alloc-failures`: traits that lie, results that are forgotten, allocations that fail.

use std::fs;

use crate::panics::has_unwinding_std;
use crate::story::{Screen, Story};

/// Fails unless everything passes without the option, and exactly the modules `wrong` fail with it.
fn require_pairs(folder: &str, source: &str, option: &str, n_pairs: usize) -> Screen {
    let story = Story::library(folder, "pairs", source);
    let without = story.cargo("glassbox");
    let both = 2 * n_pairs;
    assert!(without.succeeded().stdout().contains(&format!("{both} checks: {both} hold")), "{}", without.text());
    let with = story.cargo(&format!("glassbox {option}"));
    assert_eq!(with.code(), 1, "{}", with.text());
    for line in with.stdout().lines().filter(|line| line.contains("] pairs::")) {
        let expected = if line.contains("::wrong ") { "FAIL" } else { "PASS" };
        assert!(line.trim_start().starts_with(expected), "{line}\n{}", with.text());
    }
    let summary = format!("{both} checks: {n_pairs} hold, {n_pairs} fail");
    assert!(with.stdout().contains(&summary), "{}", with.text());
    with
}

/// Code that trusts a trait is found, and code that does not is clean.
#[test]
fn traits_that_lie() {
    let ran = require_pairs("lies", include_str!("testdata/lies.rs"), "--hostile", 12);
    assert!(ran.stdout().contains("is a lie\n"), "{}", ran.text());
    assert!(ran.stdout().contains("std::mem::forget("), "{}", ran.text());
    assert!(ran.stdout().contains("few lies of traits"), "{}", ran.text());
}

/// Code that is not ready for a failing allocation is found, and code that is ready is clean.
#[test]
fn allocations_that_fail() {
    let source = include_str!("testdata/failed_allocations.rs");
    let ran = require_pairs("failed-allocations", source, "--alloc-failures", 10);
    assert!(ran.stdout().contains(" // allocation 1 fails\n"), "{}", ran.text());
    assert!(ran.stdout().contains("// allocation 1 fails, allocation 2 fails\n"), "{}", ran.text());
    assert!(ran.stdout().contains("few failed allocations"), "{}", ran.text());
}

/// Fails unless the checks of one module of `testdata/disturbed_checks.rs` hold, and exactly those named `wrong` fail with the option.
fn require_pairs_of_checks(module: &str, option: &str, n_wrong: usize) {
    let source = include_str!("testdata/disturbed_checks.rs");
    let mut parts = source.split("\npub mod ");
    let head = parts.next().unwrap_or_default();
    let part = parts.find(|part| part.starts_with(&format!("{module} {{"))).unwrap();
    let story = Story::library(&format!("disturbed-{module}"), "pairs", &format!("{head}\npub mod {part}"));
    let without = story.cargo("glassbox");
    assert!(!without.succeeded().stdout().contains("UNKNOWN"), "{}", without.text());
    let with = story.cargo(&format!("glassbox {option}"));
    assert_eq!(with.code(), 1, "{}", with.text());
    let mut n_failing = 0;
    for line in with.stdout().lines().filter(|line| line.contains("] pairs::")) {
        let is_wrong = line.contains("::wrong ");
        n_failing += usize::from(is_wrong);
        let expected = if is_wrong { "FAIL" } else { "PASS" };
        assert!(line.trim_start().starts_with(expected), "{line}\n{}", with.text());
    }
    assert_eq!(n_failing, n_wrong, "{}", with.text());
}

#[test]
fn checks_in_which_callbacks_panic() {
    if has_unwinding_std("panics in checks") {
        require_pairs_of_checks("panics", "--panics", 12);
    }
}

#[test]
fn checks_in_which_traits_lie() {
    require_pairs_of_checks("lies", "--hostile", 4);
}

#[test]
fn checks_in_which_allocations_fail() {
    require_pairs_of_checks("failures", "--alloc-failures", 5);
}

/// Collections of std bear lies, also together with panics, and allocations that fail.
#[test]
fn collections_of_std() {
    let story = Story::copy_as("panics-std", "disturbed-std");
    // Each option is a build of its own, and the others take long to compile.
    let modules = ["vec_capacity", "linked_list", "btree_map", "btree_set", "hash_map"];
    let source = include_str!("testdata/panics-std/src/lib.rs");
    let mut parts = source.split("#[glassbox::explore");
    let head = parts.next().unwrap_or_default();
    let parts = parts.filter(|part| modules.iter().any(|name| part.contains(&format!("]\nmod {name} {{"))));
    let needed: Vec<&str> = std::iter::once(head).chain(parts).collect();
    story.write("src/lib.rs", &needed.join("#[glassbox::explore"));
    for options in ["--hostile linked_list btree_map hash_map", "--alloc-failures vec_capacity btree_map linked_list"] {
        let ran = story.cargo(&format!("glassbox {options}"));
        assert!(ran.succeeded().stdout().contains("3 checks: 3 hold"), "{}", ran.text());
    }
    if has_unwinding_std("disturbed") {
        let ran = story.cargo("glassbox --hostile --panics linked_list btree_set");
        assert!(ran.succeeded().stdout().contains("2 checks: 2 hold"), "{}", ran.text());
    }
}

/// Laws are asked as long as nobody has lied, and after allocations that fail.
#[test]
fn laws_are_asked_of_states_that_nobody_disturbs() {
    let source = "#![cfg(glassbox)]
        #[glassbox::explore(operations = 3)]
        mod sorted {
            use glassbox::Key;
            pub fn new() -> Vec<Key> { Vec::new() }
            pub fn insert(keys: &mut Vec<Key>, key: Key) {
                let at = keys.partition_point(|other| *other < key);
                keys.insert(at, key);
            }
            pub fn is_sorted(keys: &Vec<Key>) -> bool { keys.is_sorted() }
        }
        #[glassbox::explore(operations = 3)]
        mod unsorted {
            use glassbox::Key;
            pub fn new() -> Vec<Key> { Vec::new() }
            pub fn push(keys: &mut Vec<Key>, key: Key) { keys.push(key); }
            pub fn is_sorted(keys: &Vec<Key>) -> bool { keys.is_sorted() }
        }
        #[glassbox::explore(operations = 3)]
        mod leaks {
            use glassbox::Val;
            pub fn new() -> Vec<Val> { Vec::new() }
            pub fn push(values: &mut Vec<Val>, value: Val) { values.push(value); }
            pub fn forget(values: &mut Vec<Val>) { values.pop().map(std::mem::forget); }
        }";
    let story = Story::library("undisturbed-laws", "laws", source);
    for option in ["--hostile", "--alloc-failures"] {
        let ran = story.cargo(&format!("glassbox {option}"));
        assert_eq!(ran.code(), 1, "{}", ran.text());
        assert!(ran.stdout().contains("3 checks: 1 holds, 2 fail"), "{}", ran.text());
        assert!(ran.stdout().contains("the law `is_sorted` does not hold"), "{}", ran.text());
        assert!(ran.stdout().contains("is never dropped") || ran.stdout().contains("lost"), "{}", ran.text());
    }
}

/// A callback panics also after a lie: the second call drops a value twice only where the first was lied to.
#[test]
fn a_panic_follows_a_lie() {
    let source = "#![cfg(glassbox)]
        #[glassbox::explore(operations = 4, elements = 2)]
        mod deceived {
            use glassbox::Val;
            #[derive(Default)]
            pub struct Bag { values: Vec<Val>, is_deceived: bool }
            pub fn new() -> Bag { Bag::default() }
            pub fn push(bag: &mut Bag, value: Val) { bag.values.push(value); }
            pub fn extend(bag: &mut Bag, a: Val) {
                let new = glassbox::items([a]);
                bag.is_deceived |= new.len() != 1;
            }
            pub fn clear(bag: &mut Bag) {
                if !bag.is_deceived { return bag.values.clear(); }
                while let Some(value) = bag.values.last() {
                    drop(unsafe { std::ptr::read(value) });
                    unsafe { bag.values.set_len(bag.values.len() - 1) };
                }
            }
        }";
    let story = Story::library("panic-after-lie", "deceived", source);
    story.cargo("glassbox --hostile").succeeded();
    if has_unwinding_std("after a lie") {
        story.cargo("glassbox --panics").succeeded();
        let ran = story.cargo("glassbox --panics --hostile");
        assert_eq!(ran.code(), 1, "{}", ran.text());
        let histories = ran.stdout().matches("is a lie\n").count();
        assert!(histories > 0 && ran.stdout().contains("dropped twice"), "{}", ran.text());
    }
}

/// An operation that a failing allocation keeps from the panic it must end with may return; what panics later is not that panic.
#[test]
fn a_later_panic_is_another_one() {
    let source = "#![cfg(glassbox)]
        #[glassbox::explore(operations = 2)]
        mod later {
            pub struct Answer(bool);
            impl Drop for Answer {
                fn drop(&mut self) { assert!(!self.0, \"no room\") }
            }
            pub fn new() -> Vec<u8> { Vec::new() }
            #[glassbox(must_panic = \"no room\")]
            pub fn push(bytes: &mut Vec<u8>) -> Answer {
                if bytes.try_reserve(1).is_err() { return Answer(true); }
                panic!(\"no room\");
            }
        }";
    let story = Story::library("later-panic", "later", source);
    story.cargo("glassbox").succeeded();
    let ran = story.cargo("glassbox --alloc-failures");
    assert_eq!(ran.code(), 1, "{}", ran.text());
    assert!(ran.stdout().contains("no room") && ran.stdout().contains("allocation 1 fails"), "{}", ran.text());
}

/// What a run in which something goes wrong reads in statics, or leaves there, is not known of the others.
#[test]
fn statics_where_something_goes_wrong() {
    let source = "#![cfg(glassbox)]
        use glassbox::{Structure, Val};
        use std::sync::OnceLock;
        use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
        #[derive(Structure, Default)]
        #[glassbox(no_invariant)]
        pub struct Stack { items: Vec<Val> }
        static IS_FULL: AtomicBool = AtomicBool::new(false);
        /// Leaves more than it does elsewhere.
        #[glassbox::check(len = 1)]
        fn leaves(stack: &mut Stack, value: Val) {
            if stack.items.try_reserve(1).is_err() { return IS_FULL.store(true, Relaxed); }
            stack.items.push(value);
        }
        /// Its own runs never see what `leaves` leaves.
        #[glassbox::check(len = 1)]
        fn relies(stack: &mut Stack) {
            assert!(!IS_FULL.load(Relaxed));
            stack.items.pop();
        }
        static IS_LATER: AtomicBool = AtomicBool::new(false);
        /// The first call is right, and the others are wrong if there is no memory.
        #[glassbox::check(len = 1)]
        fn later(stack: &mut Stack, value: Val) {
            let is_later = IS_LATER.swap(true, Relaxed);
            match stack.items.try_reserve(1) {
                Ok(()) => stack.items.push(value),
                Err(_) if is_later => std::mem::forget(value),
                Err(_) => {}
            }
        }
        fn ticks() -> &'static AtomicU32 {
            static TICKS: OnceLock<Box<AtomicU32>> = OnceLock::new();
            TICKS.get_or_init(Box::default)
        }
        #[glassbox::check(len = 1)]
        fn tick(stack: &mut Stack) {
            ticks().fetch_add(1, Relaxed);
            stack.items.pop();
        }
        /// Only where there is no memory it reads a block that others change.
        #[glassbox::check(len = 1)]
        fn reads(stack: &mut Stack, value: Val) {
            match stack.items.try_reserve(1) {
                Ok(()) => stack.items.push(value),
                Err(_) if ticks().load(Relaxed) > 0 => std::mem::forget(value),
                Err(_) => {}
            }
        }
        #[glassbox::check(len = 1)]
        fn right(stack: &mut Stack, value: Val) {
            if stack.items.try_reserve(1).is_ok() { stack.items.push(value) }
        }";
    let story = Story::library("disturbed-statics", "disturbed_statics", source);
    let with = story.cargo("glassbox --alloc-failures --verbose");
    for (check, verdict) in
        [("leaves", "UNKNOWN"), ("relies", "PASS"), ("later", "UNKNOWN"), ("reads", "UNKNOWN"), ("right", "PASS")]
    {
        let line = with.stdout().lines().find(|line| line.contains(&format!("disturbed_statics::{check} ")));
        assert!(line.is_some_and(|line| line.trim_start().starts_with(verdict)), "{check}: {}", with.text());
    }
    let assumed = "other checks in which something goes wrong leave nothing more in statics";
    assert!(with.stdout().contains(assumed), "{}", with.text());
}

/// A history with a lie or a failing allocation can be replayed, and its test fails natively.
#[test]
fn failures_are_replayed_and_become_tests() {
    let lies = "
        #[cfg(glassbox)]
        #[glassbox::explore(operations = 3)]
        mod trusting {
            use glassbox::Val;
            pub fn new() -> Vec<Val> { Vec::new() }
            pub fn extend(values: &mut Vec<Val>, a: Val, b: Val) {
                let new = glassbox::items([a, b]);
                if new.len() != 2 { unsafe { std::hint::unreachable_unchecked() } }
                values.extend(new);
            }
        }
        #[cfg(glassbox)]
        #[glassbox::explore(operations = 3)]
        mod disordered {
            use glassbox::Key;
            pub fn new() -> Vec<Key> { Vec::new() }
            pub fn insert(keys: &mut Vec<Key>, key: Key) { keys.push(key); }
            pub fn largest(keys: &mut Vec<Key>) {
                let Some(largest) = keys.iter().max() else { return };
                let at = keys.iter().position(|key| key == largest);
                unsafe { at.unwrap_unchecked() };
            }
        }";
    let failures = "
        #[cfg(glassbox)]
        #[glassbox::explore(operations = 3)]
        mod unready {
            use glassbox::Val;
            pub fn new() -> Vec<Val> { Vec::new() }
            pub fn push(values: &mut Vec<Val>, value: Val) {
                if values.try_reserve(1).is_err() {
                    std::mem::forget(value);
                    return;
                }
                values.push(value);
            }
        }";
    for (option, source, n_failing) in [("--hostile", lies, 2), ("--alloc-failures", failures, 1)] {
        let story = Story::library(&format!("emitted{option}"), "emitted", source);
        let ran = story.cargo(&format!("glassbox {option} --emit-tests"));
        assert_eq!(ran.code(), 1, "{}", ran.text());
        let replays: Vec<&str> =
            ran.stdout().lines().filter_map(|line| line.trim().strip_prefix("replay: cargo ")).collect();
        assert_eq!(replays.len(), n_failing, "{}", ran.text());
        for replay in replays {
            assert!(replay.contains(option), "{}", ran.text());
            let replayed = story.cargo(&replay.replace('\'', ""));
            assert_eq!(replayed.code(), 1, "{}", replayed.text());
        }
        let test = story.cargo("test --no-fail-fast");
        let failed = test.text().lines().filter(|line| line.ends_with("... FAILED")).count();
        let aborted = test.text().matches("(signal: ").count();
        assert_eq!(failed + aborted, n_failing, "{}", test.text());
    }
}

/// A state in which something goes wrong can be replayed, and its test fails natively until the check is mended.
#[test]
fn failing_checks_are_replayed_and_become_tests() {
    let source = "
        use glassbox::{Structure, Val};
        #[derive(Structure, Default)]
        #[glassbox(no_invariant)]
        struct Stack { items: Vec<Val> }
        #[glassbox::check(len = 2)]
        fn append(stack: &mut Stack, a: Val, b: Val) {
            let new = glassbox::items([a, b]);
            assert!(LESS || new.len() == 2 || unsafe { std::hint::unreachable_unchecked() });
            stack.items.extend(new);
        }
        #[glassbox::check(len = 2)]
        fn clear(stack: &mut Stack) {
            if LESS { return stack.items.clear(); }
            for item in &stack.items { drop(unsafe { std::ptr::read(item) }); }
            unsafe { stack.items.set_len(0) };
        }
        #[glassbox::check(len = 2, must_panic_if = at >= stack.items.len(), must_panic = \"no item at {}\")]
        fn remove(stack: &mut Stack, #[glassbox(values = 0..3)] at: usize) {
            assert!(LESS && at < stack.items.len(), \"no item at {at}\");
            stack.items.remove(at);
        }
        const LESS: bool = false;
        ";
    for (option, check) in [("--hostile", "append"), ("--panics", "clear"), ("", "remove")] {
        if option == "--panics" && !has_unwinding_std("replays of checks") {
            continue;
        }
        let story = Story::library(&format!("emitted-{check}"), "emitted", source);
        let ran = story.cargo(&format!("glassbox {option} {check} --emit-tests"));
        assert_eq!(ran.code(), 1, "{}", ran.text());
        let replay = ran.stdout().lines().find_map(|line| line.trim().strip_prefix("replay: cargo ")).unwrap();
        let replayed = story.cargo(&replay.replace('\'', ""));
        assert_eq!(replayed.code(), 1, "{}", replayed.text());
        let test = story.cargo("test");
        assert!(test.code() != 0 && test.text().contains("counterexample"), "{}", test.text());
        let mended =
            fs::read_to_string(story.path("src/lib.rs")).unwrap().replace("LESS: bool = false", "LESS: bool = true");
        story.write("src/lib.rs", &mended);
        story.cargo("test").succeeded();
    }
}
