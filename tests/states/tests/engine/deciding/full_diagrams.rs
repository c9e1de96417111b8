//! Memory that ends: whenever a diagram may not grow any more, the outcome claims no more than is known.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use glassbox_engine::decide::decide;
use glassbox_engine::observer::Unobserved;
use glassbox_engine::result::{Assumption, Bounds, Outcome, ReasonCode, Verdict};

use super::common::{Package, usual};

/// How often diagrams may still grow.
static LEFT: AtomicUsize = AtomicUsize::new(usize::MAX);

/// The outcome if diagrams may grow only so often; nothing if the states cannot be computed.
fn limited(package: &Package, path: &str, bounds: &Bounds, most: usize) -> Option<Outcome> {
    glassbox_space::ask_before_growing(|_| LEFT.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok());
    LEFT.store(most, SeqCst);
    let options = usual();
    match decide(&package.request(package.subject(path), bounds, &options), &mut Unobserved) {
        Ok(outcome) => Some(outcome),
        Err(error) => {
            assert!(error.to_string().contains("too large"), "{path} with {most}: {error}");
            None
        }
    }
}

/// Lets diagrams grow more and more often, until they are never too small (some 30 limits), and compares what is claimed with the outcome
/// that needed no limit. Returns the number of outcomes without enough memory.
fn all_limits(package: &str, path: &str, bounds: &Bounds) -> usize {
    let package = Package::new(package);
    let whole = limited(&package, path, bounds, usize::MAX).expect("there is memory");
    let needed = usize::MAX - LEFT.load(SeqCst);
    let mut n_unknown = 0;
    for most in (0..needed).step_by(needed.div_ceil(30)) {
        let Some(outcome) = limited(&package, path, bounds, most) else { continue };
        let is_out_of_memory = match outcome.verdict() {
            Verdict::Unknown(reasons) => reasons.iter().any(|reason| reason.code() == ReasonCode::OutOfMemory),
            _ => false,
        };
        n_unknown += usize::from(is_out_of_memory);
        // Small caches only cost time; and whether states of a larger size are judged, the outcome says.
        let is_the_same = outcome.verdict() == whole.verdict() && about_its_size(&outcome) == about_its_size(&whole);
        let fails = |outcome: &Outcome| matches!(outcome.verdict(), Verdict::Fails(_));
        let is_right = is_out_of_memory || is_the_same || fails(&outcome) && fails(&whole);
        assert!(is_right, "{path} with {most} of {needed}: {:?}", (outcome.verdict(), outcome.assumptions()));
    }
    n_unknown
}

fn about_its_size(outcome: &Outcome) -> Vec<&Assumption> {
    let assumptions = outcome.assumptions().iter();
    assumptions.filter(|assumption| !matches!(assumption, Assumption::LargeStatesUnjudged { .. })).collect()
}

#[test]
fn a_check_holds_only_with_enough_memory() {
    let n_unknown =
        all_limits("singly-linked-list", "singly_linked_list::checks::push_back", &Bounds::from([("height", 2)]));
    assert!(n_unknown > 0, "no limit was too small");
}

#[test]
fn states_that_could_not_be_judged_are_not_left_out() {
    for path in ["outsiders::too_strong::push", "outsiders::wrong_rank::contains"] {
        assert!(all_limits("outsiders", path, &Bounds::none()) > 0, "no limit was too small");
    }
}
