//! Runs checks natively: the same operation on the same state, in ordinary memory, with the structure dropped afterwards, under
//! an allocator that counts.
//!
//! A program is made for each subject: it links to the functions that run its checks natively, and is told states to run them on.
//! What it says has nothing in common with the machine, the terms and the two judges; the states are built by the guest's own
//! code. A native run that fails is a failure; one that does not may have been lucky.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::build::{Builder, repository};

/// How a native run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeEnd {
    /// Nothing is wrong.
    Fine,
    /// There is no such state natively, or too many runs before it have ended the program.
    NotRun,
    /// It failed: a panic, a leak, a wrong free, an endless loop, or the end of the program.
    Failed(String),
}

/// A program that runs the checks of a subject.
#[derive(Debug)]
pub struct Driver {
    program: PathBuf,
}

/// A check whose runs end so many programs is not run any further.
const MOST_PROGRAMS: u32 = 4;

const PROGRAM: &str = include_str!("native_driver.rs.txt");

/// Source of an allocator that knows its live blocks, `COUNTING`, for native programs.
pub const COUNTING_ALLOCATOR: &str = include_str!("counting_allocator.rs.txt");

impl Driver {
    /// Builds the program for these checks of a subject, with a feature of it if one is named.
    pub fn build(builder: &Builder, package: &str, feature: Option<&str>, checks: &[String]) -> Result<Self, String> {
        let name = format!("natively-{package}");
        let (folder, target) = builder.native_folders(&name);
        let declared = |(index, path): (usize, &String)| {
            format!("    #[link_name = \"glassbox:natively:{path}\"]\n    fn check_{index}(state: &&str);\n")
        };
        let declarations: String = checks.iter().enumerate().map(declared).collect();
        let functions: Vec<String> = (0..checks.len()).map(|index| format!("check_{index}")).collect();
        let program = PROGRAM
            .replace("ALLOCATOR", COUNTING_ALLOCATOR)
            .replace("SUBJECT", &package.replace('-', "_"))
            .replace("DECLARATIONS", &declarations)
            .replace("[CHECKS]", &format!("[{}]", functions.join(", ")));
        let features = feature.map_or_else(String::new, |feature| format!("\"{feature}\""));
        let subject = repository().join("subjects").join(package);
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n{package} = {{ path = \
             {subject:?}, features = [{features}] }}\n\n[workspace]\n"
        );
        let write = |file: &str, text: &str| {
            let path = folder.join(file);
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
        };
        fs::create_dir_all(folder.join("src")).map_err(|error| error.to_string())?;
        write("Cargo.toml", &manifest)?;
        write("src/main.rs", &program)?;
        fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).map_err(|error| error.to_string())?;
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(["build", "--quiet", "--offline", "--target-dir"]).arg(&target).current_dir(&folder);
        command.env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTFLAGS", "--cfg glassbox --cfg glassbox_natively");
        let output = command.output().map_err(|error| format!("cargo does not run: {error}"))?;
        if !output.status.success() {
            return Err(format!("{name} does not build:\n{}", String::from_utf8_lossy(&output.stderr)));
        }
        Ok(Self { program: target.join("debug").join(name) })
    }

    /// Runs a check, given by number, on each of these states. If the program ends, the run that ended it has failed, and a new
    /// one goes on with the next, a few times.
    pub fn run(&self, check: usize, states: &[&str]) -> Result<Vec<NativeEnd>, String> {
        let mut ends = Vec::new();
        for _ in 0..MOST_PROGRAMS {
            if ends.len() == states.len() {
                break;
            }
            let mut child = Command::new(&self.program)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .map_err(|error| format!("{}: {error}", self.program.display()))?;
            let lines: Vec<String> = states[ends.len()..].iter().map(|state| format!("{check}\t{state}\n")).collect();
            let lines = lines.concat();
            let mut input = child.stdin.take().ok_or("it has no input")?;
            // The program may end before it has read everything.
            let writer = std::thread::spawn(move || drop(input.write_all(lines.as_bytes())));
            let output = BufReader::new(child.stdout.take().ok_or("it has no output")?);
            ends.extend(output.lines().map_while(Result::ok).map(|line| end(&line)));
            let exit = child.wait().map_err(|error| error.to_string())?;
            drop(writer.join());
            let last_is_endless = ends.last().is_some_and(|end| *end == NativeEnd::Failed("endless".to_owned()));
            if ends.len() < states.len() && !last_is_endless {
                ends.push(NativeEnd::Failed(format!("the program ends: {exit}")));
            }
        }
        ends.resize(states.len(), NativeEnd::NotRun);
        Ok(ends)
    }
}

fn end(line: &str) -> NativeEnd {
    match line {
        "fine" => NativeEnd::Fine,
        line if line.starts_with("panic `") && line.contains("is not a state of this check") => NativeEnd::NotRun,
        line => NativeEnd::Failed(line.to_owned()),
    }
}
