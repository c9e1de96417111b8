//! Tasks of the repository: `cargo xtask <task>`.
//!
//! `tidy` checks rules that neither rustc nor clippy checks, `imports` shows circles of imports, `miri` runs tests under
//! Miri, `memory` runs the command with little memory, and `disturbances` measures what its flags cost. The other tasks build a package of the workspace with the right
//! profile and run it, so that xtask itself builds quickly.

mod disturbances;
mod imports;
mod memory;
mod miri;
mod syntax;
mod tidy;
mod tree;

use std::process::{Command, ExitCode};

/// A task that runs a binary of the workspace.
struct Task {
    name: &'static str,
    about: &'static str,
    package: &'static str,
    binary: &'static str,
    profile: &'static str,
}

const TASKS: [Task; 19] = [
    Task {
        name: "conformance",
        about: "run the official WebAssembly test suite",
        package: "glassbox-conformance",
        binary: "glassbox-conformance",
        profile: "dev",
    },
    Task {
        name: "fuzz-vm",
        about: "run random modules in the machine and in another engine and compare (--modules N, --seed S)",
        package: "glassbox-fuzz",
        binary: "fuzz-vm",
        profile: "dev",
    },
    Task {
        name: "fuzz-loader",
        about: "load and run mutated modules (--modules N, --seed S)",
        package: "glassbox-fuzz",
        binary: "fuzz-loader",
        profile: "dev",
    },
    Task {
        name: "fuzz-texts",
        about: "read damaged replay texts, locks, settings, cache entries and saved sets (--inputs N, --seed S)",
        package: "glassbox-fuzz",
        binary: "fuzz-texts",
        profile: "dev",
    },
    Task {
        name: "lookalikes",
        about: "compare sets of lookalikes with a run of every state (--programs N, --seed S)",
        package: "glassbox-fuzz",
        binary: "lookalikes",
        profile: "dev",
    },
    Task {
        name: "states",
        about: "count the valid states of all subjects (--subject NAME, --most N, --draw N)",
        package: "glassbox-states",
        binary: "glassbox-states",
        profile: "dev",
    },
    Task {
        name: "soundness",
        about: "compare the search with a full check of every state (--quick, --broken, --json)",
        package: "glassbox-states",
        binary: "soundness",
        profile: "dev",
    },
    Task {
        name: "round-trip",
        about: "lay out all states of the subjects and read them back; damage laid states at random (--quick, --seed N)",
        package: "glassbox-states",
        binary: "round-trip",
        profile: "dev",
    },
    Task {
        name: "paper",
        about: "count the runs that checks of the subjects need (--subject NAME, --most N, --full, --compare, --json)",
        package: "glassbox-states",
        binary: "paper",
        profile: "release",
    },
    Task {
        name: "limit",
        about: "compare searches with their runs and sets alone (--quick, --subject NAME, --most N)",
        package: "glassbox-benches",
        binary: "limit",
        profile: "release",
    },
    Task {
        name: "explorations",
        about: "measure explorations, compared with Java PathFinder, and keys compared with numbers (--quick, --json)",
        package: "glassbox-states",
        binary: "explorations",
        profile: "release",
    },
    Task {
        name: "fixpoints",
        about: "compare explorations of any number of operations with others that merge fewer states (--quick)",
        package: "glassbox-states",
        binary: "fixpoints",
        profile: "dev",
    },
    Task {
        name: "corpus",
        about: "find known bugs of published crates (--only NAME, --versions buggy|fixed, --json); downloads crates",
        package: "glassbox-corpus",
        binary: "glassbox-corpus",
        profile: "dev",
    },
    Task {
        name: "survey",
        about: "write and run explorations of popular crates, or of those in a list (--list FILE, --only NAME); downloads crates",
        package: "glassbox-survey",
        binary: "glassbox-survey",
        profile: "dev",
    },
    Task {
        name: "families",
        about: "check families of structures with planted bugs, and what `init` writes for them alone (--only NAME, --described)",
        package: "glassbox-survey",
        binary: "glassbox-families",
        profile: "dev",
    },
    Task {
        name: "wrong-pass",
        about: "decide mutants of the subjects by checks, explorations and natively (--subject NAME, --part I/N, --out FILE)",
        package: "glassbox-wrong-pass",
        binary: "glassbox-wrong-pass",
        profile: "dev",
    },
    Task {
        name: "compare",
        about: "look for the same bugs with glassbox and other tools (--only TEXT, --tool NAME, --quick, --out FILE); downloads crates",
        package: "glassbox-compare",
        binary: "glassbox-compare",
        profile: "dev",
    },
    Task {
        name: "counts",
        about: "count the instructions of some works under Valgrind, and compare them with recorded ones (--write, --only NAME)",
        package: "glassbox-benches",
        binary: "counts",
        profile: "dev",
    },
    Task {
        name: "bench",
        about: "measure the machine, compared with wasmi (--quick)",
        package: "glassbox-benches",
        binary: "glassbox-benches",
        profile: "release",
    },
];

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    if name == "tidy" && rest.is_empty() {
        return tidy::run();
    }
    if name == "imports" {
        return imports::run(&rest);
    }
    if name == "disturbances" {
        return disturbances::run(&rest);
    }
    if name == "memory" {
        return memory::run(&rest);
    }
    if name == "miri" && rest.is_empty() {
        return miri::run();
    }
    match TASKS.iter().find(|task| task.name == name) {
        Some(task) => run(task, &rest),
        None => usage(),
    }
}

/// Builds and runs the binary of a task. `--features` goes to cargo, all other arguments to the binary.
fn run(task: &Task, args: &[String]) -> ExitCode {
    let (for_cargo, for_binary): (Vec<&String>, Vec<&String>) =
        args.iter().partition(|arg| arg.starts_with("--features="));
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["run", "--quiet", "--profile", task.profile, "--package", task.package, "--bin", task.binary]);
    let status = command.args(for_cargo).arg("--").args(for_binary).status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: could not run cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: cargo xtask <task>\n");
    eprintln!("  {:12} check rules about the repository", "tidy");
    eprintln!("  {:12} measure what --panics and its like cost on ten subjects ([--quick])", "disturbances");
    eprintln!("  {:12} decide twenty subjects with a gigabyte of memory ([--quick])", "memory");
    eprintln!("  {:12} run tests of unsafe code under Miri", "miri");
    eprintln!("  {:12} show circles of imports ([--as-written] [PACKAGE..])", "imports");
    for task in &TASKS {
        eprintln!("  {:12} {}", task.name, task.about);
    }
    ExitCode::from(2)
}
