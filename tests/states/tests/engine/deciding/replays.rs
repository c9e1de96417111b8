//! Failures run again from their text, and other texts are refused.

use std::sync::Arc;

use glassbox_engine::catalog::Subject;
use glassbox_engine::explore::{ReplayedHistory, replay_history};
use glassbox_engine::observer::Unobserved;
use glassbox_engine::result::{Bounds, Call, Failure, Finding, Role, Verdict};
use glassbox_engine::search::{Detail, replay};
use glassbox_space::Bdd;

use super::common::{Package, usual};

/// The failure of a check or an exploration, if it fails.
fn failure(package: &Package, subject: &Subject) -> Option<Box<Failure>> {
    match package.decide(subject, &Bounds::none(), &mut Unobserved).verdict() {
        Verdict::Fails(failure) => Some(failure.clone()),
        Verdict::Holds | Verdict::Unknown(_) => None,
    }
}

/// All explorations that fail, in small explorations of one package. The others, of collections of std and of structures
/// that others have explored, are clean: `exploring.rs`.
fn failing_explorations() -> (Package, Vec<(Subject, Box<Failure>)>) {
    let package = Package::new("explorations");
    let is_small = |subject: &&Subject| ["careless", "renaming"].iter().any(|part| subject.path.contains(part));
    let small = package.subjects.iter().filter(is_small);
    let failing: Vec<_> = small.filter_map(|subject| Some((subject.clone(), failure(&package, subject)?))).collect();
    assert_eq!(failing.len(), 27, "23 are careless, and four show that states differ");
    (package, failing)
}

fn replayed(package: &Package, subject: &Subject, text: &str) -> Option<ReplayedHistory> {
    replay_history(&package.module, subject, text).expect("the exploration can begin")
}

#[test]
fn a_failing_history_fails_again() {
    let (package, failing) = failing_explorations();
    for (subject, failure) in failing {
        let path = &subject.path;
        let again = replayed(&package, &subject, &failure.replay).expect("it is a history");
        let finding = again.finding.as_ref().expect("it fails again");
        assert_eq!(finding.code(), failure.finding.code(), "{path}");
        assert_eq!(*finding, failure.finding, "{path}");
        let history = failure.history().expect("explorations fail after a history");
        assert_eq!((&again.calls, &again.before), (&history.calls, &history.before), "{path}");
        // It is a shortest history: the calls before the last do not fail.
        let (before, _) = failure.replay.rsplit_once('/').expect("there are several calls");
        let again = replayed(&package, &subject, before).expect("it is a history");
        assert_eq!(again.finding, None, "{path}");
        // Keys have other names if there are fewer of them.
        let functions = |calls: &[Call]| calls.iter().map(|call| call.function.clone()).collect::<Vec<String>>();
        assert_eq!(functions(&again.calls), functions(&history.calls[..history.calls.len() - 1]), "{path}");
    }
}

/// A text with each of its steps made into another one.
fn with_other_steps<'a>(text: &'a str, other: impl Fn(&str) -> String + 'a) -> impl Iterator<Item = String> + 'a {
    let steps: Vec<&str> = text.split('/').collect();
    (0..steps.len()).map(move |index| {
        let steps = steps.iter().enumerate();
        let steps = steps.map(|(at, step)| if at == index { other(step) } else { (*step).to_owned() });
        steps.collect::<Vec<String>>().join("/")
    })
}

#[test]
fn other_texts_are_no_histories() {
    let (package, failing) = failing_explorations();
    for (subject, failure) in failing {
        let text = &failure.replay;
        let mut wrong: Vec<String> = with_other_steps(text, |_| "no_such_function".to_owned()).collect();
        // No choice is one of so many; and one more choice is too many.
        wrong.extend(with_other_steps(text, |step| format!("{}:9999", step.split(':').next().unwrap_or(step))));
        let one_more = |step: &str| format!("{step}{}0", if step.contains(':') { '.' } else { ':' });
        wrong.extend(with_other_steps(text, one_more));
        let (first, others) = text.split_once('/').expect("there are several calls");
        wrong.push(others.to_owned());
        wrong.push(format!("{first}/{text}"));
        wrong.push(format!("{first}/~/{others}"));
        wrong.extend([String::new(), "/".to_owned(), format!("{text}/")]);
        let last = failure.history().and_then(|history| history.calls.last()).expect("there are several calls");
        // Laws that change something may come before the end; one that stops ends the history anyway.
        let is_law = last.role == Role::Law && !matches!(failure.finding, Finding::Stopped(_));
        if is_law || !matches!(last.role, Role::Operation | Role::Law) {
            wrong.push(format!("{text}/~"));
        }
        for text in wrong {
            assert_eq!(replayed(&package, &subject, &text), None, "{}: {text}", subject.path);
        }
    }
}

/// If code has changed so that an earlier call stops, the replay reports that call.
#[test]
fn a_history_ends_with_the_first_call_that_stops() {
    let package = Package::new("explorations");
    let subject = package.subject("explorations::careless::panics");
    let failure = failure(&package, subject).expect("it fails");
    let again = replayed(&package, subject, &format!("{}/push:0", failure.replay)).expect("it is a history");
    assert_eq!(again.finding, Some(failure.finding.clone()));
    assert_eq!(again.calls, failure.history().expect("explorations fail after a history").calls);
}

/// The same for checks.
#[test]
fn a_failing_state_fails_again() {
    let mut n_failing = 0;
    for package in ["oddities", "scribbled-tree"] {
        let package = Package::new(package);
        for subject in &package.subjects {
            let Some(failure) = failure(&package, subject) else { continue };
            let module = Arc::clone(&package.module);
            let path = &subject.path;
            let again = replay(&module, path, &failure.replay, &usual(), Detail::Result, Bdd::default());
            let again = again.expect("it is a state");
            assert_eq!(again.finding.as_ref(), Some(&failure.finding), "{path}");
            let state = failure.state().expect("checks fail in a state");
            assert_eq!((&again.picture, &again.after), (&state.before, &state.after), "{path}");
            n_failing += 1;
        }
    }
    assert!(n_failing >= 11, "{n_failing}");
}
