//! All programs at three levels of optimisation.

use std::path::Path;

use glassbox_programs::{Programs, build, fail_names, native};
use glassbox_vm::track::{Concrete, Sanitizer};

/// Far more than any correct program takes.
const PLENTY: u64 = 2_000_000_000;

/// Enough for a buggy program to reach its bug, little enough to see that one hangs.
const SOME: u64 = 20_000_000;

fn module(opt_level: u8) -> Vec<u8> {
    build(opt_level, Path::new(env!("CARGO_TARGET_TMPDIR")))
}

/// Correct programs return what they return natively, and nothing is reported.
fn correct_programs(opt_level: u8) {
    let mut programs = Programs::new(module(opt_level), Sanitizer::default());
    let mut wrong = Vec::new();
    for (name, run) in native::PASS {
        let outcome = programs.run("pass", name, PLENTY);
        if let Some(kind) = outcome.kind {
            let place = outcome.trace.iter().find(|frame| !frame.is_library()).and_then(|frame| frame.location.clone());
            wrong.push(format!("{name}: {kind}: {} at {place:?}", outcome.message));
        } else if outcome.output != run() {
            wrong.push(format!("{name}: printed {:?}, natively {:?}", outcome.output, run()));
        }
    }
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), native::PASS.len(), wrong.join("\n"));
    assert!(native::PASS.len() >= 40, "there are {} programs", native::PASS.len());
}

/// Buggy programs are stopped for the right reason on the right line.
fn buggy_programs(opt_level: u8) {
    let mut programs = Programs::new(module(opt_level), Sanitizer::default());
    let names = fail_names();
    let wrong: Vec<String> = names.iter().filter_map(|name| programs.judge(name, SOME).err()).collect();
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), names.len(), wrong.join("\n"));
    assert!(names.len() >= 40, "there are {} programs", names.len());
}

#[test]
fn correct_programs_at_opt_level_0() {
    correct_programs(0);
}

#[test]
fn correct_programs_at_opt_level_1() {
    correct_programs(1);
}

#[test]
fn correct_programs_at_opt_level_3() {
    correct_programs(3);
}

#[test]
fn buggy_programs_at_opt_level_0() {
    buggy_programs(0);
}

#[test]
fn buggy_programs_at_opt_level_1() {
    buggy_programs(1);
}

#[test]
fn buggy_programs_at_opt_level_3() {
    buggy_programs(3);
}

/// The plain machine gives the same results: the sanitizer only observes.
#[test]
fn results_do_not_depend_on_the_tracker() {
    let mut programs = Programs::new(module(1), Concrete);
    for (name, run) in native::PASS {
        assert_eq!(programs.run("pass", name, PLENTY).output, run(), "{name}");
    }
}

/// A restored machine is as good as a new one: any order of programs gives the same outputs and steps.
#[test]
fn restoring_leaves_no_trace() {
    let mut programs = Programs::new(module(1), Sanitizer::default());
    let mut run = |name: &str| {
        let outcome = programs.run("pass", name, PLENTY);
        (outcome.output, outcome.steps)
    };
    let forwards: Vec<_> = native::PASS.iter().map(|(name, _)| run(name)).collect();
    let mut backwards: Vec<_> = native::PASS.iter().rev().map(|(name, _)| run(name)).collect();
    backwards.reverse();
    assert!(forwards == backwards);
}
