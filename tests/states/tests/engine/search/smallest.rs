//! A finding comes with the smallest state that shows it.

use glassbox_engine::audit::run_and_judge;
use glassbox_engine::picture::PictureNode;
use glassbox_engine::result::SearchEnd;
use glassbox_engine::search::{FirstFinding, Options, Strategy, check};
use glassbox_engine::states::States;
use glassbox_space::{Bdd, BigUint, State};

use super::common::{Failing, found};

/// Number of nodes that a state has.
fn n_nodes(states: &States<Bdd>, state: &State) -> usize {
    let nodes = &states.skeleton.record().nodes;
    nodes.iter().filter(|node| states.skeleton.holds(&states.space, &node.condition, state)).count()
}

/// Number of nodes in a picture.
fn drawn(nodes: &[PictureNode]) -> usize {
    nodes.iter().map(|node| 1 + drawn(&node.children)).sum()
}

/// Compared with all states that fail like it.
#[test]
fn the_state_of_a_finding_is_the_smallest_of_its_kind() {
    for (package, path, height) in
        [("scribbled-tree", "scribbled_tree::scribble", 2), ("scribbled-tree", "scribbled_tree::scribble", 3)]
    {
        for strategy in [Strategy::Paths, Strategy::Tree, Strategy::Values, Strategy::Off] {
            let mut states = found(package, path, &[("height", height)]);
            let mut failing = Failing::new(&states);
            let mut first = super::common::Both(FirstFinding, &mut failing);
            let searched = check(&mut states, path, &Options::new(strategy), &mut first).expect("there is room");
            let SearchEnd::Failed(failure) = searched.end else { panic!("{:?}", searched.end) };
            let failing_state = failure.state().expect("checks fail in a state");
            let state = &failing_state.state;
            let alike = failing.runs[0].1.clone();
            let members: Vec<State> = states.space.iter(&alike).collect();
            let least = members.iter().map(|state| n_nodes(&states, state)).min();
            assert_eq!(Some(n_nodes(&states, state)), least, "{path} {strategy:?}");
            assert_eq!(failing_state.lookalikes, BigUint::from(members.len()));
            assert!(members.contains(state));
            assert!(run_and_judge(&mut states, state).is_err());
            assert_eq!(failure.replay, states.skeleton.transition(&states.space, state));
            assert_eq!(drawn(&failing_state.before.roots), drawn(&states.picture(state).roots));
        }
    }
}
