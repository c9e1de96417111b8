//! A checker without one of its rules is noticed: for each rule there is a planted bug that it catches, and that passes if the
//! rule is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glassbox_engine::oracle::Damaged;
use glassbox_engine::result::Bounds;
use glassbox_engine::rules::{Rule, RuleScope, Rules};
use glassbox_engine::search::{Options, Strategy};
use glassbox_states::{
    Builder, CASES, EXPLORATIONS, GATES, Gate, Question, Random, RoundTrips, module, structures, verdict,
};
use glassbox_vm::module::Module;

/// Rules of the local judge, and a check that shows each; all others are shown by `cargo xtask soundness --broken`, which looks
/// for a check that does.
const JUDGED: [(Rule, &str, &str); 6] = [
    (Rule::ListedContents, "oddities", "oddities::change_one_copy"),
    (Rule::Parts, "oddities", "oddities::break_seal"),
    (Rule::Owners, "oddities", "oddities::share_buffer"),
    (Rule::Aliases, "oddities", "oddities::drop_first"),
    (Rule::Pairs, "oddities", "oddities::exchange_values"),
    (Rule::SummaryBytes, "oddities", "oddities::make_last_heavier"),
];

#[test]
fn rules_of_the_local_judge_are_needed() {
    for (rule, package, path) in JUDGED {
        assert_eq!(rule.scope(), RuleScope::Judge);
        let module = Arc::new(Module::load(&module(package, None).expect("it builds")).expect("it loads"));
        let question = Question { module, path: path.to_owned(), bounds: Bounds::none(), most: 10_000 };
        let oracle = question.oracle().expect("there are states");
        let compare = |rules| {
            let options = Options { rules, ..Options::new(Strategy::Paths) };
            question.compare(&options, &oracle).expect("there is an answer")
        };
        let with = compare(Rules::default());
        assert!(with.failing > 0 && with.disagreements == 0, "{rule:?}: {with:?}");
        let without = compare(Rules::without(rule));
        assert!(without.failing < with.failing && without.disagreements > 0, "{rule:?}: {without:?}");
    }
}

/// Rules about links, which the one about owners covers, and a check that shows each.
const COVERED: [(Rule, &str); 3] = [
    (Rule::NoDanglingLinks, "scribbled_tree::bare::release"),
    (Rule::NoTwoLinks, "scribbled_tree::bare::relink"),
    (Rule::SkeletonParentStillLinks, "scribbled_tree::bare::relink"),
];

#[test]
fn rules_about_links_are_needed_where_owners_are_not_looked_at() {
    let module = Arc::new(Module::load(&module("scribbled-tree", None).expect("it builds")).expect("it loads"));
    for (rule, path) in COVERED {
        let (module, path) = (module.clone(), path.to_owned());
        let question = Question { module, path, bounds: Bounds::from([("height", 2)]), most: 10_000 };
        let oracle = question.oracle().expect("there are states");
        let disagreements = |rules| {
            let options = Options { rules, ..Options::new(Strategy::Paths) };
            question.compare(&options, &oracle).expect("there is an answer").disagreements
        };
        let other = rule.covered_by().expect("another rule covers it");
        let (alone, both) = (Rules::without(other), Rules::without(other).and_without(Some(rule)));
        assert_eq!(disagreements(Rules::default()), 0, "{rule:?}");
        assert!(disagreements(both) > disagreements(alone), "{rule:?}");
    }
}

/// Damages that the full judge misses.
fn missed(package: &str, rules: &Rules) -> u64 {
    let case = CASES.iter().find(|case| case.package == package).expect("it has bounds");
    let mut counts = RoundTrips::default();
    for mut structure in structures(case, &Builder::new(0).expect("there is a folder"), rules).expect("states") {
        structure.damage_some(150, &mut Random::new(1), &mut counts).expect("they can be damaged");
    }
    assert!(counts.n_damages() >= 150);
    counts.of(Damaged::Missed)
}

/// Rules of the full judge, and a subject of which it misses damage without each.
const LAID: [(Rule, &str); 10] = [
    (Rule::LaidLayouts, "doubly-linked-list"),
    (Rule::LaidBlocksLive, "doubly-linked-list"),
    (Rule::LaidOwners, "scribbled-tree"),
    (Rule::LaidBytesDefined, "stack"),
    (Rule::LaidValues, "stack"),
    (Rule::LaidPlaces, "doubly-linked-list"),
    (Rule::LaidKeyOrder, "red-black-tree"),
    (Rule::NoBlockLeft, "doubly-linked-list"),
    (Rule::ReadIsValid, "union-find"),
    (Rule::KnownCapacities, "binary-heap"),
];

#[test]
fn rules_of_the_full_judge_are_needed() {
    let rules = Rule::ALL.iter().filter(|rule| rule.scope() == RuleScope::Oracle);
    assert!(rules.eq(LAID.iter().map(|(rule, _)| rule)), "each rule has a row");
    let packages: BTreeSet<&str> = LAID.iter().map(|(_, package)| *package).collect();
    for package in packages {
        assert_eq!(missed(package, &Rules::default()), 0, "{package}");
    }
    for (rule, package) in LAID {
        assert!(missed(package, &Rules::without(rule)) > 0, "{rule:?}: {package}");
    }
}

#[test]
fn gates_before_a_verdict_are_needed() {
    assert_needed(RuleScope::Verdict, &GATES);
}

#[test]
fn rules_of_explorations_are_needed() {
    assert_needed(RuleScope::Exploration, &EXPLORATIONS);
}

fn assert_needed(scope: RuleScope, gates: &[Gate]) {
    let mut modules = BTreeMap::new();
    let mut wrong = Vec::new();
    for gate in gates {
        let module = modules.entry(gate.package).or_insert_with(|| module(gate.package, None).expect("it builds"));
        let decided = |rules| verdict(module, gate.path, rules).expect("it is decided");
        let verdicts = (decided(Rules::default()), decided(Rules::without(gate.rule)));
        if verdicts != (gate.with, gate.without) {
            wrong.push(format!("{gate:?}: {verdicts:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let is_shown = |rule: &Rule| gates.iter().any(|gate| gate.rule == *rule);
    assert!(Rule::ALL.iter().filter(|rule| rule.scope() == scope).all(is_shown));
}

#[test]
fn the_readme_counts_the_rules() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).expect("it is there");
    let sentence = format!("each of {} rules of the checker is needed", Rule::ALL.len());
    assert!(readme.contains(&sentence), "not in the README: {sentence}");
}
