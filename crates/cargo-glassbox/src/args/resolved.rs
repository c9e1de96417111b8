//! Options of each subcommand, made from the arguments: contradictions are gone, flags have become choices.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anstream::ColorChoice;
use clap_complete::Shell;
use glassbox_engine::audit::Audit;
use glassbox_engine::explore::Matching;
use glassbox_engine::result::Bounds;
use glassbox_engine::search::{Detail, Options, Strategy};
use glassbox_report::terminal::Detail as VerdictDetail;

use super::build_options::{BuildOptions, ValueKind};
use super::raw;

/// A subcommand with its options.
#[derive(Debug)]
pub(crate) enum Command {
    Check(CheckOptions),
    Completions(Shell),
    Doctor(BuildOptions),
    Explain(ExplainOptions),
    Init(InitOptions),
    List(BuildOptions),
    Replay(ReplayOptions),
    States(StatesOptions),
}

/// Options of `explain`.
#[derive(Debug)]
pub(crate) struct ExplainOptions {
    /// Topic to explain; empty for a list.
    pub(crate) words: Vec<String>,
    pub(crate) color: ColorChoice,
}

/// Options of `init`.
#[derive(Debug)]
pub(crate) struct InitOptions {
    /// Type to check; none for the best one.
    pub(crate) type_name: Option<String>,
    /// Type to explore instead.
    pub(crate) explore: Option<String>,
    /// Folder of the crate `glassbox`; none for the one that the command brings along.
    pub(crate) path: Option<PathBuf>,
    pub(crate) package: Option<String>,
    pub(crate) manifest_path: Option<PathBuf>,
    /// How to build the new exploration.
    pub(crate) build: BuildOptions,
}

/// Options of `replay`.
#[derive(Debug)]
pub(crate) struct ReplayOptions {
    pub(crate) build: BuildOptions,
    /// Path of a check and a state, or path of an exploration and a history.
    pub(crate) what: String,
    pub(crate) detail: Detail,
}

/// Options of `check`.
#[derive(Debug)]
pub(crate) struct CheckOptions {
    pub(crate) build: BuildOptions,
    /// Parts of the paths of the chosen checks; empty for all.
    pub(crate) filters: Vec<String>,
    /// Bounds that override those of the checks.
    pub(crate) bounds: Bounds,
    /// Time limit for all checks together.
    pub(crate) budget: Option<Duration>,
    /// Time after which a check is reported as slow.
    pub(crate) slow_after: Duration,
    /// Options of a search.
    pub(crate) search: Options,
    /// Threads.
    pub(crate) jobs: usize,
    /// How much to print about each verdict.
    pub(crate) detail: VerdictDetail,
    /// Whether to write tests for failures.
    pub(crate) emit_tests: bool,
    /// Kinds of values for explorations; empty for the default.
    pub(crate) types: Vec<ValueKind>,
    /// Equality of states in explorations.
    pub(crate) matching: Matching,
}

/// Options of `states`.
#[derive(Debug)]
pub(crate) struct StatesOptions {
    pub(crate) build: BuildOptions,
    /// Parts of the paths of the chosen checks; empty for all.
    pub(crate) filters: Vec<String>,
    /// Bounds that override those of the checks.
    pub(crate) bounds: Bounds,
    /// States to draw.
    pub(crate) draw: usize,
}

impl Command {
    pub(crate) fn color(&self) -> ColorChoice {
        match self {
            Self::Check(options) => options.build.color,
            // A script has no colours.
            Self::Completions(_) => ColorChoice::Never,
            Self::Explain(options) => options.color,
            Self::Init(options) => options.build.color,
            Self::Doctor(options) | Self::List(options) => options.color,
            Self::Replay(options) => options.build.color,
            Self::States(options) => options.build.color,
        }
    }
}

impl From<raw::Cli> for Command {
    fn from(cli: raw::Cli) -> Self {
        let color = match cli.color {
            clap::ColorChoice::Auto => ColorChoice::Auto,
            clap::ColorChoice::Always => ColorChoice::AlwaysAnsi,
            clap::ColorChoice::Never => ColorChoice::Never,
        };
        match cli.command.unwrap_or(raw::Command::Check { check: cli.check }) {
            raw::Command::Check { check } => Self::Check(CheckOptions::new(check, color)),
            raw::Command::Completions { shell } => Self::Completions(shell),
            raw::Command::Explain { words } => Self::Explain(ExplainOptions { words, color }),
            raw::Command::Init { type_name, explore, path, package, manifest_path } => {
                let build = BuildOptions::of_library(package.clone(), manifest_path.clone(), color);
                Self::Init(InitOptions { type_name, explore, path, package, manifest_path, build })
            }
            raw::Command::Doctor { build } => Self::Doctor(BuildOptions::new(build, color)),
            raw::Command::List { build } => Self::List(BuildOptions::new(build, color)),
            raw::Command::Replay { what, steps, types, build } => Self::Replay(ReplayOptions {
                build: BuildOptions {
                    values: types.map_or_else(ValueKind::default, ValueKind::from),
                    ..BuildOptions::new(build, color)
                },
                what,
                detail: if steps { Detail::Steps } else { Detail::Result },
            }),
            raw::Command::States { filters, bound, draw, build } => Self::States(StatesOptions {
                build: BuildOptions::new(build, color),
                filters,
                bounds: bound.into_iter().collect(),
                draw,
            }),
        }
    }
}

impl CheckOptions {
    fn new(args: raw::CheckArgs, color: ColorChoice) -> Self {
        let strategy = match args.prune {
            raw::Prune::Paths => Strategy::Paths,
            raw::Prune::Values => Strategy::Values,
            raw::Prune::Tree => Strategy::Tree,
            raw::Prune::Off => Strategy::Off,
        };
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            build: BuildOptions::new(args.build, color),
            filters: args.filters,
            bounds: args.bound.into_iter().collect(),
            budget: args.budget,
            slow_after: args.slow_after,
            search: Options { audit: args.audit.map(Audit::percent), ..Options::new(strategy) },
            jobs: args.jobs.map_or(cores, NonZeroUsize::get),
            detail: if args.verbose { VerdictDetail::Verbose } else { VerdictDetail::Short },
            emit_tests: args.emit_tests,
            types: args.types.into_iter().map(ValueKind::from).collect(),
            matching: match args.matching {
                raw::Matching::Exactly => Matching::Exactly,
                raw::Matching::Shape => Matching::Shape,
            },
        }
    }
}
