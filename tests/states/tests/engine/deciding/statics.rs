//! Statics across the checks of a module: what a check reads that other calls change.

use glassbox_engine::decide::{Decider, decide};
use glassbox_engine::observer::{Event, Observer, Phase, Unobserved};
use glassbox_engine::result::{Assumption, Bounds, Reason, Verdict};
use glassbox_engine::search::Options;

use super::common::{Package, usual};

/// Checks of `hidden-counter`, and whether they hold.
const CHECKS: [(&str, bool); 17] = [
    ("toggle_but_every_third_time", false),
    ("toggle_but_every_third_time_from_seven", false),
    ("toggle_but_every_third_time_of_a_thread", false),
    ("push_but_every_third_time", false),
    ("fill_what_leaks_later", false),
    ("toggle_but_not_always_on_the_heap", false),
    ("switch_as_last_time", false),
    ("toggle_unless_forbidden", false),
    ("switch_by_count", false),
    ("toggle_and_tell_nobody", true),
    ("toggle_below", true),
    ("toggle_if_allowed", true),
    ("toggle_by_way_of_a_static", true),
    ("toggle_by_table", true),
    ("toggle_and_count", true),
    ("toggle_and_print", true),
    ("toggle_also_if_forbidden", true),
];

#[test]
fn checks_that_depend_on_earlier_calls_are_unknown_whoever_is_asked_first() {
    let package = Package::new("hidden-counter");
    let decider = Decider::default();
    let (bounds, options, two_jobs) = (Bounds::none(), usual(), Options { jobs: 2, ..usual() });
    for (check, holds) in CHECKS {
        let subject = package.subject(&format!("hidden_counter::{check}"));
        let alone = decide(&package.request(subject, &bounds, &options), &mut Unobserved).expect("it is decided");
        match alone.verdict() {
            Verdict::Holds => assert!(holds, "{check}"),
            Verdict::Unknown(reasons) => {
                assert!(!holds && matches!(reasons[..], [Reason::HiddenState(_)]), "{check}: {reasons:?}");
            }
            Verdict::Fails(failure) => panic!("{check}: {failure:?}"),
        }
        let request = package.request(subject, &bounds, &two_jobs);
        let after_others = decider.decide(&request, &mut Unobserved).expect("it is decided");
        assert_eq!(after_others.verdict(), alone.verdict(), "{check}");
        assert_eq!(after_others.assumptions(), alone.assumptions(), "{check}");
    }
}

/// Counts how often states are computed, of any check.
#[derive(Default)]
struct Searches(u32);

impl Observer for Searches {
    fn on_event(&mut self, event: &Event<'_>) {
        self.0 += u32::from(matches!(event, Event::PhaseBegan { phase: Phase::FindingStates, .. }));
    }

    fn wants_phases(&self) -> bool {
        true
    }
}

/// Runs of the gap buffer read text that is a constant. Visits of nodes with links ask for lists that the plan has left.
#[test]
fn who_reads_constants_alone_does_not_ask_what_others_change() {
    let searches = |package: &str, path: &str| {
        let (package, mut searches) = (Package::new(package), Searches::default());
        package.decide(package.subject(path), &Bounds::from_iter([("len", 1), ("height", 1)]), &mut searches);
        searches.0
    };
    for (package, path) in
        [("gap-buffer", "gap_buffer::insert_only"), ("red-black-tree", "red_black_tree::checks::get")]
    {
        let alone = searches(package, path);
        assert!(alone <= 6, "{path}: its own steps, drops, and states that are reached: {alone}");
    }
    let with_others = searches("hidden-counter", "hidden_counter::toggle_if_allowed");
    assert!(with_others > 10, "{with_others}");
}

#[test]
fn a_hasher_of_std_has_one_seed() {
    let package = Package::new("hidden-counter");
    let (bounds, options) = (Bounds::none(), usual());
    for (check, has_one) in [("toggle_and_print", true), ("toggle_by_table", false)] {
        let subject = package.subject(&format!("hidden_counter::{check}"));
        let outcome = decide(&package.request(subject, &bounds, &options), &mut Unobserved).expect("it is decided");
        assert_eq!(outcome.assumptions().contains(&Assumption::OneSeed), has_one, "{check}");
    }
}
