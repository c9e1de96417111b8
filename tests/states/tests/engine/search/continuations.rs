//! Runs that cover more than their lookalikes: what they cover, and how many they are.

use glassbox_engine::catalog;
use glassbox_engine::result::{Finding, SearchEnd};
use glassbox_engine::search::{ClassObserver, FirstFinding, Options, Strategy, check};
use glassbox_engine::states::States;
use glassbox_space::{Bdd, BddSet, State};

use super::common::{Sizes, bytes, found};

/// Collects states that fail and states of which nothing is known.
#[derive(Default)]
struct Wrong {
    fail: Vec<BddSet>,
    unknown: Vec<BddSet>,
}

impl ClassObserver<Bdd> for Wrong {
    fn after_run(&mut self, _: &States<Bdd>, _: &State, finding: Option<&Finding>, alike: &BddSet) -> bool {
        self.fail.extend(finding.is_some().then(|| alike.clone()));
        true
    }

    fn is_unknown(&mut self, _: &States<Bdd>, alike: &BddSet) {
        self.unknown.push(alike.clone());
    }

    fn begins_again(&mut self) {
        *self = Self::default();
    }
}

/// Number of runs, and the choices of the states that fail, and of those of which nothing is known.
fn search(states: &mut States<Bdd>, path: &str, options: &Options) -> (u64, [Vec<Vec<u32>>; 2]) {
    let mut wrong = Wrong::default();
    let searched = check(states, path, options, &mut wrong).expect("there is room");
    assert_eq!(searched.covered, searched.transitions, "{path}: {:?}", searched.end);
    let all = states.transitions().expect("there is room");
    let choices = |sets: Vec<BddSet>| {
        let set = states.space.union(sets).and_then(|set| states.space.and(&set, &all)).expect("there is room");
        states.space.iter(&set).map(|state| state.choices().to_vec()).collect()
    };
    (searched.runs, [choices(wrong.fail), choices(wrong.unknown)])
}

/// All checks of the subject, right and wrong, find for each state what its own run finds.
#[test]
fn what_runs_cover_is_what_single_runs_find() {
    let (mut n_runs, mut n_states) = (0, 0);
    for subject in catalog::read(&bytes("traversals")).expect("there are records") {
        let path = &subject.path;
        let mut states = found("traversals", path, &[("height", 3)]);
        let (runs, wrong) = search(&mut states, path, &Options::new(Strategy::Paths));
        let (single_runs, single_wrong) = search(&mut states, path, &Options::new(Strategy::Off));
        assert_eq!(wrong, single_wrong, "{path}");
        assert_eq!(path.contains("::right::"), wrong.iter().all(Vec::is_empty), "{path}");
        assert!(runs <= single_runs, "{path}: {runs} runs for {single_runs} states");
        (n_runs, n_states) = (n_runs + runs, n_states + single_runs);
    }
    assert!(n_runs * 3 < n_states, "{n_runs} runs for {n_states} states");
}

/// Number of runs that a check needs, or that dropping its structures does.
fn runs(package: &str, check_name: &str, drops: bool, bounds: Sizes<'_>) -> u64 {
    let path = format!("{}::{check_name}", package.replace('-', "_"));
    let mut states = found(package, &path, bounds);
    let options = Options { drops, ..Options::new(Strategy::Paths) };
    let searched = check(&mut states, &path, &options, &mut FirstFinding).expect("there is room");
    assert_eq!(searched.end, SearchEnd::Covered, "{path}");
    assert_eq!(searched.covered, searched.transitions, "{path}");
    searched.runs
}

#[test]
fn whole_trees_need_few_runs() {
    let drop_at = |height| runs("red-black-tree", "checks::get", true, &[("gaps", 0), ("height", height)]);
    assert_eq!((1..=7).map(drop_at).collect::<Vec<_>>(), [2, 5, 11, 23, 47, 95, 191]);
    let runs_of = |name: &str, heights: u32| -> Vec<u64> {
        let at = |height| runs("traversals", &format!("right::{name}"), false, &[("height", height)]);
        (1..=heights).map(at).collect()
    };
    assert_eq!(runs_of("ends_on_the_right", 5), [2, 5, 18, 63, 190]);
    assert_eq!(runs_of("equality", 4), [2, 5, 18, 63]);
    assert_eq!(runs_of("heights", 4), [2, 5, 19, 92]);
    assert_eq!(runs_of("drops", 4), [2, 5, 21, 103]);
    // A number in memory is part of a configuration, and so is each part of a stack.
    assert_eq!(runs_of("visits", 4), [2, 5, 25, 262]);
    assert_eq!(runs_of("stacks", 4), [2, 5, 26, 677]);
}
