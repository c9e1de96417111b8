//! Every state that the operations of a subject reach is among its valid states; and where one is not, the comparison
//! finds it.

use std::sync::Arc;

use glassbox_engine::catalog;
use glassbox_engine::reachable::{Reachable, StructureKey, inquire};
use glassbox_engine::result::{Bounds, Call, OutsideCause};
use glassbox_space::Bdd;
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
        all.push((path, inquiry.answer(Bdd::default(), &|| true).expect("it can be answered")));
    }
    all
}

/// Subjects that are wrong on purpose have no constructor: their structures are not `Default`.
#[test]
fn what_is_reached_is_valid() {
    for case in CASES.iter().filter(|case| case.package != "outsiders") {
        let mut n_contained = 0;
        for (path, result) in reached(case.package) {
            match result {
                Reachable::Contained { states, .. } => {
                    assert!(states > 3, "{path}: {states} states");
                    n_contained += 1;
                }
                Reachable::NotTried(why) => assert!(case.is_wrong, "{path}: {why:?}"),
                Reachable::Outside(outsider) => panic!("{path}: {outsider:?}"),
            }
        }
        assert!(case.is_wrong || n_contained > 0, "{}", case.package);
    }
}

/// The reason why a check's structure has an outsider, and the statements that lead to it.
#[track_caller]
fn outsider(check: &str, bounds: &Bounds) -> (OutsideCause, Vec<String>) {
    let (module, _) = checks("outsiders");
    let inquiry = inquire(&module, &format!("outsiders::{check}"), bounds).expect("its states can be laid out");
    let inquiry = inquiry.expect("it is about one structure");
    match inquiry.answer(Bdd::default(), &|| true).expect("it can be answered") {
        Reachable::Outside(outsider) => (outsider.cause, outsider.history.iter().map(Call::statement).collect()),
        other => panic!("{check}: {other:?}"),
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
        let (cause, history) = outsider(&format!("begins_elsewhere::{check}"), &Bounds::none());
        assert_eq!(cause, invalid("the count is 2"));
        assert_eq!(history, ["let mut subject = Counter::from(3);", "down(&mut subject);"]);
    }
}

#[test]
fn a_wrong_rank_is_seen() {
    let (cause, history) = outsider("wrong_rank::contains", &Bounds::none());
    let expected = "the key in `tree.root.key` is not less than the one in `tree.root.left.key`, as `sorted` says";
    assert_eq!(cause, no_such_state(expected));
    let expected =
        ["let mut subject = Tree::default();", "insert(&mut subject, Key#2);", "insert(&mut subject, Key#1);"];
    assert_eq!(history, expected);
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
    let answer = inquiry.expect("it is about one structure").answer(Bdd::default(), &|| true).expect("an answer");
    assert!(matches!(answer, Reachable::Contained { is_complete: true, .. }), "{answer:?}");
}

#[test]
fn a_missing_value_is_seen() {
    let (cause, _) = outsider("missing_value::look", &Bounds::none());
    assert_eq!(cause, no_such_state("`switch.setting` is 7, and no state of the space has that there (0, 1)"));
}
