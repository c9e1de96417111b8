//! Runs the command on twenty subjects with a gigabyte of memory: `cargo xtask memory`.
//!
//! Each subject is decided twice, with `--memory 1GiB` and with a limit of the system on the address space (`ulimit -v`). Whatever the bounds
//! are, the command must end with a verdict and the right exit code: it must not abort, panic or hang. Some bounds are
//! those of the checks, and all hold; most are so large that time ends the run. Two subjects need most of a gigabyte within seconds: they are also decided
//! with half of one, and must then say that there is no more memory. `--quick` takes five of the subjects.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// A subject to decide.
struct Case {
    package: &'static str,
    /// Further arguments.
    arguments: &'static str,
    /// Seconds for all its checks.
    budget: u64,
    /// Exit code that it must have.
    code: i32,
    /// Whether half a gigabyte is too little for it.
    is_hungry: bool,
}

/// Subjects with bounds of their own, which hold within the budget.
const fn small(package: &'static str) -> Case {
    Case { package, arguments: "", budget: 120, code: 0, is_hungry: false }
}

/// A subject with bounds that are too large for some seconds.
const fn large(package: &'static str, arguments: &'static str) -> Case {
    Case { package, arguments, budget: 3, code: 3, is_hungry: false }
}

/// A subject that needs most of a gigabyte.
const fn hungry(package: &'static str, arguments: &'static str) -> Case {
    Case { is_hungry: true, ..large(package, arguments) }
}

/// The first [`N_QUICK`] are those of `--quick`.
const CASES: [Case; 20] = [
    small("ring-buffer"),
    Case { package: "stack", arguments: BUG, budget: 120, code: 1, is_hungry: false },
    large("avl-tree", "--bound height=9"),
    large("directory-tree", "--bound height=6"),
    hungry("singly-linked-list", "--bound height=3000"),
    small("slab"),
    large("arena-tree", "--bound len=40"),
    large("b-tree", "--bound height=5"),
    large("binary-heap", "--bound len=24"),
    large("doubly-linked-list", "--bound height=200"),
    large("enum-tree", "--bound height=8"),
    large("scribbled-tree", "--bound height=9"),
    large("indexed-heap", "--bound len=40"),
    large("lru-cache", "--bound height=40"),
    large("nary-tree", "--bound height=6 --bound len=4"),
    large("queue", "--bound height=200 --bound len=200"),
    large("red-black-tree", "--bound height=9"),
    hungry("sparse-set", "--bound len=500"),
    large("std-fields", "--bound len=40"),
    large("trie", "--bound height=12"),
];

/// A planted bug of the stack.
const BUG: &str = "--features bug-pop-expects-node";

/// Cases of `--quick`.
const N_QUICK: usize = 5;

/// Seconds that a command may take beyond its budget: for cargo, which looks at the sources, and for the last step.
const GRACE: Duration = Duration::from_mins(1);

/// A limit on the memory of the command.
struct Limit {
    name: &'static str,
    /// What the shell does before it runs the command. Addresses of the program itself and of its stacks count for the system.
    shell: &'static str,
    flag: &'static str,
}

/// A gigabyte.
const GIGABYTE: [Limit; 2] = [
    Limit { name: "--memory 1GiB", shell: "", flag: "--memory 1GiB" },
    Limit { name: "1.3 GB of addresses", shell: "ulimit -v 1300000; ", flag: "--memory 16GiB" },
];

/// Half of one, for those that need more.
const HALF: [Limit; 2] = [
    Limit { name: "--memory 512MiB", shell: "", flag: "--memory 512MiB" },
    Limit { name: "0.7 GB of addresses", shell: "ulimit -v 700000; ", flag: "--memory 16GiB" },
];

/// Seconds in which a hungry subject needs half a gigabyte.
const HUNGRY_BUDGET: u64 = 120;

/// Decides all subjects under all limits.
pub(crate) fn run(args: &[String]) -> ExitCode {
    let cases = match args {
        [] => &CASES[..],
        [flag] if flag == "--quick" => &CASES[..N_QUICK],
        _ => {
            eprintln!("usage: cargo xtask memory [--quick]");
            return ExitCode::from(2);
        }
    };
    let Some(binary) = build() else { return ExitCode::FAILURE };
    let (mut n_runs, mut n_problems) = (0, 0);
    for case in cases {
        // The compiler is not what the limits are about.
        let _ = command(&binary, case, "", "--budget 0s").output();
        let half = HALF.iter().filter(|_| case.is_hungry).map(|limit| (limit, HUNGRY_BUDGET, true));
        for (limit, budget, is_too_little) in GIGABYTE.iter().map(|limit| (limit, case.budget, false)).chain(half) {
            let result = judged(&binary, case, limit, budget, is_too_little);
            n_runs += 1;
            n_problems += usize::from(result.is_err());
            let result = result.unwrap_or_else(|problem| format!("WRONG: {problem}"));
            println!("{:20} {:32} {:20} {result}", case.package, case.arguments, limit.name);
        }
    }
    println!("memory: {} subjects in {n_runs} runs with little memory, {n_problems} problems", cases.len());
    if n_problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a case under a limit. The error says what is wrong.
fn judged(binary: &str, case: &Case, limit: &Limit, budget: u64, is_too_little: bool) -> Result<String, String> {
    let flags = format!("{} --budget {budget}s --no-cache", limit.flag);
    let mut command = command(binary, case, limit.shell, &flags);
    let (code, text) = ended(&mut command, Duration::from_secs(budget) + GRACE)?;
    if code != case.code {
        return Err(format!("exit code {code} instead of {}\n{text}", case.code));
    }
    let is_out = text.contains("explain out-of-memory");
    if is_too_little && !is_out {
        return Err(format!("it does not say that there is no more memory\n{text}"));
    }
    Ok(format!("exit code {code}{}", if is_out { ", out of memory" } else { "" }))
}

/// Builds the command. Returns its path.
fn build() -> Option<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(["build", "--quiet", "--locked", "--package", "cargo-glassbox"]).status();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let path = root.join(target).join("debug/cargo-glassbox").display().to_string();
    status.is_ok_and(|status| status.success()).then_some(path)
}

/// The command on a case, in a shell that sets a limit.
fn command(binary: &str, case: &Case, limit: &str, flags: &str) -> Command {
    let mut command = Command::new("sh");
    let line = format!("{limit}exec '{binary}' glassbox -p {} {} {flags}", case.package, case.arguments);
    command.args(["-c", &line]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The exit code of a command and what it printed; an error if it does not end, is killed by a signal, or panics.
fn ended(command: &mut Command, most: Duration) -> Result<(i32, String), String> {
    let child = command.spawn().map_err(|error| error.to_string())?;
    let id = child.id();
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || send.send(child.wait_with_output()));
    let started = now();
    let Ok(output) = receive.recv_timeout(most) else {
        let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
        return Err(format!("it did not end after {} s", started.elapsed().as_secs()));
    };
    let output = output.map_err(|error| error.to_string())?;
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    match output.status.code() {
        _ if text.contains("panicked at crates") => Err(text),
        Some(code) => Ok((code, text)),
        None => Err(format!("{}\n{text}", output.status)),
    }
}

#[expect(clippy::disallowed_methods, reason = "how long a run may take is no part of its outcome")]
fn now() -> Instant {
    Instant::now()
}
