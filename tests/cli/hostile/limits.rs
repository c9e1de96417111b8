//! Budgets of time and memory, with whatever is running.

use super::{NUMBER, ended};
use crate::story::Story;

/// Explorations and checks that take for ever, each in another part of the search.
const ENDLESS: &str = "
    pub struct Wheels(Vec<u8>);

    // Each state has a kilobyte, so that memory is used up before time.
    #[glassbox::explore(operations = 1000)]
    mod wheels {
        use super::Wheels;
        pub fn new() -> Wheels { Wheels(vec![1; 1000]) }
        pub fn turn(wheels: &mut Wheels) {
            let at = glassbox::choose(12) as usize;
            wheels.0[at] = (wheels.0[at] + 1) % 10;
        }
    }

    #[glassbox::explore(operations = 2)]
    mod choices {
        use super::Wheels;
        pub fn new() -> Wheels { Wheels(vec![0; 4]) }
        pub fn set(wheels: &mut Wheels) {
            let n = glassbox::choose(4_000_000_000).to_le_bytes();
            wheels.0.copy_from_slice(&n);
        }
    }

    #[glassbox::explore(operations = 3)]
    mod constructors {
        use super::Wheels;
        pub fn new() -> Wheels { Wheels(glassbox::choose(4_000_000_000).to_le_bytes().to_vec()) }
        pub fn clear(wheels: &mut Wheels) { wheels.0.clear() }
    }

    #[glassbox::check]
    pub fn computes(number: &mut Number) {
        let mut n = 1_u64;
        while std::hint::black_box(n) != 0 {
            n = n.wrapping_mul(3);
        }
        assert!(number.0 < 3);
    }

    #[glassbox::check]
    pub fn takes(number: &mut Number) {
        let mut bytes = std::hint::black_box(Vec::<u8>::with_capacity(600 << 20));
        bytes.push(number.0);
        assert!(bytes[0] < 3);
    }

    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Bytes {
        bytes: Vec<Number>,
    }

    #[glassbox::check]
    pub fn sums(bytes: &mut Bytes) {
        let sum: usize = bytes.bytes.iter().map(|number| usize::from(number.0)).sum();
        assert!(sum <= 2 * bytes.bytes.len());
    }
";

/// Arguments for each of them, so that it takes for ever.
const CASES: [(&str, &str); 6] = [
    ("wheels", ""),
    ("choices", ""),
    ("constructors", ""),
    ("computes", "--limit steps=1000000000000"),
    ("sums", "--bound len=300"),
    ("sums", "--bound len=20000"),
];

fn endless(name: &str) -> Story {
    let small = "#[glassbox::check] pub fn holds(number: &mut Number) { assert!(number.0 < 3) }";
    let story = Story::library(name, name, &format!("{NUMBER}{small}{ENDLESS}"));
    story.cargo("glassbox list").succeeded();
    // Builds the module.
    story.cargo("glassbox --budget 0s");
    story
}

/// 42 combinations of a subject, a budget and a number of threads.
#[test]
fn whatever_runs_ends_with_its_budget() {
    let story = endless("hostile-time");
    for (name, args) in CASES {
        for (budget, jobs) in [(1_u32, 1), (100, 2), (300, 1), (300, 2), (700, 2), (1000, 1), (1500, 2)] {
            let args = format!("glassbox {name} {args} --budget {budget}ms -j {jobs}");
            let screen = ended(&story, &mut story.command(&args));
            assert_eq!(screen.code(), 3, "{args}: {}", screen.text());
            assert!(screen.stdout().contains("UNKNOWN"), "{args}: {}", screen.text());
            // Cargo may have to wait for the builds of other tests, so the whole time says little.
            let took = screen.seconds();
            assert!(took < f64::from(budget) / 1000.0 + 1.0, "{args} took {took} s: {}", screen.text());
        }
    }
}

/// A check that needs too much memory is stopped; the others have their verdicts.
#[test]
fn memory_that_is_used_up_stops_the_largest_check() {
    let story = endless("hostile-memory");
    for (memory, jobs) in [("64MiB", 1), ("100MiB", 2), ("200MiB", 1)] {
        let args = format!("glassbox holds wheels --memory {memory} -j {jobs} --budget 120s");
        let screen = ended(&story, &mut story.command(&args));
        assert_eq!(screen.code(), 3, "{args}: {}", screen.text());
        assert!(screen.stdout().contains("explain out-of-memory"), "{args}: {}", screen.text());
        assert!(screen.stdout().contains(&memory.replace("MiB", " MiB of memory (`--memory`)")), "{}", screen.text());
    }
}

/// A computer that has no more memory is no reason to lose verdicts: `handle_alloc_error` would end the process.
#[cfg(target_os = "linux")]
#[test]
fn a_computer_without_memory_is_no_reason_to_abort() {
    let story = endless("hostile-computer");
    let binary = env!("CARGO_BIN_EXE_cargo-glassbox");
    for (limit, memory, words) in
        [("ulimit -v 1200000;", "8GiB", "the computer has no more memory"), ("", "900MiB", "900 MiB of memory")]
    {
        for jobs in [1, 2] {
            let line = format!(
                "{limit} exec {binary} glassbox holds takes --limit memory=2GiB --memory {memory} -j {jobs} --budget 60s"
            );
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &line]).current_dir(story.path(".")).envs(
                story.command("").get_envs().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))),
            );
            let screen = ended(&story, &mut shell);
            let text = screen.text();
            assert_eq!(screen.code(), 3, "{line}: {text}");
            assert!(screen.stdout().contains("PASS") && screen.stdout().contains("::holds"), "{line}: {text}");
            assert!(screen.stdout().contains(words), "{line}: {text}");
        }
    }
}
