//! Every state that the operations of a subject reach is among its valid states; and where one is not, the comparison
//! finds it.

use std::sync::Arc;

use glassbox_engine::catalog;
use glassbox_engine::reachable::{Effort, Found, Reachable, ReachedStates, StructureKey, inquire};
use glassbox_engine::result::{Bounds, BrokenMemory, Call, Finding, OutsideCause};
use glassbox_states::{CASES, module};
use glassbox_vm::module::Module;

/// The module of a package, and the paths of its checks.
fn checks(package: &str) -> (Arc<Module>, Vec<String>) {
    let bytes = module(package, None).expect("the subject builds");
    let subjects = catalog::read(&bytes).expect("it can be read");
    let checks = subjects.into_iter().filter(|subject| !subject.is_exploration());
    (Arc::new(Module::load(&bytes).expect("the module loads")), checks.map(|check| check.path).collect())
}

/// Result for each structure of a package, with the check that it belongs to.
fn reached(package: &str) -> Vec<(String, Reachable)> {
    let (module, paths) = checks(package);
    let mut known: Vec<StructureKey> = Vec::new();
    let mut all = Vec::new();
    for path in paths {
        let inquiry = inquire(&module, &path, &Bounds::none()).expect("its states can be laid out");
        let Some(inquiry) = inquiry.filter(|inquiry| !known.contains(inquiry.key())) else { continue };
        known.push(inquiry.key().clone());
        all.push((path, inquiry.answer(Effort::Little, &|| true).expect("it can be answered")));
    }
    all
}

/// Subjects that are wrong on purpose have no constructor: their structures are not `Default`. Those of `assumptions` have too few
/// states to tell.
#[test]
fn what_is_reached_is_valid() {
    for case in CASES.iter().filter(|case| !["assumptions", "outsiders"].contains(&case.package)) {
        let mut n_contained = 0;
        for (path, result) in reached(case.package) {
            match result {
                Reachable::Reached(ReachedStates { states, found, .. }) => {
                    assert!(found.is_empty(), "{path}: {found:?}");
                    assert!(states >= 3, "{path}: {states} states");
                    n_contained += 1;
                }
                Reachable::NotTried(why) => assert!(case.is_wrong, "{path}: {why:?}"),
                Reachable::Stopped => panic!("{path}: nothing stops it"),
            }
        }
        assert!(case.is_wrong || n_contained > 0, "{}", case.package);
    }
}

/// What is found in the states that the operations of a check's structure reach: the check whose operation leads there, if it
/// is one, and what is wrong.
#[track_caller]
fn found(check: &str, bounds: &Bounds) -> (Option<String>, Found) {
    let (module, _) = checks("outsiders");
    let inquiry = inquire(&module, &format!("outsiders::{check}"), bounds).expect("its states can be laid out");
    let inquiry = inquiry.expect("it is about one structure");
    match inquiry.answer(Effort::Little, &|| true).expect("it can be answered") {
        Reachable::Reached(reached) => reached.found.into_iter().next().unwrap_or_else(|| panic!("{check}: nothing")),
        other => panic!("{check}: {other:?}"),
    }
}

/// The reason why a check's structure has an outsider, and the statements that lead to it.
#[track_caller]
fn outsider(check: &str, bounds: &Bounds) -> (OutsideCause, Vec<String>) {
    match found(check, bounds).1 {
        Found::Outside(outsider) => (outsider.cause, outsider.history.iter().map(Call::statement).collect()),
        other @ Found::Fails(_) => panic!("{check}: {other:?}"),
    }
}

fn invalid(message: &str) -> OutsideCause {
    OutsideCause::Invalid { message: Some(message.to_owned()) }
}

fn no_such_state(what: &str) -> OutsideCause {
    OutsideCause::NoSuchState { what: what.to_owned() }
}

#[test]
fn a_too_strong_invariant_is_seen() {
    let (cause, history) = outsider("too_strong::push", &Bounds::none());
    assert_eq!(cause, invalid("there is no item"));
    assert_eq!(history, ["let mut subject = List::default();"]);
}

/// One check names the constructor of the structure, and the others use it.
#[test]
fn a_structure_begins_with_what_a_check_names() {
    for check in ["look", "down"] {
        let (by, found) = found(&format!("begins_elsewhere::{check}"), &Bounds::none());
        assert_eq!(by.as_deref(), Some("outsiders::begins_elsewhere::down"));
        let Found::Fails(failure) = found else { panic!("{found:?}") };
        let Finding::InvariantBroken { message, .. } = &failure.finding else { panic!("{failure:?}") };
        assert_eq!(message, "the count is 2");
        let calls: Vec<String> =
            failure.history().expect("it has a history").calls.iter().map(Call::statement).collect();
        assert_eq!(calls, ["let mut subject = Counter::from(3);", "down(&mut subject);"]);
    }
}

/// It is the operation's own check that fails, and the others name it.
#[test]
fn a_wrong_rank_is_seen() {
    let (by, found) = found("wrong_rank::contains", &Bounds::none());
    assert_eq!(by.as_deref(), Some("outsiders::wrong_rank::insert"));
    let Found::Fails(failure) = found else { panic!("{found:?}") };
    let Finding::BrokenState { problem, .. } = &failure.finding else { panic!("{failure:?}") };
    assert_eq!(*problem, BrokenMemory::KeyOrder);
    let calls: Vec<String> = failure.history().expect("it has a history").calls.iter().map(Call::statement).collect();
    let expected =
        ["let mut subject = Tree::default();", "insert(&mut subject, Key#2);", "insert(&mut subject, Key#1);"];
    assert_eq!(calls, expected);
}

#[test]
fn a_missing_capacity_is_seen() {
    let (OutsideCause::NoSuchState { what }, _) = outsider("no_buffer::push", &Bounds::from([("capacity", 1)])) else {
        panic!("there is such a state")
    };
    assert!(what.starts_with("`stack.items` is a vector of 0 with room for 0"), "{what}");
    is_contained("no_buffer::push");
}

#[test]
fn checks_with_other_domains_are_no_operations() {
    is_contained("fewer_values::push");
    is_contained("fewer_values::pop");
}

#[track_caller]
fn is_contained(check: &str) {
    let (module, _) = checks("outsiders");
    let inquiry =
        inquire(&module, &format!("outsiders::{check}"), &Bounds::none()).expect("its states can be laid out");
    let answer = inquiry.expect("it is about one structure").answer(Effort::Little, &|| true).expect("an answer");
    let is_well = |reached: &ReachedStates| reached.is_complete && reached.found.is_empty();
    assert!(matches!(&answer, Reachable::Reached(reached) if is_well(reached)), "{answer:?}");
}

#[test]
fn a_missing_value_is_seen() {
    let (cause, _) = outsider("missing_value::look", &Bounds::none());
    assert_eq!(cause, no_such_state("`switch.setting` is 7, and no state of the space has that there (0, 1)"));
}
