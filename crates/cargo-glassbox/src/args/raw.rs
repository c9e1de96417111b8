//! The command line as typed. Doc comments here are the help texts.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::ColorChoice;
use clap_complete::Shell;

use super::run_limits::Limit;
use super::value_parsers::{parse_bound, parse_time};

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
            Some(Command::Check { check }) => &check.bound,
            Some(Command::States { bound, .. }) => bound,
            _ => &self.check.bound,
        };
        repeated(bounds.iter().map(|(name, _)| name.as_str()))
    }

    /// A limit that has two values.
    pub(super) fn repeated_limit(&self) -> Option<&str> {
        let build = match &self.command {
            Some(Command::Check { check }) => &check.build,
            Some(
                Command::Replay { build, .. }
                | Command::States { build, .. }
                | Command::List { build }
                | Command::Doctor { build },
            ) => build,
            _ => &self.check.build,
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
        check: CheckArgs,
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
    /// List the checks of a package without running them
    List {
        #[command(flatten)]
        build: BuildArgs,
    },
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

/// Help text with the folders for completion scripts.
const COMPLETIONS_HELP: &str = "\
The script completes `cargo-glassbox`; `cargo` has completions of its own. Where it goes:
  bash        ~/.local/share/bash-completion/completions/cargo-glassbox
  zsh         ~/.zfunc/_cargo-glassbox, with `fpath+=~/.zfunc` before `compinit`
  fish        ~/.config/fish/completions/cargo-glassbox.fish
  powershell  at the end of the file that $PROFILE names
  elvish      at the end of ~/.config/elvish/rc.elv

For example: cargo glassbox completions fish > ~/.config/fish/completions/cargo-glassbox.fish";

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// Only checks whose path contains one of these words
    #[arg(value_name = "CHECK")]
    pub(super) filters: Vec<String>,

    /// Override a bound of the checks: `--bound height=5` (may be repeated)
    #[arg(long, value_name = "NAME=N", value_parser = parse_bound, help_heading = "Search")]
    pub(super) bound: Vec<(String, u32)>,

    /// Stop this long after the build and report the results so far: `60s`, `5m`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Search")]
    pub(super) budget: Option<Duration>,

    /// Report a check as slow after this long
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time, help_heading = "Search")]
    pub(super) slow_after: Duration,

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

    /// List all assumptions of each verdict, and what a failing run depends on
    #[arg(short, long)]
    pub(super) verbose: bool,

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

    /// Require Cargo.lock to be up to date
    #[arg(long, help_heading = "Cargo")]
    pub(super) locked: bool,

    /// Do not use the network
    #[arg(long, help_heading = "Cargo")]
    pub(super) offline: bool,

    /// Same as --locked --offline
    #[arg(long, help_heading = "Cargo")]
    pub(super) frozen: bool,
}
