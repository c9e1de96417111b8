//! The command line as typed. Doc comments here are the help texts.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::ColorChoice;
use clap_complete::Shell;
use glassbox_engine::search::Shard;
use glassbox_files::run_limits::Limit;
use glassbox_files::values::{parse_bound, parse_shard, parse_size, parse_time};

use crate::cache::CachePlace;

use super::report_file::{ReportFile, parse_report};

/// Checks every valid state and every operation of a data structure.
///
/// Without a subcommand, runs all checks of the package: `cargo glassbox` is `cargo glassbox check`.
#[derive(Debug, clap::Parser)]
#[command(name = "cargo-glassbox", bin_name = "cargo glassbox", version, args_conflicts_with_subcommands = true)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    #[command(flatten)]
    pub(super) check: CheckArgs,

    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value_t, env = "CARGO_TERM_COLOR", hide_env_values = true)]
    pub(super) color: ColorChoice,
}

impl Cli {
    /// A bound that has two values: one of them would be ignored.
    pub(super) fn repeated_bound(&self) -> Option<&str> {
        let bounds = match &self.command {
            Some(Command::Check { check }) => &check.run.bound,
            Some(Command::Merge { run, .. }) => &run.bound,
            Some(Command::States { bound, .. }) => bound,
            _ => &self.check.run.bound,
        };
        repeated(bounds.iter().map(|(name, _)| name.as_str()))
    }

    /// A limit that has two values.
    pub(super) fn repeated_limit(&self) -> Option<&str> {
        let build = match &self.command {
            Some(Command::Check { check }) => &check.run.build,
            Some(Command::Merge { run, .. }) => &run.build,
            Some(
                Command::Replay { build, .. }
                | Command::Show { build, .. }
                | Command::States { build, .. }
                | Command::List { build }
                | Command::Config { build }
                | Command::Doctor { build },
            ) => build,
            _ => &self.check.run.build,
        };
        repeated(build.limit.iter().map(|limit| limit.name()))
    }
}

