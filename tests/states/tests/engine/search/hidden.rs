//! Hidden state: memory outside the structures that one run writes and another reads.

use glassbox_engine::result::SearchEnd;
use glassbox_engine::search::{Options, Strategy};
use glassbox_vm::backtrace::Symbols;

use super::common::{CASES, bytes, checks, module, searched};

/// Strategies and numbers of jobs that must all find it.
fn ways() -> Vec<Options> {
    let mut ways = Vec::new();
    for strategy in Strategy::ALL {
        ways.extend([1, 2].map(|jobs| Options { jobs, ..Options::new(strategy) }));
    }
    ways
}

#[test]
fn what_the_next_run_reads_is_hidden_state() {
    for check in [
        "toggle_but_every_third_time",
        "toggle_but_every_third_time_from_seven",
        "toggle_but_every_third_time_of_a_thread",
        "push_but_every_third_time",
        "toggle_but_not_always_on_the_heap",
        "switch_as_last_time",
    ] {
        let path = format!("hidden_counter::{check}");
        let mut all = Vec::new();
        for options in ways() {
            let searched = searched("hidden-counter", &path, &[], &options);
            let hidden = searched.hidden.expect("it is named");
            assert_eq!(searched.end, SearchEnd::Covered, "{path}");
            assert!(!hidden.range.is_empty() && hidden.range.len() <= 4, "{hidden:?}");
            assert!(hidden.function.is_some(), "{path}: {hidden:?}");
            all.push(hidden);
        }
        assert!(all.iter().all(|hidden| *hidden == all[0]), "{path}: {all:?}");
        // The line, for those who have the file.
        let (module, bytes) = (module("hidden-counter"), bytes("hidden-counter"));
        let frames = Symbols::new(&module, &bytes).trace(&all[0].trace);
        let ours = |file: &str| file.ends_with("hidden-counter/src/lib.rs");
        assert!(
            frames.iter().any(|frame| frame.location.as_ref().is_some_and(|location| ours(&location.file))),
            "{path}: {frames:#?}"
        );
    }
}

#[test]
fn what_nobody_reads_is_none() {
    for check in ["toggle_and_tell_nobody", "toggle_below", "toggle_if_allowed", "toggle_by_way_of_a_static"] {
        let path = format!("hidden_counter::{check}");
        for options in ways() {
            let searched = searched("hidden-counter", &path, &[], &options);
            assert_eq!(searched.end, SearchEnd::Covered, "{path}");
            assert_eq!(searched.hidden, None);
        }
    }
}

/// No other subject has hidden state, and none needs precautions without reason.
#[test]
fn other_subjects_have_none() {
    for (package, of) in CASES {
        for path in checks(package) {
            let searched = searched(package, &path, of, &Options::new(Strategy::Paths));
            assert_eq!(searched.hidden, None, "{path}");
        }
    }
}
