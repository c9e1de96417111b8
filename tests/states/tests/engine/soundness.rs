//! Compares the search with the oracle, where that is quick.

use std::sync::Arc;

use glassbox_engine::result::{Bounds, Finding, SearchEnd};
use glassbox_engine::search::{FirstFinding, Options, Strategy, check};
use glassbox_engine::states::{States, states};
use glassbox_space::{Bdd, BigUint};
use glassbox_states::{compare, module};
use glassbox_vm::module::Module;

fn found(package: &str, path: &str, bounds: &[(&str, u32)]) -> States<Bdd> {
    let module = Arc::new(Module::load(&module(package, None).expect("it builds")).expect("it loads"));
    let bounds: Bounds = bounds.iter().copied().collect();
    states(&module, path, &bounds, Bdd::with_capacity(1 << 18, 1 << 16)).expect("there are states")
}

/// Whatever code writes anywhere, the local judge finds the same states wrong as the full judge.
#[test]
fn scribbles_are_judged_right() {
    for strategy in [Strategy::Paths, Strategy::Values] {
        let path = "scribbled_tree::scribble";
        let compared =
            compare(&mut found("scribbled-tree", path, &[("height", 2)]), path, strategy).expect("they agree");
        assert_eq!((compared.transitions, compared.failing), (2646, 672));
        assert!(compared.runs < compared.transitions / 4, "{compared:?}");
    }
}

#[test]
fn runs_cover_every_transition_exactly_once() {
    let path = "red_black_tree::checks::remove";
    let mut states = found("red-black-tree", path, &[("height", 3)]);
    let searched = check(&mut states, path, &Options::new(Strategy::Paths), &mut FirstFinding).expect("there is room");
    assert_eq!(searched.end, SearchEnd::Covered);
    assert_eq!((searched.covered, searched.transitions), (BigUint::from(465_u32), BigUint::from(465_u32)));
    let mut states = found("red-black-tree", path, &[("height", 3)]);
    let off = check(&mut states, path, &Options::new(Strategy::Off), &mut FirstFinding).expect("there is room");
    assert_eq!(off.runs, 465);
    assert!(searched.runs <= 69, "more runs than before: {}", searched.runs);
}

#[test]
fn wrong_order_is_seen_without_an_invariant() {
    let path = "scribbled_tree::mirror";
    let mut states = found("scribbled-tree", path, &[("height", 2)]);
    let searched = check(&mut states, path, &Options::new(Strategy::Paths), &mut FirstFinding).expect("there is room");
    let SearchEnd::Failed(failure) = &searched.end else { panic!("{:?}", searched.end) };
    assert!(matches!(failure.finding, Finding::KeyOrder { .. }), "{:?}", failure.finding);
}
