//! Chores of the repository: `cargo xtask <chore>`.
//!
//! Logic that would be too much for a shell script lives here, with tests. `tidy` checks what neither rustc nor
//! clippy look at. The other chores build a crate of the workspace with the right profile and run it, so that
//! xtask itself stays quick to build.

mod imports;
mod syntax;
mod tidy;
mod tree;

use std::process::{Command, ExitCode};

/// A chore that runs a binary of the workspace.
struct Chore {
    name: &'static str,
    about: &'static str,
    package: &'static str,
    binary: &'static str,
    profile: &'static str,
}

const CHORES: [Chore; 10] = [
    Chore {
        name: "conformance",
        about: "run the official WebAssembly test-suite",
        package: "glassbox-conformance",
        binary: "glassbox-conformance",
        profile: "checked",
    },
    Chore {
        name: "fuzz-vm",
        about: "compare random modules with another engine (--modules N, --seed S)",
        package: "glassbox-fuzz",
        binary: "fuzz-vm",
        profile: "checked",
    },
    Chore {
        name: "fuzz-loader",
        about: "load mutated modules (--modules N, --seed S)",
        package: "glassbox-fuzz",
        binary: "fuzz-loader",
        profile: "checked",
    },
    Chore {
        name: "lookalikes",
        about: "compare sets of lookalikes with running every state (--programs N, --seed S)",
        package: "glassbox-fuzz",
        binary: "lookalikes",
        profile: "checked",
    },
    Chore {
        name: "states",
        about: "count the valid states of all subjects (--subject NAME, --most N, --draw N)",
        package: "glassbox-states",
        binary: "glassbox-states",
        profile: "checked",
    },
    Chore {
        name: "soundness",
        about: "compare the search with running every state and looking at everything (--quick, --broken, --json)",
        package: "glassbox-states",
        binary: "soundness",
        profile: "checked",
    },
    Chore {
        name: "paper",
        about: "count the runs that checks of the subjects need (--subject NAME, --most N, --full, --compare, --json)",
        package: "glassbox-states",
        binary: "paper",
        profile: "release",
    },
    Chore {
        name: "explorations",
        about: "measure explorations beside Java PathFinder, and keys beside numbers (--quick, --json)",
        package: "glassbox-states",
        binary: "explorations",
        profile: "release",
    },
    Chore {
        name: "corpus",
        about: "look for real bugs in published crates (--only NAME, --versions buggy|fixed, --json); needs the registry",
        package: "glassbox-corpus",
        binary: "glassbox-corpus",
        profile: "checked",
    },
    Chore {
        name: "bench",
        about: "measure the machine beside wasmi (--quick)",
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
    match CHORES.iter().find(|chore| chore.name == name) {
        Some(chore) => run(chore, &rest),
        None => usage(),
    }
}

/// `--features` goes to cargo, everything else to the binary.
fn run(chore: &Chore, args: &[String]) -> ExitCode {
    let (for_cargo, for_binary): (Vec<&String>, Vec<&String>) =
        args.iter().partition(|arg| arg.starts_with("--features="));
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["run", "--quiet", "--profile", chore.profile, "--package", chore.package, "--bin", chore.binary]);
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
    eprintln!("usage: cargo xtask <chore>\n");
    eprintln!("  {:12} check rules about the repository", "tidy");
    eprintln!("  {:12} show circles of imports ([--as-written] [PACKAGE..])", "imports");
    for chore in &CHORES {
        eprintln!("  {:12} {}", chore.name, chore.about);
    }
    ExitCode::from(2)
}
