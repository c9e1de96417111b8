//! Random sequences of steps that make the same sets in every diagram.

use glassbox_space::{Bdd, BddSet, Diagram, Explicit, ExplicitSet, State};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// The same cases in every run, and no files about failed cases.
pub(crate) fn config(cases: u32) -> Config {
    Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(2006), ..Config::default() }
}

/// A step: makes a set, or adds a variable. Numbers are reduced modulo the number of sets or variables.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    AddVariable(u32),
    /// Two or three variables; if the number is odd, the last of them are in a group inside the group.
    AddGroup([u32; 3], u8),
    Full,
    Empty,
    Literal(usize, u32),
    AtLeast(usize, u32),
    And(usize, usize),
    Or(usize, usize),
    Minus(usize, usize),
    Complement(usize),
    Project(usize, u8),
}

/// A sequence of steps that begins with some variables. Most steps combine sets, so that the last ones are no longer
/// simple.
pub(crate) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let set = any::<usize>;
    let step = prop_oneof![
        1 => (1..=5_u32).prop_map(Step::AddVariable),
        1 => Just(Step::Full),
        1 => Just(Step::Empty),
        10 => (set(), any::<u32>()).prop_map(|(v, c)| Step::Literal(v, c)),
        4 => (set(), any::<u32>()).prop_map(|(v, c)| Step::AtLeast(v, c)),
        5 => (set(), set()).prop_map(|(a, b)| Step::And(a, b)),
        10 => (set(), set()).prop_map(|(a, b)| Step::Or(a, b)),
        5 => (set(), set()).prop_map(|(a, b)| Step::Minus(a, b)),
        2 => set().prop_map(Step::Complement),
        1 => (set(), any::<u8>()).prop_map(|(a, keep)| Step::Project(a, keep)),
    ];
    let variables = proptest::collection::vec((1..=5_u32).prop_map(Step::AddVariable), 1..=4);
    (variables, proptest::collection::vec(step, 1..40)).prop_map(|(variables, steps)| [variables, steps].concat())
}

/// The same, with groups of variables. Explicit diagrams know no groups, so bytes and numbers of nodes differ.
pub(crate) fn steps_with_groups() -> impl Strategy<Value = Vec<Step>> {
    let group = || ([1..=3_u32, 1..=3_u32, 1..=3_u32], any::<u8>()).prop_map(|(n, inner)| Step::AddGroup(n, inner));
    let variable = || (1..=4_u32).prop_map(Step::AddVariable);
    let declared = proptest::collection::vec(prop_oneof![2 => group(), 1 => variable()], 1..=4);
    (declared, steps(), group())
        .prop_map(|(declared, steps, later)| [declared, steps.clone(), vec![later], steps].concat())
}

/// Largest number of states: few enough to list.
const MOST_STATES: u32 = 400;

fn add_group<D: Diagram>(diagram: &mut D, choices: &[u32], inner: u8) {
    diagram.begin_group();
    for (index, &n) in choices.iter().enumerate() {
        if index == 1 && inner % 2 == 1 {
            diagram.begin_group();
        }
        diagram.add_variable(n).unwrap();
    }
    if inner % 2 == 1 {
        diagram.end_group();
    }
    diagram.end_group();
}

/// Runs the steps in a diagram without variables, and returns all sets. The last set has the most steps behind it.
pub(crate) fn make<D: Diagram>(diagram: &mut D, steps: &[Step]) -> Vec<D::Set> {
    let mut sets = vec![diagram.full()];
    for &step in steps {
        if let Step::AddVariable(n) = step {
            let n_states = diagram.choices().iter().product::<u32>() * n;
            if diagram.choices().len() < 5 && n_states <= MOST_STATES {
                diagram.add_variable(n).unwrap();
            }
            continue;
        }
        if let Step::AddGroup(choices, inner) = step {
            let choices = &choices[..2 + usize::from(inner / 2 % 2)];
            let n_states = diagram.choices().iter().chain(choices).product::<u32>();
            if diagram.choices().len() < 6 && n_states <= MOST_STATES {
                add_group(diagram, choices, inner);
            }
            continue;
        }
        if diagram.choices().is_empty() {
            continue;
        }
        let set = make_one(diagram, &sets, step);
        sets.push(set);
    }
    sets
}

fn make_one<D: Diagram>(diagram: &D, sets: &[D::Set], step: Step) -> D::Set {
    let n = diagram.choices().len();
    // One of the last few sets, so that sets build on each other.
    let set = |index: usize| &sets[sets.len() - 1 - index % sets.len().min(6)];
    let made = match step {
        Step::AddVariable(_) | Step::AddGroup(..) => unreachable!("makes no set"),
        Step::Full => Ok(diagram.full()),
        Step::Empty => Ok(diagram.empty()),
        Step::Literal(v, c) => diagram.literal(v % n, c % diagram.choices()[v % n]),
        Step::AtLeast(v, c) => diagram.at_least(v % n, c % (diagram.choices()[v % n] + 1)),
        Step::And(a, b) => diagram.and(set(a), set(b)),
        Step::Or(a, b) => diagram.or(set(a), set(b)),
        Step::Minus(a, b) => diagram.minus(set(a), set(b)),
        Step::Complement(a) => diagram.complement(set(a)),
        Step::Project(a, keep) => {
            let kept: Vec<usize> = (0..n).filter(|v| keep >> v & 1 == 1).collect();
            diagram.project(set(a), &kept)
        }
    };
    made.unwrap()
}

/// All states over these numbers of choices.
pub(crate) fn all_states(choices: &[u32]) -> Vec<State> {
    let mut states = vec![Vec::new()];
    for &n in choices {
        let longer = states.iter().flat_map(|state| (0..n).map(move |c| [&state[..], &[c]].concat()));
        states = longer.collect();
    }
    states.into_iter().map(State::from).collect()
}

/// The sets of all steps, in both diagrams.
pub(crate) struct Pair {
    pub(crate) bdd: Bdd,
    pub(crate) explicit: Explicit,
    pub(crate) sets: Vec<(BddSet, ExplicitSet)>,
}

/// Takes the same steps in both diagrams.
pub(crate) fn pair(steps: &[Step]) -> Pair {
    let (mut bdd, mut explicit) = (Bdd::with_capacity(1 << 14, 1 << 10), Explicit::new());
    let sets = make(&mut bdd, steps).into_iter().zip(make(&mut explicit, steps)).collect();
    Pair { bdd, explicit, sets }
}

impl Pair {
    pub(crate) fn last(&self) -> &(BddSet, ExplicitSet) {
        self.sets.last().expect("at least the full set")
    }

    /// Both have the same members in each set.
    pub(crate) fn agree(&self) -> Result<(), TestCaseError> {
        let Self { bdd, explicit, sets } = self;
        let states = all_states(bdd.choices());
        for (ours, theirs) in sets {
            let contains = |state| (bdd.contains(ours, state), explicit.contains(theirs, state));
            prop_assert!(states.iter().map(contains).all(|(ours, theirs)| ours == theirs));
            prop_assert_eq!(bdd.is_empty(ours), explicit.is_empty(theirs));
            prop_assert_eq!(bdd.count(ours), explicit.count(theirs));
            prop_assert_eq!(bdd.least(ours), explicit.least(theirs));
        }
        Ok(())
    }
}
