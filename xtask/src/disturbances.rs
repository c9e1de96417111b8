//! What `--panics`, `--hostile` and `--alloc-failures` cost: `cargo xtask disturbances`.
//!
//! Ten subjects are decided without a flag and with each of the three, one check after the other and without kept results. The table has
//! the states of explorations, the runs of checks without disturbances, and seconds. All must hold: the subjects are right, whatever goes wrong. `--quick` takes two of them.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Where a subject is, and what is given to the command besides.
struct Case {
    name: &'static str,
    arguments: &'static str,
}

const fn case(name: &'static str, arguments: &'static str) -> Case {
    Case { name, arguments }
}

/// The first [`N_QUICK`] are those of `--quick`. Packages of the workspace, and those in `examples`.
const CASES: [Case; 10] = [
    case("stack", ""),
    case("examples/raw-list", ""),
    case("singly-linked-list", ""),
    case("queue", ""),
    case("binary-heap", ""),
    case("red-black-tree", "--bound height=3"),
    case("avl-tree", "--bound height=3"),
    case("examples/lru-cache", ""),
    case("examples/hash-table", ""),
    case("examples/arena", ""),
];

/// Cases of `--quick`.
const N_QUICK: usize = 2;

/// The flags to compare.
const FLAGS: [&str; 4] = ["", "--panics", "--hostile", "--alloc-failures"];

/// Prints the table.
pub(crate) fn run(args: &[String]) -> ExitCode {
    let cases = match args {
        [] => &CASES[..],
        [flag] if flag == "--quick" => &CASES[..N_QUICK],
        _ => {
            eprintln!("usage: cargo xtask disturbances [--quick]");
            return ExitCode::from(2);
        }
    };
    let Some(binary) = build() else { return ExitCode::FAILURE };
    let mut n_problems = 0;
    println!("{:22} {:18} {:>7} {:>9} {:>8} {:>9}", "subject", "flag", "checks", "states", "runs", "seconds");
    for case in cases {
        for flag in FLAGS {
            match decided(&binary, case, flag) {
                Ok(Decided { checks, states, runs, seconds }) => {
                    println!("{:22} {flag:18} {checks:>7} {states:>9} {runs:>8} {seconds:>9.2}", case.name);
                }
                Err(problem) => {
                    println!("{:22} {flag:18} WRONG\n{problem}", case.name);
                    n_problems += 1;
                }
            }
        }
    }
    println!("disturbances: {} subjects, {n_problems} problems", cases.len());
    if n_problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the command said of a subject.
struct Decided {
    checks: usize,
    /// States of explorations.
    states: u64,
    /// Runs of checks in which nothing goes wrong.
    runs: u64,
    seconds: f64,
}

fn decided(binary: &Path, case: &Case, flag: &str) -> Result<Decided, String> {
    let mut command = Command::new(binary);
    command.args(["glassbox", "-j", "1", "--no-cache", "--color", "never"]);
    if case.name.contains('/') {
        command.args(["--manifest-path", &format!("{}/Cargo.toml", case.name)]);
    } else {
        command.args(["-p", case.name]);
    }
    command.args(case.arguments.split_whitespace()).args(flag.split_whitespace());
    let output = command.output().map_err(|error| error.to_string())?;
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        return Err(format!("{stdout}{stderr}"));
    }
    let passed: Vec<&str> = stdout.lines().filter(|line| line.trim_start().starts_with("PASS [")).collect();
    let sum = |word: &str| passed.iter().filter_map(|line| number_before(line, word)).sum();
    let summary = stdout.lines().find_map(|line| line.strip_prefix("Summary ["));
    let seconds = summary.and_then(|line| line.split_once('s')?.0.trim().parse().ok()).unwrap_or_default();
    Ok(Decided { checks: passed.len(), states: sum(" states, "), runs: sum(" runs"), seconds })
}

/// The number in front of a word.
fn number_before(line: &str, word: &str) -> Option<u64> {
    let before = &line[..line.find(word)?];
    before.rsplit(' ').next()?.parse().ok()
}

/// Builds the command, optimised.
fn build() -> Option<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["build", "--quiet", "--locked", "--release", "--package", "cargo-glassbox"];
    let status = Command::new(cargo).args(arguments).status();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    status.is_ok_and(|status| status.success()).then(|| root.join(target).join("release/cargo-glassbox"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_before_their_words() {
        let line = "PASS [   0.012s] keep::items operations <= 4, elements <= 3, 16 states, 30 transitions";
        assert_eq!(number_before(line, " states, "), Some(16));
        assert_eq!(number_before("PASS [ 1s] a len <= 3, 18 cases covered by 12 runs, all", " runs"), Some(12));
        assert_eq!(number_before(line, " runs"), None);
    }
}