/// The first name that comes again.
fn repeated<'a>(mut names: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    while let Some(name) = names.next() {
        if names.clone().any(|later| later == name) {
            return Some(name);
        }
    }
    None
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Run checks on every valid state and argument within the bounds
    Check {
        #[command(flatten)]
        check: Box<CheckArgs>,
    },
    /// Put the results of all shards together, and give the verdicts
    Merge {
        /// The files that `--shard I/N --out FILE` wrote, one of each shard
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,

        #[command(flatten)]
        run: Box<RunArgs>,
    },
    /// Write a file that runs shards in a CI system or on a cluster, and puts them together
    Ci {
        /// For which system
        system: CiSystem,

        /// Number of shards
        #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u32).range(1..=1000))]
        shards: u32,
    },
    /// Replay a failure: run a check on one state, or an exploration on one history
    Replay {
        /// The check's path, `@` and the state: `stack::push@height=2:1.1;2`; or an exploration's path, `@` and the
        /// history: `stack::api@new/push:1/pop`
        #[arg(value_name = "CHECK@STATE")]
        what: String,

        /// Run an exploration with values of this kind instead of `Val`
        #[arg(long, value_name = "KIND")]
        types: Option<ValueKind>,

        /// Show every change of the structures, with its line in the source
        #[arg(long)]
        steps: bool,

        #[command(flatten)]
        build: BuildArgs,
    },
    /// Draw the state of a replay text, as text or as a drawing
    Show {
        /// The check's path, `@` and the state, or an exploration's path, `@` and the history
        #[arg(value_name = "CHECK@STATE")]
        what: String,

        /// Draw it as SVG
        #[arg(long)]
        svg: bool,

        #[command(flatten)]
        build: BuildArgs,
    },
    /// List the checks of a package without running them
    List {
        #[command(flatten)]
        build: BuildArgs,
    },
    /// Print all settings, and where each comes from: a default, `glassbox.toml` or the attribute of a check
    Config {
        #[command(flatten)]
        build: BuildArgs,
    },
    /// Open reports
    Report {
        #[command(subcommand)]
        command: ReportCommand,
    },
    /// Print the JSON schema of `--report json`
    ReportSchema,
    /// Check the toolchain and the packages, and say how to fix problems
    Doctor {
        #[command(flatten)]
        build: BuildArgs,
    },
    /// Write the first checks of a type: dependency, description and checks
    Init {
        /// Type to check; by default the one with the most operations
        #[arg(value_name = "TYPE")]
        type_name: Option<String>,

        /// Write an exploration of this type instead, from its public functions; it may be a type of a dependency, or just the
        /// name of a dependency
        #[arg(long, value_name = "TYPE", conflicts_with = "type_name")]
        explore: Option<String>,

        /// Use the crate `glassbox` in this folder, not the one that came with this command
        #[arg(long, value_name = "PATH")]
        path: Option<PathBuf>,

        /// Package to add the checks to
        #[arg(short, long, value_name = "NAME")]
        package: Option<String>,

        /// Path to Cargo.toml
        #[arg(long, value_name = "PATH")]
        manifest_path: Option<PathBuf>,
    },
    /// Explain a verdict, a message or a bound; without a word, list all topics
    Explain {
        /// `PASS`, `lost-node`, `height`, ..
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Count the valid states of checks without running them
    States {
        /// Only checks whose path contains one of these words
        #[arg(value_name = "CHECK")]
        filters: Vec<String>,

        /// Override a bound of the checks: `--bound height=3` (may be repeated)
        #[arg(long, value_name = "NAME=N", value_parser = parse_bound)]
        bound: Vec<(String, u32)>,

        /// Draw the first states of each check
        #[arg(long, value_name = "N", default_value_t = 0)]
        draw: usize,

        #[command(flatten)]
        build: BuildArgs,
    },
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum ReportCommand {
    /// Open the newest page of `--report html` in a browser: the program of `BROWSER`, or the system's
    Open {
        /// Path to Cargo.toml
        #[arg(long, value_name = "PATH")]
        manifest_path: Option<PathBuf>,
    },
}

/// Help text with the folders for completion scripts.
const COMPLETIONS_HELP: &str = "\
The script completes `cargo-glassbox`; `cargo` has completions of its own. Where it goes:
  bash        ~/.local/share/bash-completion/completions/cargo-glassbox
  zsh         ~/.zfunc/_cargo-glassbox, with `fpath+=~/.zfunc` before `compinit`
  fish        ~/.config/fish/completions/cargo-glassbox.fish
  powershell  at the end of the file that $PROFILE names
  elvish      at the end of ~/.config/elvish/rc.elv

For example: cargo glassbox completions fish > ~/.config/fish/completions/cargo-glassbox.fish";

/// A system that runs shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum CiSystem {
    /// A workflow of GitHub Actions
    Github,
    /// A pipeline of GitLab
    Gitlab,
    /// A job array of Slurm
    Slurm,
    /// An indexed job of Kubernetes
    K8s,
}

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// Only checks whose path contains one of these words
    #[arg(value_name = "CHECK", conflicts_with = "write_lock")]
    pub(super) filters: Vec<String>,

    /// Do one of several shards of the work: `--shard 2/4`; `cargo glassbox merge` puts all of them together
    #[arg(long, value_name = "I/N", value_parser = parse_shard, requires = "out", conflicts_with_all = ["write_lock", "emit_tests"],
        help_heading = "Shards")]
    pub(super) shard: Option<Shard>,

    /// Where to write the result of the shard
    #[arg(long, value_name = "FILE", requires = "shard", help_heading = "Shards")]
    pub(super) out: Option<PathBuf>,

    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// Arguments of `check` and `merge`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags; `resolved` turns them into choices")]
