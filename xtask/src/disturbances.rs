//! What `--panics`, `--hostile` and `--alloc-failures` cost: `cargo xtask disturbances`.
//!
//! Ten subjects are decided without a flag and with each of the three, one check after the other and without kept results. The table has
//! the states of explorations, the runs of checks without disturbances, and seconds. The subjects are right, whatever goes wrong, so all
//! checks hold, or are unknown because a flag does not offer what they do. `--quick` takes two of them.

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
    case("examples/hash-table", "--bound operations=2"),
    case("examples/arena", ""),
];

/// Cases of `--quick`.
const N_QUICK: usize = 2;

/// The flags to compare.
const FLAGS: [&str; 4] = ["", "--panics", "--hostile", "--alloc-failures"];

/// The command's exit status if nothing fails and something is unknown.
const STATUS_UNKNOWN: i32 = 3;

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
    println!(
        "{:22} {:18} {:>6} {:>8} {:>8} {:>7} {:>9}",
        "subject", "flag", "hold", "unknown", "states", "runs", "seconds"
    );
    for case in cases {
        for flag in FLAGS {
            match decided(&binary, case, flag) {
                Ok(Decided { hold, unknown, states, runs, seconds }) => {
                    let name = case.name;
                    println!("{name:22} {flag:18} {hold:>6} {unknown:>8} {states:>8} {runs:>7} {seconds:>9.2}");
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
    hold: usize,
    /// Checks that do what is not offered under the flag.
    unknown: usize,
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
    let verdicts = |name: &str| stdout.lines().filter(|line| line.trim_start().starts_with(name)).collect::<Vec<_>>();
    let (passed, unknown) = (verdicts("PASS ["), verdicts("UNKNOWN [").len());
    let not_offered = stdout.lines().filter(|line| line.contains("not offered: ")).count();
    // With unknown checks alone, the command ends with another status than with failures.
    let is_expected =
        output.status.success() || (output.status.code() == Some(STATUS_UNKNOWN) && unknown == not_offered);
    if !is_expected {
        return Err(format!("{stdout}{stderr}"));
    }
    let sum = |word: &str| passed.iter().filter_map(|line| number_before(line, word)).sum();
    let summary = stdout.lines().find_map(|line| line.strip_prefix("Summary ["));
    let seconds = summary.and_then(|line| line.split_once('s')?.0.trim().parse().ok()).unwrap_or_default();
    Ok(Decided { hold: passed.len(), unknown, states: sum(" states, "), runs: sum(" runs"), seconds })
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
