//! Errors of the command, and hints how to solve them.

use std::path::PathBuf;

use glassbox_abi::DisturbanceChoice;
use glassbox_engine::catalog::CatalogError;
use glassbox_engine::picture::Picture;
use glassbox_engine::result::{HarnessError, InvariantError, PlanError, StatesError};
use glassbox_engine::search::ReplayError;
use glassbox_files::lock::{self, LockProblem};
use glassbox_files::settings::{self, ConfigProblem};
use glassbox_source::emit::EmitError;
use glassbox_source::read::TARGET;
use glassbox_source::scaffold::ScaffoldError;
use glassbox_vm::exec::Stop;
use glassbox_vm::module::LoadError;

use crate::cache;
use crate::source_help::{metadata_help, scaffold_help, unknown_package_help};

/// A failure of the command itself. Findings in the user's code are results, not errors.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("could not run `{program}`: {source}")]
    Spawn { program: String, source: std::io::Error },
    #[error("`{program}` is not rustc; it printed: {answer}")]
    NotRustc { program: String, answer: String },
    #[error("rustc {found} is too old: glassbox needs {minimum} or newer")]
    RustcTooOld { found: semver::Version, minimum: &'static str },
    #[error("rustc {rustc} cannot build for {TARGET}: the target is not installed")]
    NoTarget { rustc: semver::Version },
    #[error("cargo could not read the package:\n{message}")]
    Metadata { message: String },
    #[error("there is no package `{name}` in this workspace")]
    UnknownPackage { name: String, members: Vec<String> },
    #[error("{} not use glassbox", subject(packages, "does", "do"))]
    NoDependency {
        packages: Vec<String>,
        /// Those of them whose dependency on glassbox is for another target or for build scripts.
        off: Vec<String>,
    },
    #[error("package `{package}` has no test target `{name}`")]
    UnknownTest { package: String, name: String, tests: Vec<String> },
    #[error("{} no checks", subject(packages, "has", "have"))]
    NoChecks {
        packages: Vec<String>,
        /// Sentences about checks that were not built.
        left_out: Vec<String>,
    },
    #[error("no check here has a bound `{name}`")]
    UnknownBound { name: String, known: Vec<String> },
    #[error("cannot write the report {}: {source}", path.display())]
    Report { path: PathBuf, source: std::io::Error },
    #[error("{message}")]
    Shards { message: String },
    #[error("there is no page of `--report html` for {}", root.display())]
    NoPage { root: PathBuf },
    #[error("`{program}` did not open the page: {why}")]
    Browser { program: String, why: String },
    #[error("{} kept results are not what the same code gives now: {}", parts.len(), parts.join("; "))]
    CacheDiffers { parts: Vec<String> },
    #[error("the bound `{name}` must be at least 1")]
    NoSize { name: String },
    #[error("`--types` needs an exploration, and there is none")]
    NoExplorations,
    #[error("`{text}` is not a replay text: it names no check and state")]
    NoReplay { text: String },
    #[error("{source}")]
    Replay { source: Box<ReplayError> },
    #[error("`{text}` is not a history of `{exploration}`: its functions or their arguments may have changed")]
    NoHistory { exploration: String, text: String },
    #[error("`{exploration}` cannot be explored: {source}")]
    Harness { exploration: String, source: Box<HarnessError> },
    #[error("no check has {} in its path", either(filters))]
    NothingMeant {
        filters: Vec<String>,
        n_checks: usize,
        /// Sentences about checks that the filters mean and that were not built.
        left_out: Vec<String>,
    },
    #[error("package `{package}` did not build for {TARGET}")]
    Build {
        package: String,
        /// Packages outside the workspace that failed.
        failed_dependencies: Vec<String>,
        /// Whether dev-dependencies were part of the build.
        with_dev_dependencies: bool,
    },
    #[error("could not read {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("could not use the target folder {}: {source}", path.display())]
    TargetFolder { path: PathBuf, source: std::io::Error },
    #[error("{}: {source}", module.display())]
    Catalog { module: PathBuf, source: CatalogError },
    #[error("{}: {source}", module.display())]
    Module { module: PathBuf, source: LoadError },
    #[error("cannot compute the valid states of `{check}`: {source}")]
    States { check: String, source: Box<StatesError> },
    #[error("`init` found no useful check of `{type_name}`: {how}")]
    NoUsefulCheck { type_name: String, how: String },
    #[error("`init` found no harness of `{type_name}` that compiles")]
    NoCompilingHarness { type_name: String },
    #[error(transparent)]
    Init(#[from] ScaffoldError),
    #[error(transparent)]
    Emit(#[from] EmitError),
    #[error("there is no topic `{text}`")]
    UnknownTopic { text: String, meant: Option<&'static str> },
    #[error("could not unpack the crate glassbox into {}: {source}", path.display())]
    Unpack { path: PathBuf, source: std::io::Error },
    #[error("{}:{line}: {problem}", settings::NAME)]
    Config { line: usize, problem: ConfigProblem },
    #[error("{}:{line}: {problem}", lock::NAME)]
    Lock { line: usize, problem: LockProblem },
    #[error("cannot write {}: {source}", path.display())]
    WriteLock { path: PathBuf, source: std::io::Error },
    #[error("`--panics` needs the sources of std, and there is no {}", path.display())]
    NoSources { path: PathBuf },
    #[error("the attribute of `{check}` asks for {}, and a build with that does not have this check", named(*disturbances))]
    NotInBuild { check: String, disturbances: DisturbanceChoice },
    #[error("there is no folder for a std that unwinds")]
    NoHome,
    #[error("std could not be built with unwinding")]
    StdBuild,
    #[error("`--write-lock` needs all checks of the workspace, and {} not chosen", subject(packages, "is", "are"))]
    LockOfPart { packages: Vec<String> },
    #[error("`--write-lock` needs all checks of the workspace, and {checks} not in these files")]
    LockOfShards { checks: String },
    #[error("two checks of package `{package}` have the path `{path}`: {} cannot tell them apart", lock::NAME)]
    SamePath { package: String, path: String },
    #[error("{} has no effect: it must be beside the workspace's Cargo.toml", path.display())]
    Misplaced { path: PathBuf, root: PathBuf },
    #[error("could not write the output: {0}")]
    Write(std::io::Error),
}

impl Error {
    /// A picture of the state that the error is about.
    pub(crate) fn picture(&self) -> Option<&Picture> {
        match self {
            Self::States { source, .. } => match &**source {
                StatesError::Invariant(InvariantError::Stopped { picture, .. }) => Some(picture),
                _ => None,
            },
            _ => None,
        }
    }

    /// Hints how to solve it, one per line.
    pub(crate) fn help(&self) -> Vec<String> {
        match self {
            Self::Spawn { .. } | Self::NotRustc { .. } => {
                vec!["install Rust with rustup, or name the compiler with `GLASSBOX_RUSTC=/path/to/rustc`".into()]
            }
            Self::RustcTooOld { .. } => vec!["run `rustup update stable`".into()],
            Self::NoTarget { .. } => vec![
                format!("run `rustup target add {TARGET}`"),
                "without rustup, name a compiler that has it: `GLASSBOX_RUSTC=/path/to/rustc`".into(),
            ],
            Self::CacheDiffers { .. } => cache::DIFFERS_HELP.map(String::from).to_vec(),
            Self::Shards { .. } => vec![glassbox_files::shard_file::HELP.into()],
            Self::UnknownPackage { members, .. } => unknown_package_help(members),
            Self::NoDependency { off, .. } if !off.is_empty() => vec![format!(
                "the dependency of `{}` on glassbox is off when glassbox builds for the machine; use \
                 `[target.'cfg(glassbox)'.dependencies]`",
                off.join("`, `")
            )],
            Self::NoDependency { .. } => vec![
                "run `cargo glassbox init` to write the first checks".into(),
                "or run `cargo add glassbox --target 'cfg(glassbox)'` and write a check in a `#[cfg(glassbox)]` module".into(),
            ],
            Self::UnknownTest { tests, .. } if tests.is_empty() => {
                vec!["the package has no test targets: add a file to its `tests` folder".into()]
            }
            Self::UnknownTest { tests, .. } => vec![format!("its test targets are: {}", tests.join(", "))],
            Self::NoChecks { left_out, .. } if !left_out.is_empty() => left_out.clone(),
            Self::NoChecks { .. } => vec![
                "run `cargo glassbox init` to write the first checks".into(),
                "or mark a function: `#[glassbox::check] fn name(subject: &mut Subject) { .. }`".into(),
                "with glassbox in `[target.'cfg(glassbox)'.dependencies]`, checks belong in the library, under \
                 `#[cfg(glassbox)]`; with glassbox in `[dev-dependencies]`, under `#[cfg(test)]` or in `tests/`"
                    .into(),
            ],
            Self::NoCompilingHarness { .. } => {
                vec!["nothing was changed; write the harness by hand, as in the book's chapter 'Exploring'".into()]
            }
            Self::NoUsefulCheck { type_name, .. } => vec![
                format!("nothing was changed; `cargo glassbox init --explore {type_name}` needs no invariant"),
                "to write an invariant, begin as in the book's chapter 'A first structure'".into(),
            ],
            Self::Init(error) => scaffold_help(error),
            Self::UnknownTopic { meant: Some(meant), .. } => {
                vec![format!("did you mean `{meant}`?"), "`cargo glassbox explain` lists all topics".into()]
            }
            Self::UnknownTopic { .. } => vec!["`cargo glassbox explain` lists all topics".into()],
            Self::UnknownBound { known, .. } => vec![format!("the bounds are: {}", known.join(", "))],
            Self::NoSize { .. } => vec!["with a bound of 0 there is nothing to check".into()],
            Self::NoExplorations => vec!["leave out `--types`, or mark a module with `#[glassbox::explore]`".into()],
            Self::NoHistory { .. } => {
                vec!["copy the command in the last line of a failure: `cargo glassbox replay 'stack::api@new/push:1/pop'`".into()]
            }
            Self::NoReplay { .. } | Self::Replay { .. } => {
                vec!["copy the command in the last line of a failure: `cargo glassbox replay 'stack::push@height=2:1.1;2'`".into()]
            }
            Self::NothingMeant { n_checks, left_out, .. } => {
                let list = format!("`cargo glassbox list` shows all checks ({n_checks})");
                left_out.iter().cloned().chain([list]).collect()
            }
            Self::Build { failed_dependencies, with_dev_dependencies: true, .. } if !failed_dependencies.is_empty() => {
                dependencies_help(failed_dependencies)
            }
            Self::Catalog { source: CatalogError::Records(glassbox_abi::DecodeError::Version { .. }), .. } => vec![
                "the crate `glassbox` and the command `cargo-glassbox` have different versions: update both to the same version"
                    .into(),
            ],
            Self::Catalog { .. } => {
                vec!["this is a bug in glassbox: please report it, with the package if you can share it".into()]
            }
            Self::Build { .. } => vec![
                "if it builds natively, put code that needs an operating system behind `#[cfg(not(target_family = \"wasm\"))]`"
                    .into(),
            ],
            Self::Metadata { message } => metadata_help(message),
            Self::States { source, .. } => states_help(source),
            Self::Module { .. } => vec!["glassbox cannot run this module: avoid the feature that the message names".into()],
            Self::Emit(_) | Self::Harness { .. } | Self::Read { .. } | Self::Write(_) => Vec::new(),
            Self::Config { problem, .. } => problem.help(),
            Self::Lock { problem, .. } => problem.help(),
            Self::WriteLock { .. } => vec!["make the file and its folder writable".into()],
            Self::NoSources { .. } => vec!["run `rustup component add rust-src`".into()],
            Self::NotInBuild { .. } => vec!["remove the `#[cfg(..)]` that leaves it out there".into()],
            Self::NoHome => vec!["name one with `GLASSBOX_HOME`".into()],
            Self::StdBuild => vec!["cargo says why, above; crates that std needs are downloaded once".into()],
            Self::LockOfShards { .. } => vec!["run the shards without names of checks".into()],
            Self::LockOfPart { .. } => vec!["add `--workspace`".into()],
            Self::SamePath { .. } => vec!["move one of them to a module with another name".into()],
            Self::Misplaced { root, .. } => vec![format!("move it to {}", root.display())],
            Self::Unpack { .. } => vec!["choose another folder with `GLASSBOX_HOME`".into()],
            Self::NoPage { .. } => vec!["run `cargo glassbox --report html`, which writes one".into()],
            Self::Browser { .. } => {
                vec!["open the file in a browser, or name one: `BROWSER=firefox cargo glassbox report open`".into()]
            }
            Self::Report { .. } => vec!["name a file in a folder that exists and can be written to".into()],
            Self::TargetFolder { .. } => vec!["choose another folder with `CARGO_TARGET_DIR`".into()],
        }
    }
}

/// Hints for dependencies that do not build, if those for tests were part of the build.
fn dependencies_help(failed_dependencies: &[String]) -> Vec<String> {
    vec![
        format!(
            "{} {} not build for WebAssembly; if only other tests need {}, move {} to \
             `[target.'cfg(not(glassbox))'.dev-dependencies]`",
            failed_dependencies.join(", "),
            if failed_dependencies.len() == 1 { "does" } else { "do" },
            if failed_dependencies.len() == 1 { "it" } else { "them" },
            if failed_dependencies.len() == 1 { "it" } else { "them" },
        ),
        "or build without dev-dependencies: put glassbox in `[target.'cfg(glassbox)'.dependencies]` and the \
         checks in the library, under `#[cfg(glassbox)]`"
            .into(),
    ]
}

fn states_help(error: &StatesError) -> Vec<String> {
    vec![match error {
        StatesError::Empty { .. } => "weaken the invariant, enlarge the domains, or allow larger bounds".into(),
        StatesError::Invariant(InvariantError::NotLocal { .. }) => {
            "let the children summarise what the parent needs to know (`type Summary`), or move the condition to `ok`"
                .into()
        }
        StatesError::Invariant(_) => {
            "an invariant must return for every state: give `Err(Broken::new(..))` where the state is not valid".into()
        }
        StatesError::Plan(PlanError::Stopped { .. }) if error.to_string().contains("--release-opt") => {
            "the code cannot be checked at this opt-level: leave out `--release-opt`".into()
        }
        StatesError::Plan(PlanError::Stopped { stopped, .. }) if matches!(stopped.stop, Stop::Trap(trap) if trap.is_limit()) => {
            "try smaller bounds: `--bound height=2`, `--bound len=2`".into()
        }
        StatesError::Plan(PlanError::Stopped { .. }) => {
            "add `#[glassbox(values = ..)]` to the field or argument that has no domain".into()
        }
        _ => "try smaller bounds: `--bound height=2`, `--bound len=2`".into(),
    }]
}

fn named(disturbances: DisturbanceChoice) -> String {
    let names: Vec<String> = disturbances.names().map(|name| format!("`--{name}`")).collect();
    names.join(" and ")
}

fn either(filters: &[String]) -> String {
    let filters: Vec<String> = filters.iter().map(|filter| format!("`{filter}`")).collect();
    filters.join(" or ")
}

fn subject(packages: &[String], one: &str, several: &str) -> String {
    let names: Vec<String> = packages.iter().map(|name| format!("`{name}`")).collect();
    match &names[..] {
        [name] => format!("package {name} {one}"),
        names => format!("packages {} {several}", names.join(", ")),
    }
}