pub(super) struct RunArgs {
    /// Override a bound of the checks: `--bound height=5` (may be repeated)
    #[arg(long, value_name = "NAME=N", value_parser = parse_bound, help_heading = "Search")]
    pub(super) bound: Vec<(String, u32)>,

    /// Stop this long after the build and report the results so far: `60s`, `5m`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Search")]
    pub(super) budget: Option<Duration>,

    /// Stop checks that need more memory than this, all together: `4GiB`, `512MiB`, where `G` and `GB` are the same as
    /// `GiB`; otherwise three quarters of what there is
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Search")]
    pub(super) memory: Option<usize>,

    /// Report a check as slow after this long; otherwise after `60s`
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Search")]
    pub(super) slow_after: Option<Duration>,

    /// Which states one run covers
    #[arg(long, value_name = "HOW", default_value = "paths", help_heading = "Search")]
    pub(super) prune: Prune,

    /// Re-run a sample of the skipped states one by one, in two memory layouts, and compare
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true, default_missing_value = "10",
        value_parser = clap::value_parser!(u32).range(1..=100), help_heading = "Search")]
    pub(super) audit: Option<u32>,

    /// Number of threads; verdicts and counts do not depend on it
    #[arg(short, long, value_name = "N", help_heading = "Search")]
    pub(super) jobs: Option<NonZeroUsize>,

    /// When two states of an exploration count as one
    #[arg(long = "match", value_name = "HOW", default_value = "exactly", help_heading = "Explorations")]
    pub(super) matching: Matching,

    /// Run explorations with values of these kinds instead of `Val`: `--types zst,box,align16`
    #[arg(
        long,
        value_name = "KINDS",
        value_delimiter = ',',
        conflicts_with = "emit_tests",
        help_heading = "Explorations"
    )]
    pub(super) types: Vec<ValueKind>,

    /// Where results of earlier runs are kept: a folder, `http://..`, or `off`; otherwise in cargo's target folder
    #[arg(long, value_name = "PLACE", value_parser = CachePlace::parse, env = "GLASSBOX_CACHE", hide_env_values = true,
        help_heading = "Cache")]
    pub(super) cache: Option<CachePlace>,

    /// Run everything again: the same as `--cache off`
    #[arg(long, help_heading = "Cache")]
    pub(super) no_cache: bool,

    /// Run a sample of the kept results again, and compare
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true, default_missing_value = "5",
        value_parser = clap::value_parser!(u32).range(1..=100), help_heading = "Cache")]
    pub(super) cache_check: Option<u32>,

    /// Save searches that take long after this long, again and again; otherwise after `60s`
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Cache")]
    pub(super) save_every: Option<Duration>,

    /// List all assumptions of each verdict, and what a failing run depends on
    #[arg(short, long)]
    pub(super) verbose: bool,

    /// Write a report: `--report html`, `html=FILE`, `json=FILE`, `junit=FILE`, `sarif=FILE` (may be repeated)
    #[arg(long, value_name = "KIND=FILE", value_parser = parse_report, help_heading = "Reports")]
    pub(super) report: Vec<ReportFile>,

    /// Write events to this file while checks run, as lines of JSON
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(super) events: Option<PathBuf>,

    /// Write what takes how much time to this file, in Chrome's trace format, for `chrome://tracing` or `https://ui.perfetto.dev`
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(super) trace: Option<PathBuf>,

    /// Say what tells the runs of slow checks apart, where their time goes, and what to change: checks with at least so many runs
    #[arg(long, value_name = "RUNS", num_args = 0..=1, require_equals = true, default_missing_value = "100", help_heading = "Search")]
    pub(super) why_slow: Option<u64>,

    /// Write `glassbox.lock`: what this run proves of all checks, for `--locked` to compare with later
    #[arg(long, conflicts_with_all = ["types", "package", "lib", "test", "locked", "frozen"], help_heading = "Lock")]
    pub(super) write_lock: bool,

    /// Write a `#[test]` for each failure: next to the check, or in tests/ for an exploration
    #[arg(long, help_heading = "Failures")]
    pub(super) emit_tests: bool,

    #[command(flatten)]
    pub(super) build: BuildArgs,
}

