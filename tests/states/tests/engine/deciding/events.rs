//! Events that an observer receives, and their order.

use glassbox_engine::decide::decide;
use glassbox_engine::observer::{Event, Observer};
use glassbox_engine::result::{Bounds, Coverage, Outcome, Verdict};
use glassbox_engine::search::Options;
use glassbox_space::BigUint;

use super::common::{Package, usual};

/// An event, without values that are counted on request.
#[derive(Clone, Debug, PartialEq)]
enum Heard {
    Started(String),
    StepStarted(Bounds),
    StatesFound(Bounds, BigUint),
    RunFinished { fails: bool },
    ClassCovered { runs: u64 },
    Deepened(Bounds, u64),
    StateExplored { operations: u32, states: usize, done: usize, of: usize },
    Reached { states: usize },
    Finished(Box<Outcome>),
}

/// Records every event.
#[derive(Default)]
struct Recorder(Vec<Heard>);

impl Observer for Recorder {
    fn on_event(&mut self, event: &Event<'_>) {
        self.0.push(match *event {
            Event::Started { path } => Heard::Started(path.to_owned()),
            Event::StepStarted { bounds } => Heard::StepStarted(bounds.clone()),
            Event::StatesFound { bounds, transitions } => Heard::StatesFound(bounds.clone(), transitions.clone()),
            Event::RunFinished { fails } => Heard::RunFinished { fails },
            Event::ClassCovered { runs, .. } => Heard::ClassCovered { runs },
            Event::Deepened { bounds, runs, .. } => Heard::Deepened(bounds.clone(), runs),
            Event::StateExplored { operations, states, done, of } => {
                Heard::StateExplored { operations, states, done, of }
            }
            Event::Reached { states, .. } => Heard::Reached { states },
            Event::Finished { outcome } => Heard::Finished(Box::new(outcome.clone())),
            Event::PhaseBegan { .. } | Event::PhaseEnded { .. } => unreachable!("nobody wants phases"),
        });
    }
}

/// Decides, and returns all events between the first and the last, which are about the whole.
fn heard(package: &Package, path: &str, bounds: &Bounds, options: &Options) -> (Vec<Heard>, Outcome) {
    let mut recorder = Recorder::default();
    let request = package.request(package.subject(path), bounds, options);
    let outcome = decide(&request, &mut recorder).expect("it can be decided");
    let Recorder(mut events) = recorder;
    assert_eq!(events.pop(), Some(Heard::Finished(Box::new(outcome.clone()))), "{path}");
    assert_eq!(events.first(), Some(&Heard::Started(path.to_owned())));
    events.remove(0);
    let is_whole = |event: &Heard| matches!(event, Heard::Started(_) | Heard::Finished(_));
    assert!(!events.iter().any(is_whole), "{path}: {events:?}");
    (events, outcome)
}

/// For each step: its bounds, its transitions, its runs, and nothing else. Also returns the events behind the last
/// step.
#[track_caller]
fn steps(events: &[Heard]) -> (Vec<(Bounds, BigUint, u64)>, &[Heard]) {
    let mut steps = Vec::new();
    let mut rest = events;
    while let [Heard::StepStarted(bounds), Heard::StatesFound(of, transitions), runs @ ..] = rest {
        assert_eq!(of, bounds);
        let end = runs.iter().position(|event| matches!(event, Heard::Deepened(..))).expect("a step has an end");
        let Heard::Deepened(of, n_runs) = &runs[end] else { unreachable!("it was found") };
        assert_eq!(of, bounds);
        let n_of = |is_it: fn(&Heard) -> bool| runs[..end].iter().filter(|event| is_it(event)).count();
        let n_finished = n_of(|event| matches!(event, Heard::RunFinished { .. }));
        let n_covered = n_of(|event| matches!(event, Heard::ClassCovered { .. }));
        assert_eq!((n_finished, n_finished + n_covered), (n_covered, end), "{:?}", &runs[..end]);
        steps.push((bounds.clone(), transitions.clone(), *n_runs));
        rest = &runs[end + 1..];
    }
    (steps, rest)
}

