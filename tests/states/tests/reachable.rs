//! Every state that the operations of a subject reach is among its valid states; and where that is not so, it is seen.

use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox_engine::catalog::{self, CheckKind};
use glassbox_engine::reachable::{Reachable, Subject, inquire};
use glassbox_space::Bdd;
use glassbox_states::{CASES, module};
use glassbox_vm::module::Module;

/// The module of a package, and the paths of its checks.
fn checks(package: &str) -> (Arc<Module>, Vec<String>) {
    let bytes = module(package, None).expect("the subject builds");
    let checks = catalog::read(&bytes).expect("it can be read");
    let functions = checks.into_iter().filter(|check| check.kind == CheckKind::Function);
    (Arc::new(Module::load(&bytes).expect("the module loads")), functions.map(|check| check.path).collect())
}

/// What comes of each structure of a package, with the check that it was asked for.
fn reached(package: &str) -> Vec<(String, Reachable)> {
    let (module, paths) = checks(package);
    let mut known: Vec<Subject> = Vec::new();
    let mut all = Vec::new();
    for path in paths {
        let inquiry = inquire(&module, &path, &BTreeMap::new()).expect("its states can be laid out");
        let Some(inquiry) = inquiry.filter(|inquiry| !known.contains(inquiry.subject())) else { continue };
        known.push(inquiry.subject().clone());
        all.push((path, inquiry.answer(Bdd::default(), &|| true).expect("it can be answered")));
    }
    all
}

/// Subjects that are wrong on purpose begin nowhere: their structures are not `Default`.
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
                Reachable::NotTried(why) => assert!(case.is_wrong, "{path}: {why}"),
                Reachable::Outside(outsider) => panic!("{path}: {outsider}"),
            }
        }
        assert!(case.is_wrong || n_contained > 0, "{}", case.package);
    }
}

#[track_caller]
fn is_outside(check: &str, bounds: &[(&str, u32)], expect: &str) {
    let (module, _) = checks("outsiders");
    let bounds = bounds.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let inquiry = inquire(&module, &format!("outsiders::{check}"), &bounds).expect("its states can be laid out");
    let inquiry = inquiry.expect("it is about one structure");
    match inquiry.answer(Bdd::default(), &|| true).expect("it can be answered") {
        Reachable::Outside(outsider) => {
            let text = outsider.to_string();
            assert!(
                text.starts_with(&format!("operations reach a state that is not among the valid ones: {expect}")),
                "{text}"
            );
        }
        other => panic!("{check}: {other:?}"),
    }
}

#[test]
fn a_too_strong_invariant_is_seen() {
    is_outside(
        "too_strong::push",
        &[],
        "the invariant does not hold there (there is no item)\n    let mut subject = List::default();",
    );
}

/// One check says how the structure begins, and the others hear of it.
#[test]
fn a_structure_begins_with_what_a_check_names() {
    for check in ["look", "down"] {
        is_outside(
            &format!("begins_elsewhere::{check}"),
            &[],
            "the invariant does not hold there (the count is 2)\n    \
             let mut subject = Counter::from(3);\n    down(&mut subject);",
        );
    }
}

#[test]
fn a_wrong_rank_is_seen() {
    is_outside(
        "wrong_rank::contains",
        &[],
        "the key in `tree.root.key` is not less than the one in `tree.root.left.key`, as `sorted` says\n    \
         let mut subject = Tree::default();\n    insert(&mut subject, Key#2);\n    insert(&mut subject, Key#1);",
    );
}

#[test]
fn a_missing_capacity_is_seen() {
    is_outside("no_buffer::push", &[("capacity", 1)], "`stack.items` is a vector of 0 with room for 0");
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
        inquire(&module, &format!("outsiders::{check}"), &BTreeMap::new()).expect("its states can be laid out");
    let answer = inquiry.expect("it is about one structure").answer(Bdd::default(), &|| true).expect("an answer");
    assert!(matches!(answer, Reachable::Contained { is_complete: true, .. }), "{answer:?}");
}

#[test]
fn a_hidden_static_is_seen() {
    is_outside("hidden_static::look", &[], "hidden state: memory at");
}

#[test]
fn a_missing_value_is_seen() {
    is_outside("missing_value::look", &[], "`switch.setting` is 7, and no state of the space has that there (0, 1)");
}
