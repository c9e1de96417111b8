//! Audits find bugs in glassbox and checks that depend on addresses, and nothing else.

use glassbox_engine::audit::Audit;
use glassbox_engine::result::{Mistake, Reason, SearchEnd};
use glassbox_engine::rules::{Rule, Rules};
use glassbox_engine::search::{Options, Strategy, check};

use super::common::{CASES, Failing, checks, found, reason, searched};

fn audited(percent: u32) -> Options {
    Options { audit: Some(Audit::percent(percent)), ..Options::new(Strategy::Paths) }
}

/// Every class of every subject, in two layouts.
#[test]
fn nothing_is_wrong_with_the_subjects() {
    for (package, of) in CASES {
        for path in checks(package) {
            let without = searched(package, &path, of, &Options::new(Strategy::Paths));
            let with = searched(package, &path, of, &audited(100));
            assert_eq!((&with.end, with.runs), (&without.end, without.runs), "{path}");
            assert!(with.audited >= with.runs && with.audited <= 2 * with.runs, "{path}: {}", with.audited);
            assert_eq!(without.audited, 0);
        }
    }
}

/// The audited sample does not depend on strategy and jobs.
#[test]
fn jobs_and_strategies_audit_the_same() {
    let path = "red_black_tree::checks::remove";
    let of = [("height", 3)];
    let alone = searched("red-black-tree", path, &of, &audited(30));
    assert!(alone.audited > 0 && alone.audited < alone.runs, "{} of {}", alone.audited, alone.runs);
    for (jobs, strategy) in [(2, Strategy::Paths), (3, Strategy::Paths), (1, Strategy::Tree), (2, Strategy::Tree)] {
        let options = Options { jobs, strategy, ..audited(30) };
        assert_eq!(searched("red-black-tree", path, &of, &options).audited, alone.audited, "{jobs} {strategy:?}");
    }
}

/// Audits find a judge without one of its rules, and sets of lookalikes that are too large.
#[test]
fn mistakes_are_found() {
    let path = "scribbled_tree::scribble";
    for rule in [Rule::Parents, Rule::Leaks, Rule::JudgingDecides] {
        let mut states = found("scribbled-tree", path, &[("height", 2)]);
        let mut failing = Failing::new(&states);
        let options = Options { rules: Rules::without(rule), ..audited(100) };
        let searched = check(&mut states, path, &options, &mut failing).expect("there is room");
        let reason = reason(&searched.end);
        assert!(matches!(reason, Reason::Mistake(Mistake::Audit { .. })), "{rule:?}: {reason:?}");
    }
}

#[test]
fn what_depends_on_addresses_is_unknown() {
    for check in ["set_first", "set_left_if_first", "replace_by_something_behind"] {
        let path = format!("address_order::{check}");
        let one_layout = Options { rules: Rules::without(Rule::Layouts), ..Options::new(Strategy::Paths) };
        let without = searched("address-order", &path, &[], &one_layout);
        assert_eq!(without.end, SearchEnd::Covered, "{path}: one layout does not show it");
        let audited = Options { rules: Rules::without(Rule::Layouts), ..audited(100) };
        for options in [Options::new(Strategy::Paths), audited] {
            let with = searched("address-order", &path, &[], &options);
            let reason = reason(&with.end);
            assert!(matches!(reason, Reason::DependsOnAddresses(_)), "{path}: {reason:?}");
        }
    }
    for check in ["set_if_different", "set_if_aligned"] {
        let path = format!("address_order::{check}");
        assert_eq!(searched("address-order", &path, &[], &audited(100)).end, SearchEnd::Covered, "{path}");
    }
}