#[test]
fn checks_tell_of_each_step_in_order() {
    let package = Package::new("red-black-tree");
    let (path, bounds) = ("red_black_tree::checks::remove", Bounds::from([("height", 3)]));
    for jobs in [1, 2, 3] {
        let options = Options { jobs, ..usual() };
        let (events, outcome) = heard(&package, path, &bounds, &options);
        assert_eq!(*outcome.verdict(), Verdict::Holds);
        let (told, rest) = steps(&events);
        let deepened = package.search(package.subject(path), &bounds, &options).steps.into_iter();
        let expected = deepened.map(|step| (step.bounds, step.searched.transitions, step.searched.runs));
        assert_eq!(told, expected.collect::<Vec<_>>(), "{jobs} jobs");
        assert!(matches!(rest, [Heard::Reached { states }] if *states > 3), "{rest:?}");
    }
}

/// One worker reports every run before the next one.
#[test]
fn runs_are_counted_from_one_in_each_step() {
    let package = Package::new("red-black-tree");
    let (events, _) = heard(&package, "red_black_tree::checks::remove", &Bounds::from([("height", 2)]), &usual());
    let mut expected = 1;
    for event in events {
        match event {
            Heard::StepStarted(_) => expected = 1,
            Heard::ClassCovered { runs } => {
                assert_eq!(runs, expected);
                expected += 1;
            }
            Heard::Deepened(_, runs) => assert_eq!(runs, expected - 1),
            _ => {}
        }
    }
}

/// If a run shows that a search needs precautions, the search restarts, and the step is still one step.
#[test]
fn a_search_that_begins_again_is_one_step() {
    let package = Package::new("hidden-counter");
    for jobs in [1, 2] {
        let path = "hidden_counter::toggle_but_every_third_time";
        let (events, outcome) = heard(&package, path, &Bounds::none(), &Options { jobs, ..usual() });
        assert!(matches!(outcome.verdict(), Verdict::Unknown(_)), "{:?}", outcome.verdict());
        let (steps, rest) = steps(&events);
        assert_eq!((steps.len(), rest), (1, &[][..]));
    }
}

/// The last run of a check that fails is the failing one, and no comparison with reachable states follows.
#[test]
fn a_failing_check_tells_of_the_failing_run() {
    let package = Package::new("scribbled-tree");
    let (events, outcome) = heard(&package, "scribbled_tree::scribble", &Bounds::from([("height", 2)]), &usual());
    assert!(matches!(outcome.verdict(), Verdict::Fails(_)), "{:?}", outcome.verdict());
    let (_, rest) = steps(&events);
    assert_eq!(rest, []);
    let runs = events.iter().filter(|event| matches!(event, Heard::RunFinished { .. }));
    assert_eq!(runs.clone().next_back(), Some(&Heard::RunFinished { fails: true }));
    assert_eq!(runs.filter(|event| **event == Heard::RunFinished { fails: true }).count(), 1);
}

#[test]
fn explorations_tell_of_each_state() {
    let package = Package::new("explorations");
    for (path, operations) in [("explorations::black_box::tree_5", 3), ("explorations::careless::panics", 5)] {
        let (events, outcome) = heard(&package, path, &Bounds::from([("operations", operations)]), &usual());
        let Coverage::Exploration(coverage) = outcome.coverage() else { panic!("{path} is an exploration") };
        // The states that operations are run on, level by level.
        let mut expected = coverage.levels.iter().zip(1..);
        let mut level = (0..0, 0, 0);
        for event in &events {
            let Heard::StateExplored { operations, states, done, of } = event else { panic!("{path}: {event:?}") };
            let next = level.0.next().unwrap_or_else(|| {
                let (n_states, operations) = expected.next().expect("there is such a level");
                level = (1..*n_states, operations, *n_states);
                0
            });
            assert_eq!((*done, *operations, *of), (next, level.1, level.2), "{path}");
            assert!(BigUint::from(*states) <= coverage.states, "{path}: {states}");
        }
        let fails = matches!(outcome.verdict(), Verdict::Fails(_));
        assert_eq!(fails, path.contains("careless"), "{:?}", outcome.verdict());
        // If nothing fails, operations were run on all states but those of the last level.
        let n_before: usize = coverage.levels[..coverage.levels.len() - 1].iter().sum();
        assert!(fails || events.len() == n_before, "{path}: {} events", events.len());
    }
}
