//! All programs at three levels of optimisation.

use std::path::Path;

use glassbox_programs::{Programs, build, fail_names, native};
use glassbox_vm::module::Module;
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

/// The linker's symbols are the statics, and its relocations lead to them.
#[test]
fn statics_are_objects() {
    let bytes = module(0);
    let module = std::sync::Arc::new(Module::load(&bytes).expect("rustc's modules load"));
    let objects = module.objects();
    let find = |module: &str, name: &str| {
        let mangled = format!("{}{module}{}{name}", module.len(), name.len());
        let found: Vec<_> = objects.all().iter().filter(|object| object.name.contains(&mangled)).collect();
        assert_eq!(found.len(), 1, "{mangled}: {found:?}");
        found[0]
    };
    let table = find("fail_read_only_copy", "TABLE");
    assert_eq!((table.size, table.is_read_only), (64, true));
    let header = find("fail_read_only_empty_header", "EMPTY");
    assert_eq!((header.size, header.is_read_only), (4, true));
    let counter = find("pass_lazy_cells", "LIMIT");
    assert_eq!((counter.size, counter.is_read_only), (8, false), "in a segment that the linker leaves out");
    for object in [table, header, counter] {
        let at = |address| module.object_at(address).map(|index| &objects.all()[index as usize]);
        assert_eq!(at(object.start), Some(object));
        assert_eq!(at(object.start + object.size - 1), Some(object));
        assert_ne!(at(object.start + object.size), Some(object));
    }
    // Words that the linker calls addresses of an object lead to it, or to its end.
    let programs = Programs::new(bytes, Concrete);
    let pointers = module.static_pointers();
    assert!(pointers.len() > 100, "{}", pointers.len());
    for pointer in pointers {
        let word = programs.memory().get(pointer.at, 4).expect("inside the memory");
        let word = u32::from_le_bytes(word.try_into().expect("four bytes"));
        let object = &objects.all()[pointer.object as usize];
        assert!((object.start..=object.start + object.size).contains(&word), "{pointer:?} is {word:#x}: {object:?}");
    }
    let mut before = 0;
    for object in objects.all() {
        assert!(object.start > before, "{object:?}");
        before = object.start;
    }
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