/// States that one run covers.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Prune {
    /// States that take the same path
    Paths,
    /// States with the same values in all fields that were read: the published method, for comparison
    Values,
    /// States that take the same path, searched depth first
    Tree,
    /// Only its own state: every state is run
    Off,
}

/// Equality of states in an exploration.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Matching {
    /// If they differ only in the names of blocks, keys and values
    Exactly,
    /// If they have the same shape, whatever their numbers: fewer states, but no verdict except failures
    Shape,
}

/// Representation of `Val`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ValueKind {
    /// Four bytes, the default
    U32,
    /// One byte; glassbox only counts the values
    U8,
    /// No bytes; glassbox only counts the values
    Zst,
    /// A heap block
    Box,
    /// Aligned to 16 bytes
    Align16,
}

/// Arguments of the build, with cargo's names.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags; `resolved` turns them into choices")]
pub(super) struct BuildArgs {
    /// Package to check (may be repeated)
    #[arg(short, long, value_name = "NAME", help_heading = "Packages")]
    pub(super) package: Vec<String>,

    /// All packages of the workspace
    #[arg(long, conflicts_with = "package", help_heading = "Packages")]
    pub(super) workspace: bool,

    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH", help_heading = "Packages")]
    pub(super) manifest_path: Option<PathBuf>,

    /// Only checks in the library
    #[arg(long, help_heading = "Targets")]
    pub(super) lib: bool,

    /// Only checks in this file of `tests/` (may be repeated)
    #[arg(long, value_name = "NAME", conflicts_with = "lib", help_heading = "Targets")]
    pub(super) test: Vec<String>,

    /// Features to activate
    #[arg(short = 'F', long, value_name = "FEATURES", help_heading = "Features")]
    pub(super) features: Vec<String>,

    /// Activate all features
    #[arg(long, help_heading = "Features")]
    pub(super) all_features: bool,

    /// Do not activate the `default` feature
    #[arg(long, help_heading = "Features")]
    pub(super) no_default_features: bool,

    /// Let runs of the code use more: `--limit steps=100000000`, `calls=100000`, `memory=256MiB`, `stack=16MiB` (may be
    /// repeated)
    #[arg(long, value_name = "NAME=N", value_parser = Limit::parse, help_heading = "Limits")]
    pub(super) limit: Vec<Limit>,

    /// Opt-level of the code under check
    #[arg(long, value_name = "LEVEL", default_value = "1", value_parser = ["0", "1", "3"], help_heading = "Cargo")]
    pub(super) release_opt: String,

    /// Build the code under check without debug assertions, as for a release; verdicts say so
    #[arg(long, help_heading = "Cargo")]
    pub(super) no_debug_assertions: bool,

    /// Let each callback of an operation panic, one after the other: explorations only; needs `rustup component add rust-src`
    #[arg(long, help_heading = "Explorations")]
    pub(super) panics: bool,

    /// Let the traits of `Val` and `Key` lie, which must not make the code unsafe: explorations only
    #[arg(long, help_heading = "Explorations")]
    pub(super) hostile: bool,

    /// Let each allocation of an operation fail, one after the other: explorations only
    #[arg(long, help_heading = "Explorations")]
    pub(super) alloc_failures: bool,

    /// Require Cargo.lock to be up to date, and a run of checks to prove at least what `glassbox.lock` says, if there is one
    #[arg(long, help_heading = "Cargo")]
    pub(super) locked: bool,

    /// Do not use the network
    #[arg(long, help_heading = "Cargo")]
    pub(super) offline: bool,

    /// Same as --locked --offline
    #[arg(long, help_heading = "Cargo")]
    pub(super) frozen: bool,
}
